import { expect, type Locator, type Page } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { checkScreens } from "../check-screens.ts";
import { watchEffort } from "../clicks.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/** Platform administration: the queue of elevated scopes, organizations and their rate limits. */

const queuePath = "/administration/scope-requests";

/** Requests, as the manager, an elevated scope for a key of the demo. */
async function requestScope(page: Page, keyName: string, wanted: string | string[], purpose: string): Promise<string> {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  const call = { headers: { "x-organization": slug, Origin: new URL((await page.request.head("/")).url()).origin } };
  const input = encodeURIComponent(JSON.stringify({ search: keyName }));
  const list = await page.request.get(`/api/trpc/serviceAccounts.list?input=${input}`, call);
  const { result } = (await list.json()) as {
    result: { data: { serviceAccounts: { id: string; scopes: string[] }[] } };
  };
  const [key] = result.data.serviceAccounts;
  const data = { serviceAccountId: key?.id, scopes: [...(key?.scopes ?? []), wanted].flat(), purpose };
  const response = await page.request.post("/api/trpc/serviceAccounts.update", { ...call, data });
  expect(response.status(), await response.text()).toBe(200);
  return key?.id ?? "";
}

/** The card of a request in the queue. */
function findRequest(page: Page, scope: string, keyName: string) {
  return page.getByRole("article", { name: `${scope} for ${keyName}` });
}

async function readScopes(page: Page, key: string): Promise<string[]> {
  const response = await page.request.get("/api/v1/me", { headers: { "x-api-key": key } });
  const body: unknown = await response.json();
  return (JSON.stringify(body).match(/"[a-z]+:[a-z]+"/g) ?? []).map((scope) => scope.slice(1, -1));
}

async function chooseAction(page: Page, row: Locator, name: RegExp): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name }).click();
}

test("a person who is not a platform administrator sees a message, and direct requests are rejected", async ({
  page,
}) => {
  await signIn(page, "manager");
  for (const path of [queuePath, "/administration/organizations"]) {
    await visit(page, path);
    await expect(page.getByRole("heading", { name: "For platform administrators only" })).toBeVisible();
  }
  for (const procedure of ["listScopeRequests", "listOrganizations"]) {
    const response = await page.request.get(`/api/trpc/administration.${procedure}?input=%7B%7D`);
    expect(response.status()).toBe(403);
    expect(await response.text()).not.toMatch(/org_|scr_|Hartwell/);
  }
});

test("granting a scope shortens the key as the dialog says, takes effect at once, and notifies the firm", async ({
  page,
}) => {
  const { readOnly } = readDemoData().keys;
  expect(await readScopes(page, readOnly)).not.toContain("clients:pii");
  const takeEffort = await watchEffort(page);
  await signIn(page, "platformAdmin");
  await visit(page, queuePath);
  const request = findRequest(page, "clients:pii", "Reporting warehouse");
  await expect(request).toContainText("The warehouse matches clients");
  await expect(request).toContainText("Margaret Okafor");
  takeEffort();
  await request.getByRole("button", { name: /^Grant scope/ }).click();
  const dialog = page.getByRole("dialog");
  for (const fact of ["Purpose", "Current access", "Acts for", "Use of its scopes", "Recent decisions for this firm"])
    await expect(dialog.getByRole("term").filter({ hasText: fact })).toBeVisible();
  await expect(dialog).toContainText("The warehouse matches clients");
  await expect(dialog).toContainText("expiry does not change");
  await dialog.getByLabel("90 days").check();
  await expect(dialog).toContainText("The key’s expiry is shortened");
  await dialog.getByLabel(/^Template/).selectOption("Granted for its purpose");
  await expect(dialog.getByLabel(/^Note/)).toHaveValue(/^Granted to Reporting warehouse for the stated purpose only\./);
  await dialog.getByLabel(/^Note/).fill("For the lien run of this quarter.");
  await dialog.getByRole("button", { name: "Grant scope" }).click();
  await expect(page.getByText("clients:pii was granted to “Reporting warehouse”.")).toBeVisible();
  // With the template, which is chosen here without a click, four.
  expect(takeEffort().clicks).toBeLessThanOrEqual(3);
  await expect(request).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches("main, main li"))).toBe(true);
  expect(await readScopes(page, readOnly)).toContain("clients:pii");

  await page.getByRole("tab", { name: "Decided" }).click();
  await expect(findRequest(page, "clients:pii", "Reporting warehouse")).toContainText(
    "For the lien run of this quarter.",
  );

  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/audit?what=scope_request`);
  await expect(page.getByRole("row").filter({ hasText: "granted the elevated scope" }).first()).toBeVisible();
  await visit(page, `/o/${slug}/notifications`);
  const notice = page.getByRole("listitem").filter({ hasText: "granted clients:pii" });
  await expect(notice).toContainText("granted clients:pii to Reporting warehouse");
  await expect(notice).toContainText("Unread");
  await expect(page.getByRole("link", { name: /^Notifications, \d+\+? unread/ })).toBeVisible();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(notice).not.toContainText("Unread");
  await expect(page.getByRole("banner").getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
});

test("scopes that one key requested are on one card, and those that are checked are granted at once", async ({
  page,
}) => {
  await requestScope(page, "Website intake", ["medical:read", "clients:pii"], "Books the first visit of new clients.");
  await signIn(page, "platformAdmin");
  await visit(page, queuePath);
  const card = page.getByRole("article", { name: /^\S+ and \S+ for Website intake/ });
  await expect(card).toHaveCount(1);
  await card.getByRole("checkbox", { name: "Decide on clients:pii" }).uncheck();
  await expect(card.getByRole("button", { name: /^Grant scope/ })).toBeVisible();
  await card.getByRole("checkbox", { name: "Decide on clients:pii" }).check();
  await card.getByRole("button", { name: /^Grant both/ }).click();
  const dialog = page.getByRole("dialog");
  for (const fact of ["Requested by", "Allowed networks", "Webhook hosts"])
    await expect(dialog.getByRole("term").filter({ hasText: fact })).toBeVisible();
  await expect(dialog).toContainText("expiry does not change");
  await dialog.getByRole("button", { name: "Grant both" }).click();
  await expect(page.getByText(/were granted to “Website intake”/)).toBeVisible();
  await expect(card).toHaveCount(0);
});

test("denying a scope requires a reason, reported at its field, notifies the firm, and shows the reason on the key", async ({
  page,
}) => {
  const keyId = await requestScope(
    page,
    "Credential rotation",
    "clients:pii",
    "Rotation reports shall name the clients whose records a key has read.",
  );
  await signIn(page, "platformAdmin");
  await visit(page, queuePath);
  const request = findRequest(page, "clients:pii", "Credential rotation");
  await request.getByRole("button", { name: /^Deny scope/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Deny scope" }).click();
  await expect(dialog.getByText("Enter a reason for the firm.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await dialog.getByLabel("Reason").fill("A rotation report needs no identifiers.");
  await dialog.getByRole("button", { name: "Deny scope" }).click();
  await expect(page.getByText("clients:pii was denied for “Credential rotation”.")).toBeVisible();
  await expect(request).toHaveCount(0);
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/notifications`);
  const notice = page.getByRole("listitem").filter({ hasText: "denied clients:pii" });
  await expect(notice.first()).toContainText("A rotation report needs no identifiers.");
  await visit(page, `/o/${await findSlug(page)}/credentials/${keyId}`);
  await expect(page.getByRole("region", { name: "Denied" })).toContainText("“A rotation report needs no identifiers.”");
});

test("a rate limit of one organization applies from the next request until it is removed", async ({ page }) => {
  const { otherOrganization } = readDemoData().keys;
  const readLimit = async () =>
    (await page.request.get("/api/v1/me", { headers: { "x-api-key": otherOrganization } })).headers()[
      "x-ratelimit-limit"
    ];
  const usual = await readLimit();
  await signIn(page, "platformAdmin");
  await visit(page, "/administration/organizations");
  const row = page.getByRole("row", { name: /Brandt Osei/ });
  const save = async (limit: string) => {
    await chooseAction(page, row, /^Edit rate limits/);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Read", { exact: true }).fill(limit);
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog.getByText("Enter a reason.")).toBeVisible();
    await expect(dialog.getByLabel("Note")).toBeFocused();
    await dialog.getByLabel("Note").fill("For the migration of the archive.");
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await save("1,234");
  await expect(row).toContainText(`1,234 per key, instead of ${Number(usual).toLocaleString("en-US")}`);
  expect(await readLimit()).toBe("1234");
  // Three times a key's limit for all keys together.
  await expect(row).toContainText("of 3,702");
  await save("");
  await expect(row).not.toContainText("instead of");
  expect(await readLimit()).toBe(usual);
});

test("the list shows children below their headquarters", async ({ page }) => {
  await signIn(page, "platformAdmin");
  await visit(page, "/administration/organizations");
  const names = page.getByRole("table").getByRole("rowheader");
  await expect(names.filter({ hasText: "Hartwell & Pierce" })).toHaveCount(3);
  const shown = await names.allInnerTexts();
  const place = shown.findIndex((name) => name.includes("Headquarters"));
  expect(shown.slice(place + 1, place + 3).every((name) => name.includes("Child organization"))).toBe(true);
});

test("an organization is created below another, moved to the top, and gets another time zone", async ({ page }) => {
  await signIn(page, "platformAdmin");
  await visit(page, "/administration/organizations");
  await page.getByRole("button", { name: "Create organization" }).click();
  const dialog = page.getByRole("dialog");
  const submit = dialog.getByRole("button", { name: "Create organization" });
  await submit.click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await expect(dialog.getByLabel("Name", { exact: true })).toBeFocused();
  // By keyboard alone; some fields come after their "Why?".
  await page.keyboard.type("Ash & Vale");
  for (const [tabs, text] of [
    [2, "brandt-osei"],
    [1, "Nora"],
    [1, "Vale"],
    [2, "nora@ashvale.example"],
    [2, "Brandt"],
  ] as const) {
    for (let tab = 0; tab < tabs; tab += 1) await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await dialog.getByLabel("Note").fill("They have joined the group.");
  await submit.click();
  await expect(dialog.getByText("Belongs to another organization")).toBeVisible();
  await expect(dialog.getByLabel("Slug")).toBeFocused();
  await dialog.getByLabel("Slug").fill("");
  await submit.click();
  await expect(page.getByText("Ash & Vale was created. We sent an invitation to nora@ashvale.example.")).toBeVisible();
  const row = page.getByRole("row", { name: /Ash & Vale/ });
  for (const text of ["Child organization", "ash-vale", "America/New York"]) await expect(row).toContainText(text);

  await chooseAction(page, row, /^Edit organization/);
  await dialog.getByLabel("Parent organization").selectOption("None");
  await expect(dialog.getByText(/^Members who manage members of Ash & Vale and /)).toBeVisible();
  await dialog.getByLabel("Time zone").selectOption("America/Denver");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Note").fill("They have left the group.");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText("America/Denver");
  await expect(row).not.toContainText("Child organization");
});

/**
 * Brings the queue into a state with something in it, whatever ran before, and signs in as the administrator.
 *
 * @returns the path
 */
async function fillQueue(page: Page): Promise<string> {
  await requestScope(
    page,
    "Connection test",
    "medical:read",
    "Shows the status of retrieval requests to the records team.",
  );
  await signIn(page, "platformAdmin");
  return queuePath;
}

checkScreens([
  {
    name: "scope-requests",
    path: fillQueue,
    prepare: (page) => expect(findRequest(page, "medical:read", "Connection test")).toBeVisible(),
    next: [
      {
        name: "scope-requests-grant",
        prepare: async (page) => {
          await findRequest(page, "medical:read", "Connection test")
            .getByRole("button", { name: /^Grant scope/ })
            .click();
          await page.getByRole("dialog").getByLabel("90 days").check();
        },
      },
      {
        name: "scope-requests-deny",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await findRequest(page, "medical:read", "Connection test")
            .getByRole("button", { name: /^Deny scope/ })
            .click();
          await page.getByRole("button", { name: "Deny scope" }).click();
        },
      },
    ],
  },
  { name: "scope-requests-decided", path: `${queuePath}?status=granted`, person: "platformAdmin" },
  {
    name: "scope-requests-templates",
    path: `${queuePath}?status=templates`,
    person: "platformAdmin",
    next: [
      {
        name: "scope-requests-template",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Create template" }).click();
          await page.getByRole("button", { name: "Save template" }).click();
        },
      },
    ],
  },
  { name: "scope-requests-none", path: `${queuePath}?status=lapsed`, person: "platformAdmin" },
  {
    name: "organizations-administered",
    path: "/administration/organizations",
    person: "platformAdmin",
    next: [
      {
        name: "organizations-rate-limits",
        prepare: async (page) => {
          await chooseAction(page, page.getByRole("row").nth(1), /^Edit rate limits/);
          await page.getByRole("button", { name: "Save changes" }).click();
        },
      },
      {
        name: "organizations-edit",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await chooseAction(page, page.getByRole("row").nth(1), /^Edit organization/);
          await page.getByRole("button", { name: "Save changes" }).click();
        },
      },
      {
        name: "organizations-create",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await page.getByRole("button", { name: "Create organization" }).click();
          await page.getByRole("dialog").getByRole("button", { name: "Create organization" }).click();
        },
      },
    ],
  },
  { name: "administrators-only", path: queuePath, person: "manager" },
]);
