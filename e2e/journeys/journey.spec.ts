import { randomUUID } from "node:crypto";
import { expect, type APIResponse, type Browser, type Page } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { findPasswordLink, waitForMail } from "../mails.ts";
import { findSlug, makeCode, signIn } from "../people.ts";
import { createCode } from "../second-factor.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/**
 * The whole life of a key, in the words of the issue: an attorney joins the firm, makes a key that acts for her,
 * requests an elevated scope, leaves; somebody else cures the key, rotates, pauses and revokes it. Everybody has a
 * browser of their own. It happens in the unrelated firm, where no other test counts keys that need attention.
 */

const password = `a long way ${randomUUID()}`;
const stamp = Date.now();
const email = `nora.${stamp}@brandtosei.example`;
const attorneyName = `Nora Vandermeer${stamp}`;
const keyName = `Vandermeer records ${stamp}`;

/** A person's own browser: nothing is shared with the others. */
async function openBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  return context.newPage();
}

/** What the integration does with the key. */
function program(page: Page) {
  const { otherOrganization: ids, keys } = readDemoData();
  const send = (method: string, path: string, secret: string, data?: object): Promise<APIResponse> =>
    page.request.fetch(`/api/v1${path}`, {
      method,
      headers: { "x-api-key": secret, ...(method !== "GET" && { "X-Idempotency-Key": randomUUID() }) },
      ...(data !== undefined && { data }),
    });
  let version = 0;
  return {
    whoAmI: (secret: string) => send("GET", "/me", secret),
    createFolder: (secret: string) =>
      send("POST", `/cases/${ids.caseId}/folders`, secret, { name: `Journey ${randomUUID()}` }),
    updateFacility: async (secret: string) => {
      const response = await send("PATCH", `/medical-facilities/${ids.facilityId}`, secret, {
        expectedVersion: Math.max(version, 1),
        recordsNeeded: true,
      });
      return response;
    },
    /** The version is learned with a key that may read it: an update without changes returns it. */
    learnVersion: async () => {
      for (version = 1; version < 50; version += 1) {
        const response = await send("PATCH", `/medical-facilities/${ids.facilityId}`, keys.otherOrganization, {
          expectedVersion: version,
        });
        if (response.ok()) return;
      }
    },
  };
}

async function storeSecret(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Store the secret" });
  const secret = await dialog.getByRole("group", { name: "Secret", exact: true }).innerText();
  await dialog.getByLabel("I have stored the secret").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  return secret.trim();
}

async function enter(page: Page): Promise<void> {
  await visit(page, "/sign-in?next=/account");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/**
 * Sets the second factor up.
 *
 * @returns its secret
 */
async function enroll(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Set up a second factor" }).click();
  await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
  const secret = ((await page.getByRole("dialog").locator("p.font-mono").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Six-digit code").fill(makeCode(secret));
  await page.getByLabel("I have stored the codes").check();
  await page.getByRole("button", { name: "Done" }).click();
  return secret;
}

async function rotate(page: Page, overlap: RegExp): Promise<string> {
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("radio", { name: overlap }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  return storeSecret(page);
}

test("an attorney from invitation to the end of their key", async ({ page, browser, baseURL }) => {
  const api = program(page);
  await api.learnVersion();
  const manager = await openBrowser(browser, baseURL);
  await signIn(manager, "otherManager");
  const slug = await findSlug(manager);
  const attorney = await openBrowser(browser, baseURL);
  const administrator = await openBrowser(browser, baseURL);
  let secret = "";
  let keyAddress = "";

  await test.step("the manager sends the invitation; the attorney sets a password and a second factor, and signs in with both", async () => {
    const begun = Date.now();
    await visit(manager, `/o/${slug}/team`);
    await manager.getByRole("button", { name: "Invite member" }).click();
    await manager.getByLabel("First name").fill("Nora");
    await manager.getByLabel("Last name").fill(`Vandermeer${stamp}`);
    await manager.getByRole("textbox", { name: "Email address" }).fill(email);
    await manager.getByLabel("Role", { exact: true }).selectOption("attorney");
    await manager.getByLabel("Attorney", { exact: true }).check();
    await manager.getByRole("button", { name: "Send invitation" }).click();
    await expect(manager.getByText(`${attorneyName} was invited.`)).toBeVisible();

    await visit(attorney, findPasswordLink(await waitForMail(email, begun)));
    await attorney.getByLabel("New password", { exact: true }).fill(password);
    await attorney.getByLabel("Confirm new password").fill(password);
    await attorney.getByRole("button", { name: "Set password" }).click();
    await attorney.waitForURL("**/o/**");
    await visit(attorney, "/account");
    const totpSecret = await enroll(attorney);
    await attorney.getByRole("button", { name: /^Account of/ }).click();
    await attorney.getByRole("menuitem", { name: "Sign out" }).click();
    await attorney.waitForURL("**/sign-in");
    await enter(attorney);
    await attorney.waitForURL(/second-factor/);
    await attorney.getByLabel("Six-digit code").fill(await createCode({ email, totpSecret }));
    await expect(attorney.getByRole("heading", { name: "Account and security" })).toBeVisible();
  });

  await test.step("the attorney creates a key with documents scopes, chooses the acting attorney, and stores the secret", async () => {
    await visit(attorney, `/o/${slug}/credentials/new`);
    await attorney.getByLabel("Name", { exact: true }).fill(keyName);
    await attorney.getByRole("button", { name: "Choose scopes one by one" }).click();
    await attorney.getByRole("checkbox", { name: "(documents:read)" }).check();
    await attorney.getByRole("checkbox", { name: "(documents:write)" }).check();
    // Oneself, if an attorney.
    await expect(attorney.getByRole("combobox", { name: "Acting attorney" }).locator("option:checked")).toContainText(
      email,
    );
    await attorney.getByRole("button", { name: "Create key" }).click();
    secret = await storeSecret(attorney);
    await expect(attorney.getByRole("heading", { level: 1, name: keyName })).toBeVisible();
    keyAddress = new URL(attorney.url()).pathname;
  });

  await test.step("the integration uses it in the attorney's name, and the attorney sees its requests", async () => {
    const created = await api.createFolder(secret);
    expect(created.status(), await created.text()).toBe(201);
    const rejected = await api.updateFacility(secret);
    expect(rejected.status()).toBe(403);
    await expect(async () => {
      await visit(attorney, `${keyAddress}?tab=requests`);
      for (const [status, route] of [
        ["201", "/folders"],
        ["403", "/medical-facilities"],
      ] as const) {
        await expect(attorney.getByRole("row").filter({ hasText: route }).filter({ hasText: status })).toBeVisible({
          timeout: 2_000,
        });
      }
    }).toPass({ timeout: 90_000 });
  });

  await test.step("the attorney requests medical:write, an administrator grants it, and the next request succeeds", async () => {
    await visit(attorney, `${keyAddress}?tab=edit`);
    await attorney.getByRole("checkbox", { name: "(medical:write)" }).check();
    await attorney
      .getByLabel("Reason for the elevated scopes")
      .fill("Keeps the records departments of our clients' hospitals up to date.");
    await attorney.getByRole("button", { name: "Save changes" }).click();
    await expect(attorney.getByText("sent to the platform administrators")).toBeVisible();
    expect((await api.updateFacility(secret)).status()).toBe(403);

    await signIn(administrator, "platformAdmin");
    await visit(administrator, "/administration/scope-requests");
    const request = administrator.getByRole("article", { name: `medical:write for ${keyName}` });
    await expect(request).toContainText(attorneyName);
    await request.getByRole("button", { name: /^Grant/ }).click();
    await administrator.getByRole("dialog").getByRole("button", { name: "Grant scope" }).click();
    await expect(administrator.getByText(`medical:write was granted to “${keyName}”.`)).toBeVisible();
    const passed = await api.updateFacility(secret);
    expect(passed.status(), await passed.text()).toBe(200);
  });

  await test.step("the attorney is deactivated: the dialog names the key beforehand, and its requests fail", async () => {
    await visit(manager, `/o/${slug}/team?q=${encodeURIComponent(email)}`);
    await manager
      .getByRole("row")
      .filter({ hasText: email })
      .getByRole("button", { name: /^Actions/ })
      .click();
    await manager.getByRole("menuitem", { name: /Deactivate/ }).click();
    const dialog = manager.getByRole("alertdialog");
    await expect(dialog).toContainText(keyName);
    await dialog.getByRole("button", { name: /Deactivate/ }).click();
    await expect(manager.getByRole("row").filter({ hasText: email })).toContainText("Deactivated");
    const rejected = await api.createFolder(secret);
    expect(rejected.status()).toBe(409);
    expect(await rejected.json()).toMatchObject({ code: "INTEGRATION_NOT_CONFIGURED" });
    const own = await attorney.request.get("/api/trpc/serviceAccounts.list?input=%7B%7D", {
      headers: { "x-organization": slug },
    });
    expect(own.status()).toBe(404);
  });

  await test.step("the banner leads to the resolution", async () => {
    await visit(manager, keyAddress);
    await manager.getByRole("button", { name: "Choose attorney" }).click();
    const dialog = manager.getByRole("dialog", { name: "Choose acting attorney" });
    await dialog.getByRole("combobox").selectOption({ index: 1 });
    await dialog.getByRole("button", { name: "Save changes" }).click();
    await expect(dialog).toBeHidden();
    expect((await api.createFolder(secret)).status()).toBe(201);
  });

  await test.step("after a rotation with overlap both secrets work, then only the newest", async () => {
    const second = await rotate(manager, /24 hours/);
    for (const each of [secret, second]) expect((await api.whoAmI(each)).status()).toBe(200);
    const third = await rotate(manager, /Expires immediately/);
    for (const each of [secret, second]) expect((await api.whoAmI(each)).status()).toBe(401);
    expect((await api.whoAmI(third)).status()).toBe(200);
    secret = third;
  });

  await test.step("pausing, resuming and revoking each take effect at the very next request", async () => {
    await manager.getByRole("button", { name: "Pause key" }).click();
    await expect(manager.getByText("was paused. Requests with it fail.")).toBeVisible();
    expect((await api.whoAmI(secret)).status()).toBe(401);
    await manager.getByRole("button", { name: "Undo" }).click();
    await expect(manager.getByText("was resumed.")).toBeVisible();
    expect((await api.whoAmI(secret)).status()).toBe(200);
    await manager.getByRole("button", { name: "Revoke key" }).click();
    const dialog = manager.getByRole("alertdialog");
    await dialog.getByLabel("Enter the key’s name to confirm").fill(keyName);
    await dialog.getByLabel("Reason").fill("The journey ends here.");
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    await expect(manager.getByText("This key is revoked")).toBeVisible();
    expect((await api.whoAmI(secret)).status()).toBe(401);
  });

  for (const each of [manager, attorney, administrator]) await each.context().close();
});
