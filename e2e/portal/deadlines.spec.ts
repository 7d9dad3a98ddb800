import { expect, type Locator, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { takePicture } from "../pictures.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

const nextYear = new Date().getUTCFullYear() + 1;

checkScreens([
  { name: "deadlines", path: "/o/{slug}/deadlines", person: "attorney" },
  {
    name: "deadline-of-a-moved-trial",
    person: "attorney",
    path: async (page) => {
      const found = await openClient(page.request, readDemoData().keys.full).send(
        "GET",
        "/deadlines?hasPending=true&type=expert_disclosure&limit=1",
      );
      const {
        deadlines: [deadline],
      } = (await found.json()) as { deadlines: { id: string }[] };
      return `/o/${await findSlug(page)}/deadlines?deadline=${deadline?.id}`;
    },
    next: [
      {
        name: "deadline-of-a-moved-trial-decide",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Decide on all 3 dates" }).click();
          await expect(page.getByRole("dialog", { name: "Decide on 3 later dates" })).toBeVisible();
        },
      },
    ],
  },
  { name: "deadlines-at-risk", path: "/o/{slug}/deadlines?tab=risk", person: "attorney" },
  { name: "deadlines-docket", path: "/o/{slug}/deadlines?tab=docket", person: "attorney" },
  {
    name: "jurisdiction-rules",
    path: "/o/{slug}/settings/jurisdiction-rules",
    person: "manager",
    next: [
      {
        name: "jurisdiction-rules-view",
        prepare: async (page) => {
          await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption("PA");
          await page.getByRole("button", { name: "Personal injury", exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "jurisdiction-rules-edit",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toBeHidden();
          await page.getByRole("button", { name: "Actions for Personal injury" }).click();
          await page.getByRole("menuitem", { name: "Edit" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
      {
        name: "jurisdiction-rules-service",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).toBeHidden();
          await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption("CA");
          await page.getByRole("button", { name: "Actions for Service" }).click();
          await page.getByRole("menuitem", { name: "Edit" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  {
    name: "chain-templates",
    path: "/o/{slug}/settings/chain-templates",
    person: "manager",
    next: [
      {
        name: "chain-templates-view",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Federal: answer served", exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
  { name: "deadline-policy", path: "/o/{slug}/settings/deadline-policy", person: "manager" },
]);

/** Clicks where a row has no text of its link. */
async function clickRightEnd(page: Page, row: Locator): Promise<void> {
  await row.scrollIntoViewIfNeeded();
  const box = await row.boundingBox();
  if (box === null) throw new Error("the row is not shown");
  await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2);
}

test("the whole row of a list opens its deadline", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/deadlines?tab=risk`);
  const row = page.getByRole("table", { name: "Overdue or due within 30 days" }).locator("tbody tr").first();
  const title = (await row.getByRole("link").innerText()).trim();
  await clickRightEnd(page, row);
  await expect(page).toHaveURL(/deadlines\?deadline=/);
  await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
});

test("the docket is an agenda by day, and a month that prints", async ({ page }) => {
  const { keys, ids } = readDemoData();
  const title = `Agenda ${Date.now()}`;
  const dueOn = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const created = await openClient(page.request, keys.full).send("POST", `/cases/${ids.caseId}/deadlines`, {
    type: "discovery_response",
    title,
    dueOn,
    reason: "Counted by hand",
  });
  expect(created.status(), await created.text()).toBe(201);
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/deadlines?tab=docket`);
  await page.getByLabel("Whose docket").selectOption("The firm");
  const line = page.getByRole("listitem").filter({ hasText: title });
  await expect(line).toContainText(/business days? left|today/);
  await clickRightEnd(page, line);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await visit(page, `/o/${await findSlug(page)}/deadlines?tab=docket`);
  await page.getByLabel("Whose docket").selectOption("The firm");
  await page.getByLabel("View").selectOption("Month");
  const calendar = page.getByRole("table", { name: /^Docket of / });
  await expect(calendar).toBeVisible();
  if (!(await calendar.getByText(title).isVisible())) await page.getByRole("button", { name: "Next month" }).click();
  await expect(calendar.getByRole("link", { name: title })).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Next month" })).toBeHidden();
  await expect(calendar).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await calendar.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("a second attorney finds the date that a key set, and it is verified", async ({ request, browser }) => {
  const { keys, ids } = readDemoData();
  const citation = `Trial citation ${Date.now()}`;
  const created = await openClient(request, keys.full).send("POST", `/cases/${ids.caseId}/deadlines`, {
    type: "notice_of_claim",
    title: citation,
    dueOn: `${nextYear}-03-15`,
    citation,
    reason: "Counted by hand",
  });
  expect(created.status()).toBe(201);

  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/deadlines`);
  await page.getByRole("link", { name: citation }).click();
  await page.getByRole("button", { name: "Verify date" }).click();
  const decision = page.getByRole("dialog", { name: "Verify date" });
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision.getByText("Enter the date you found.")).toBeVisible();
  await decision.getByLabel("Date you found").fill(`${nextYear}-03-14`);
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision.getByText("The date differs from the deadline’s")).toBeVisible();
  await decision.getByLabel("Date you found").fill(`${nextYear}-03-15`);
  await decision.getByRole("button", { name: "Save decision" }).click();
  await expect(decision).toBeHidden();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Verified");
  await context.close();
});

test("a trial that is moved through the API makes its deadlines wait, and a second attorney confirms all of them at once", async ({
  request,
  browser,
}) => {
  const { keys, ids } = readDemoData();
  const client = openClient(request, keys.full);
  const send = async <Body>(...call: Parameters<typeof client.send>) => {
    const reply = await client.send(...call);
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()) as Body;
  };
  const name = `Trial order ${Date.now()}`;
  const item = {
    type: "custom",
    unit: "calendar_days",
    direction: "before",
    rollRule: "none",
    citation: "Standing order 4",
  };
  const templateKey = `cht_${name.toLowerCase().replaceAll(" ", "_")}`;
  await send("PUT", `/deadline-chain-templates/${templateKey}`, {
    name,
    jurisdiction: "US",
    trigger: { source: "trial", label: "Trial" },
    asOf: "2026-11",
    items: [
      { ...item, key: "list", title: `Expert list (${name})`, offset: 90 },
      { ...item, key: "brief", title: `Trial brief (${name})`, offset: 20 },
      { ...item, key: "draft", title: `Draft brief (${name})`, offset: 10, from: "item:brief" },
    ],
  });
  const trial = `${nextYear}-09-13`;
  const {
    calendarEvent: { id: recordId },
  } = await send<{ calendarEvent: { id: string } }>("POST", "/calendar-events", {
    type: "trial",
    title: name,
    caseId: ids.caseId,
    allDay: true,
    startOn: trial,
    endOn: trial,
  });
  const { deadlineChain } = await send<{ deadlineChain: { id: string } }>(
    "POST",
    `/cases/${ids.caseId}/deadline-chains`,
    { templateKey, triggerOn: trial, trigger: { source: "trial", recordId } },
  );
  const later = `${nextYear}-11-01`;
  const { changes } = await send<{ changes: { toOn: string; action: string }[] }>(
    "GET",
    `/calendar-events/${recordId}/affected-deadlines?startOn=${later}`,
  );
  expect(changes.map(({ action }) => action)).toEqual(["propose", "propose", "propose"]);
  await send("PATCH", `/calendar-events/${recordId}`, { allDay: true, startOn: later, endOn: later });

  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/deadlines`);
  const row = page
    .getByRole("region", { name: "Waiting for a second person" })
    .getByRole("row")
    .filter({ hasText: `Expert list (${name})` });
  await expect(row).toContainText(`Jun 15, ${nextYear} → `);
  await expect(row).toContainText(`Aug 3, ${nextYear}`);
  await expect(row).toContainText(/Trial: .*Sep 13, \d{4} → .*Nov 1, \d{4}/);
  await row.getByRole("link").click();
  await page.getByRole("button", { name: "Decide on all 3 dates" }).click();
  const dialog = page.getByRole("dialog", { name: "Decide on 3 later dates" });
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  await dialog.getByRole("button", { name: "Save decision" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Details" })).toContainText(`Aug 3, ${nextYear}`);
  await expect(page.getByText("A later date is waiting")).toHaveCount(0);
  await context.close();
  const { deadlines } = await send<{ deadlines: { dueOn: string }[] }>("GET", `/deadline-chains/${deadlineChain.id}`);
  expect(deadlines.map(({ dueOn }) => dueOn)).toEqual(changes.map(({ toOn }) => toOn));
});

test("the policy is changed, and a list of days that does not descend is rejected", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/deadline-policy`);
  const contract = page.getByLabel("Contract", { exact: true }).last();
  await contract.fill("3, 7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter whole numbers from 1095 to 0")).toBeVisible();
  await contract.fill("10, 7, 3");
  await page.getByLabel("Days until attorneys are reminded").fill("0");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Enter a whole number from 1 to 365.")).toBeVisible();
  await page.getByLabel("Days until attorneys are reminded").fill("21");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Policy saved.")).toBeVisible();
  await expect(page.getByLabel("Contract", { exact: true }).last()).toHaveValue("10, 7, 3");
  await expect(page.getByLabel("Days until attorneys are reminded")).toHaveValue("21");
});

test("an attorney without the organization's settings verifies a rule after comparing it with its statute", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAnew(page, await createColleague({ role: "attorney", isAttorney: true, hasSecondFactor: true }));
  await visit(page, `/o/${await findSlug(page)}/settings/jurisdiction-rules`);
  await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption("TX");
  const row = page.getByRole("row").nth(1);
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Verify"]);
  await page.getByRole("menuitem", { name: "Verify" }).click();
  const dialog = page.getByRole("dialog", { name: /^Verify / });
  await expect(dialog.getByRole("link", { name: /opens a new tab/ })).toHaveAttribute("rel", "noreferrer");
  await dialog.getByRole("button", { name: "Verify rule" }).click();
  await expect(dialog.getByText("Compare the rule with its source")).toBeVisible();
  await takePicture(page, "rule-verify");
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, "rule-verify-phone");
  await dialog.getByLabel(/^I compared it with/).check();
  await dialog.getByRole("button", { name: "Verify rule" }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("Verified");
  await context.close();
});

test("a date says to those who may not verify it why", async ({ page, request }) => {
  const { keys, ids } = readDemoData();
  const title = `For somebody else ${Date.now()}`;
  const created = await openClient(request, keys.full).send("POST", `/cases/${ids.caseId}/deadlines`, {
    type: "notice_of_claim",
    title,
    dueOn: `${nextYear}-04-15`,
    citation: "Trial citation",
    reason: "Counted by hand",
  });
  expect(created.status()).toBe(201);
  for (const [person, reason] of [
    ["manager", "Only an attorney can decide."],
    ["attorney", "A second attorney must decide"],
    ["member", "Only members with the permission"],
  ] as const) {
    await signIn(page, person);
    await visit(page, `/o/${await findSlug(page)}/deadlines`);
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(page.getByRole("button", { name: "Verify date" })).toHaveCount(0);
  }
  await signIn(page, "approver");
  await visit(page, `/o/${await findSlug(page)}/deadlines`);
  await page.getByRole("link", { name: title }).click();
  // The first thing of the page that can be done.
  await expect(page.getByRole("main").getByRole("button").first()).toHaveText("Verify date");
});

test("a rule is edited and disabled, and taken back; nobody but an attorney verifies it", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/jurisdiction-rules`);
  await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption("DE");
  const row = page.getByRole("row").filter({ hasText: "18 Del. C. § 6856" });
  await row.getByRole("button", { name: "Medical malpractice", exact: true }).click();
  const view = page.getByRole("dialog", { name: "Medical malpractice" });
  await expect(view).toContainText("18 Del. C. § 6856");
  await expect(view).toContainText("Unverified");
  await takePicture(page, "rule-view");
  await page.keyboard.press("Escape");
  await expect(view).toBeHidden();
  const choose = async (action: string) => {
    await row.getByRole("button", { name: "Actions for Medical malpractice" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Years", { exact: true }).fill("two");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog.getByText("Enter a whole number.")).toBeVisible();
  await dialog.getByLabel("Years", { exact: true }).fill("3");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(row).toContainText("3 years");
  await expect(row).toContainText("The firm’s text");
  await choose("Disable");
  await expect(row).toContainText("Disabled");
  await choose("Mark as unverified");
  await expect(row).toContainText("Unverified");
  await row.getByRole("button", { name: "Actions for Medical malpractice" }).click();
  await expect(page.getByText("Only attorneys can verify.")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Verify" })).toHaveCount(0);
});

test("a service rule is edited: days, court days, and what happens before a hearing", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/jurisdiction-rules`);
  await page.getByRole("combobox", { name: "Jurisdiction" }).selectOption("OH");
  const row = page.getByRole("row").filter({ hasText: "Ohio Civ.R. 6(D)" });
  await row.getByRole("button", { name: "Actions for Service" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("By fax", { exact: true }).fill("99");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(dialog.getByText("Enter a whole number of at most 60.")).toBeVisible();
  await dialog.getByLabel("By fax", { exact: true }).fill("1");
  await dialog.getByLabel("Unit: By fax").selectOption("court days");
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await expect(row).toContainText("3 days by mail, 3 days by overnight delivery, 1 court day by fax");
  await expect(row).toContainText("The firm’s text");
});

test("a chain template shows its periods, is disabled and taken back; nobody but an attorney verifies it", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/chain-templates`);
  const row = page.getByRole("row").filter({ hasText: "Federal: hearing set" });
  await row.getByRole("button", { name: "Federal: hearing set", exact: true }).click();
  const view = page.getByRole("dialog", { name: "Federal: hearing set" });
  await expect(view).toContainText("7 days before the trigger");
  await expect(view).toContainText("Fed. R. Civ. P. 6(c)(2)");
  await takePicture(page, "chain-template-view");
  await view.getByRole("button", { name: "Close" }).first().click();
  await expect(view).toBeHidden();
  const choose = async (action: string) => {
    await row.getByRole("button", { name: "Actions for Federal: hearing set" }).click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  await choose("Disable");
  await expect(row).toContainText("Disabled");
  await choose("Mark as unverified");
  await expect(row).toContainText("Unverified");
  await row.getByRole("button", { name: "Actions for Federal: hearing set" }).click();
  await expect(page.getByText("Only attorneys can verify.")).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Verify" })).toHaveCount(0);
});
