import { expect, type Locator } from "@playwright/test";
import {
  createButton,
  makeKey,
  nameField,
  open,
  openScopes,
  requestMe,
  scopeBox,
  tickScope,
  secretDialog,
  storeSecret,
} from "../keys.ts";
import { findPerson, findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit, waitUntilCalm } from "../visit.ts";

const isFocused = (field: Locator) => expect(field).toBeFocused();

test("the hosts of Zapier and of an n8n Cloud workspace are added by a button", async ({ page }) => {
  await open(page, "/credentials/new");
  await page.getByText("Hosts of Zapier and n8n Cloud").click();
  await page.getByRole("button", { name: "Add Zapier" }).click();
  const hosts = page.getByRole("list", { name: "Selected hosts" });
  await expect(hosts).toContainText("hooks.zapier.com");
  await expect(page.getByRole("button", { name: "Add Zapier" })).toBeHidden();
  await page.getByRole("button", { name: "Add n8n Cloud" }).click();
  const workspace = page.getByRole("textbox", { name: "n8n Cloud workspace" });
  await isFocused(workspace);
  await workspace.press("Enter");
  await expect(page.getByText("Enter the workspace, such as lakeside")).toBeVisible();
  await workspace.fill("https://lakeside.app.n8n.cloud/home");
  await page.getByRole("button", { name: "Add host" }).click();
  await expect(hosts).toContainText("lakeside.app.n8n.cloud");
  await expect(workspace).toBeHidden();
});

test("missing values are reported at their fields, and the first one gets the focus", async ({ page }) => {
  await open(page, "/credentials/new");
  await createButton(page).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await expect(page.getByText("Choose at least one scope")).toBeVisible();
  await isFocused(nameField(page));
  await expect(nameField(page)).toHaveAttribute("aria-invalid", "true");
  await nameField(page).fill("evil \u202Eevil");
  await expect(page.getByText("Must not contain bidirectional controls.")).toBeVisible();
  await nameField(page).fill("Website intake");
  await nameField(page).blur();
  await expect(page.getByText("has this name. Logs and notices show names")).toBeVisible();
  await nameField(page).fill("Documents");
  await expect(page.getByText("Enter a name")).toBeHidden();
  const hosts = page.getByRole("textbox", { name: "Webhook hosts" });
  await hosts.fill("https://hooks.example.com:8443/cases?a=1, 198.51.100.7, localhost");
  await hosts.press("Enter");
  for (const fault of [
    "“198.51.100.7”: Enter a host name, not an IP address.",
    "“localhost”: Enter a host that is reachable from the Internet.",
  ])
    await expect(page.getByText(fault)).toBeVisible();
  await page.getByRole("button", { name: "Remove 198.51.100.7" }).click();
  await isFocused(page.getByRole("button", { name: "Remove localhost" }));
  await page.keyboard.press("Enter");
  await isFocused(page.getByRole("button", { name: "Remove hooks.example.com" }));
  await tickScope(page, "documents:write");
  await expect(page.getByText("Choose an acting attorney. Required by documents:write")).toBeVisible();
  await tickScope(page, "medical:write");
  await createButton(page).click();
  await isFocused(page.getByLabel("Reason for the elevated scopes"));
  await page.getByLabel("Reason for the elevated scopes").fill("Files the records of open cases.");
  await createButton(page).click();
  await isFocused(page.getByRole("combobox", { name: "Acting attorney" }));
});

test("with a preset the form is at most two windows high, few Tabs long, and has chosen the signed-in attorney", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/credentials/new`);
  const review = page.getByRole("complementary", { name: "Review" });
  // What is missing is named before anything is sent.
  await expect(review.getByText("Still needed:")).toHaveText("Still needed: Name, Scopes");
  await nameField(page).fill("Measured");
  const again = page.getByRole("button", { name: "Change preset" });
  const attorney = page.getByRole("combobox", { name: "Acting attorney" });
  for (const preset of ["Read-only sync", "Intake form", "Records retrieval vendor", "Settlement accounting"]) {
    if (await again.isVisible()) await again.click();
    await page.getByRole("button", { name: preset }).click();
    // The focus stays in the section; the table of scopes is folded.
    await isFocused(page.getByRole("button", { name: "Change scopes" }));
    await expect(page.getByRole("table", { name: "Scopes by area" })).toBeHidden();
    await expect(attorney.locator("option:checked")).toContainText(
      preset === "Records retrieval vendor" ? [findPerson("attorney").email] : [],
    );
    await waitUntilCalm(page);
    expect(await page.evaluate(() => document.documentElement.scrollHeight), preset).toBeLessThanOrEqual(1_800);
    await nameField(page).focus();
    const isCreateFocused = () => createButton(page).evaluate((button) => button === document.activeElement);
    let tabs = 0;
    for (; tabs <= 25 && !(await isCreateFocused()); tabs += 1) await page.keyboard.press("Tab");
    expect(tabs, preset).toBeLessThanOrEqual(25);
  }
});

test("a key with documents scopes requires the attorney, and its secret is shown until it is stored", async ({
  page,
}) => {
  const name = `Documents ${Date.now()}`;
  await open(page, "/credentials/new");
  await nameField(page).fill(name);
  await tickScope(page, "documents:write");
  await expect(scopeBox(page, "documents:read")).not.toBeChecked();
  const attorney = page.getByRole("combobox", { name: "Acting attorney" });
  await attorney.selectOption({ label: (await attorney.locator("option").nth(1).textContent()) ?? "" });
  await createButton(page).click();
  const dialog = secretDialog(page);
  await expect(dialog.getByRole("button", { name: "Done" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText("CASEPORT_API_KEY=")).toBeVisible();
  await expect(dialog.getByText("/api/v1/me")).toBeVisible();
  await dialog.getByRole("tab", { name: "Python" }).click();
  await expect(dialog.getByText("urllib.request.urlopen")).toBeVisible();
  await dialog.getByRole("button", { name: "Send test request" }).click();
  await expect(dialog.getByText(/received .* from/)).toBeVisible();
  const secret = await storeSecret(page);
  expect(secret).toMatch(/^cpk_\w{8}_\w{49}$/);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect((await requestMe(page, secret)).status()).toBe(200);
  // The secret is gone from the page, the URL and the browser's storage.
  expect(await page.content()).not.toContain(secret);
  expect(page.url()).not.toContain("cpk_");
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("cpk_");
});

test("after “received just now”, neither the key's page nor the list says that it was never used", async ({ page }) => {
  const name = `First use ${Date.now()}`;
  await open(page, "/credentials/new");
  await nameField(page).fill(name);
  await tickScope(page, "cases:read");
  await createButton(page).click();
  const dialog = secretDialog(page);
  await expect(dialog.getByText("Waiting for the first request")).toBeVisible();
  await dialog.getByRole("button", { name: "Send test request" }).click();
  await expect(dialog.getByText(/received just now from /)).toBeVisible();
  await storeSecret(page);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const details = page.getByRole("region", { name: "Details" });
  const lastUse = details.locator("dt", { hasText: "Last used" }).locator("xpath=following-sibling::dd[1]");
  await expect(lastUse).toContainText(/just now|minutes? ago/);
  // As a person goes there: without loading the page.
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "API keys" }).click();
  await page.getByLabel("Search by name or prefix").fill(name);
  const row = page.getByRole("table", { name: "API keys" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(/just now|minutes? ago/);
  await expect(row).not.toContainText("Never");
});

test("an elevated scope requires a purpose, rules out an expiry of two years, and waits for an administrator", async ({
  page,
}) => {
  const name = `Records ${Date.now()}`;
  await open(page, "/credentials/new");
  await nameField(page).fill(name);
  await page.getByRole("radio", { name: "2 years" }).check();
  await page.getByRole("button", { name: "Records retrieval vendor" }).click();
  await openScopes(page);
  await expect(scopeBox(page, "medical:write")).toBeChecked();
  await expect(page.getByRole("radio", { name: "2 years" })).toBeDisabled();
  await expect(page.getByText("Keys with an elevated scope expire after at most one year")).toBeVisible();
  await page.getByRole("radio", { name: "1 year" }).check();
  await page.getByRole("combobox", { name: "Acting attorney" }).selectOption({ index: 1 });
  await createButton(page).click();
  const purpose = page.getByLabel("Reason for the elevated scopes");
  await isFocused(purpose);
  await purpose.fill("Retrieves the treatment records of open cases.");
  await createButton(page).click();
  await storeSecret(page);
  const waiting = page.getByRole("region", { name: "Waiting for a platform administrator" });
  await expect(waiting.getByText("medical:write", { exact: true })).toBeVisible();
  await waiting.getByRole("button", { name: "Withdraw request for medical:write" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText("Request for medical:write withdrawn.")).toBeVisible();
  await expect(waiting.getByText("medical:write", { exact: true })).toBeHidden();
  await expect(waiting.getByText("medical:read", { exact: true })).toBeVisible();
});

test("a key is bound to a vendor when it is created, and unbound later", async ({ page }) => {
  await open(page, "/credentials/new");
  await nameField(page).fill(`Retrieval ${Date.now()}`);
  const vendor = page.getByRole("combobox", { name: "Bound vendor" });
  await expect(vendor).toBeHidden();
  await tickScope(page, "medical:read");
  await page.getByLabel("Reason for the elevated scopes").fill("Retrieves the records of open cases.");
  await vendor.selectOption({ label: "Meridian Record Retrieval" });
  await createButton(page).click();
  const secret = await storeSecret(page);
  const readVendor = async () =>
    ((await (await requestMe(page, secret)).json()) as { me: { vendorContactId: string | null } }).me.vendorContactId;
  await expect(page.getByText("Only of Meridian Record Retrieval")).toBeVisible();
  expect(await readVendor()).toMatch(/^con_/);
  await page.getByRole("tab", { name: "Edit" }).click();
  await vendor.selectOption({ label: "All vendors" });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Changes saved.")).toBeVisible();
  expect(await readVendor()).toBeNull();
  await page.getByRole("tab", { name: "Audit log" }).click();
  await expect(page.getByRole("list", { name: /History/ }).getByText("all vendors")).toBeVisible();
});

test("search and filters of the list are in the URL, and Back restores them", async ({ page }) => {
  await makeKey(page, `Zeppelin ${Date.now()}`);
  await open(page, "/credentials");
  const table = page.getByRole("table", { name: "API keys" });
  const rows = table.getByRole("row");
  await expect(rows.nth(2)).toBeVisible();
  const whole = await rows.count();
  await page.getByLabel("Search by name or prefix").fill("zeppelin");
  await expect(page).toHaveURL(/q=zeppelin/);
  await expect.poll(() => rows.count()).toBeLessThan(whole);
  await table
    .getByRole("link", { name: /Zeppelin/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /Zeppelin/ })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel("Search by name or prefix")).toHaveValue("zeppelin");
  await expect(table.getByRole("link").first()).toContainText("Zeppelin");
  await page.getByLabel("Status").selectOption("revoked");
  await expect(page.getByRole("heading", { name: "No matching keys" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).last().click();
  await expect.poll(() => rows.count()).toBeGreaterThan(2);
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(table.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
});

test("a secret pasted into the search does not reach the URL", async ({ page }) => {
  const secret = await makeKey(page, `Pasted ${Date.now()}`);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  await open(page, "/credentials");
  await page.getByLabel("Search by name or prefix").fill(secret);
  await expect(page).toHaveURL(new RegExp(`q=${secret.slice(0, 12)}$`));
  await expect(page.getByRole("table", { name: "API keys" }).getByRole("link", { name: /Pasted/ })).toBeVisible();
  expect(urls.filter((url) => decodeURIComponent(url).includes(secret.slice(13)))).toEqual([]);
});

test("rotating keeps both secrets valid, and shows the new one once", async ({ page }) => {
  const old = await makeKey(page, `Rotated ${Date.now()}`);
  await page.getByRole("button", { name: "Rotate key" }).click();
  await page.getByRole("radio", { name: /24 hours/ }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate key" }).click();
  await expect(secretDialog(page).getByText("works until")).toBeVisible();
  const next = await storeSecret(page);
  expect(next).not.toBe(old);
  for (const secret of [old, next]) expect((await requestMe(page, secret)).status()).toBe(200);
  await expect(page.getByText("rotated, expires")).toBeVisible();
  await page.getByRole("button", { name: "End now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End secret" }).click();
  await expect(page.getByText("The old secret no longer works.")).toBeVisible();
  expect([(await requestMe(page, old)).status(), (await requestMe(page, next)).status()]).toEqual([401, 200]);
});

test("pausing takes effect at the very next request and can be undone", async ({ page }) => {
  const secret = await makeKey(page, `Paused ${Date.now()}`);
  await page.getByRole("button", { name: "Pause key" }).click();
  await expect(page.getByText("was paused. Requests with it fail.")).toBeVisible();
  expect((await requestMe(page, secret)).status()).toBe(401);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("was resumed.")).toBeVisible();
  expect((await requestMe(page, secret)).status()).toBe(200);
  await expect(page.getByRole("button", { name: "Pause key" })).toBeVisible();
});

test("editing sends only changed fields, and leaving with unsaved changes opens a confirmation", async ({ page }) => {
  const name = `Edited ${Date.now()}`;
  await makeKey(page, name);
  await page.getByRole("tab", { name: "Edit" }).click();
  await expect(page).toHaveURL(/tab=edit/);
  await nameField(page).fill(`${name}, renamed`);
  await page.getByRole("textbox", { name: "Allowed networks" }).fill("203.0.113.0/33");
  await page.getByRole("textbox", { name: "Allowed networks" }).press("Enter");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("“203.0.113.0/33”: Invalid CIDR range")).toBeVisible();
  await page.getByRole("button", { name: "Remove 203.0.113.0/33" }).click();
  await isFocused(page.getByRole("textbox", { name: "Allowed networks" }));
  await page.getByRole("textbox", { name: "Webhook hosts" }).fill("https://hooks.example.com/cases,");
  await expect(page.getByRole("main").getByText("+ hooks.example.com")).toBeVisible();
  await page.getByRole("button", { name: "Remove hooks.example.com" }).click();
  await page.getByRole("tab", { name: "Audit log" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  const sent = page.waitForRequest((request) => request.url().includes("serviceAccounts.update"));
  await page.getByRole("button", { name: "Save changes" }).click();
  const body = Object.values((await sent).postDataJSON() as Record<string, object>)[0] ?? {};
  expect(Object.keys(body).toSorted()).toEqual(["expectedRevision", "name", "serviceAccountId"]);
  await expect(page.getByRole("heading", { level: 1, name: `${name}, renamed` })).toBeVisible();
  await page.getByRole("tab", { name: "Audit log" }).click();
  await expect(page.getByRole("list", { name: /History/ }).getByText("renamed")).toBeVisible();
});

test("saving over another member's change is rejected, and both changes can be kept after a review", async ({
  page,
  context,
}) => {
  const name = `Shared ${Date.now()}`;
  await makeKey(page, name);
  await page.getByRole("tab", { name: "Edit" }).click();
  await nameField(page).fill(`${name}, mine`);
  const other = await context.newPage();
  await visit(other, page.url());
  await other.getByRole("textbox", { name: "Allowed networks" }).fill("203.0.113.0/24");
  await other.getByRole("textbox", { name: "Allowed networks" }).press("Enter");
  await other.getByRole("button", { name: "Save changes" }).click();
  await expect(other.getByText("No changes")).toBeVisible();
  await page.getByRole("button", { name: "Save changes" }).click();
  const conflict = page.getByRole("alert").filter({ hasText: "This key was changed in another session" });
  await expect(conflict).toBeInViewport({ ratio: 1 });
  await isFocused(conflict.locator("xpath=.."));
  await expect(nameField(page)).toHaveValue(`${name}, mine`);
  await page.getByRole("button", { name: "Review changes" }).click();
  await expect(page.getByText("This key was changed in another session")).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove 203.0.113.0/24" })).toBeVisible();
  await expect(nameField(page)).toHaveValue(`${name}, mine`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `${name}, mine` })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove 203.0.113.0/24" })).toBeVisible();
});

test("a key without its attorney links to the dialog that resolves it", async ({ page }) => {
  await open(page, "/credentials?status=needs_attention");
  const name = (await page.getByRole("table", { name: "API keys" }).getByRole("link").first().textContent()) ?? "";
  await page.getByRole("button", { name: /^\d+ items need attention$/ }).click();
  await page.getByRole("link", { name: "Choose attorney" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose acting attorney" });
  await expect(dialog.getByText(name)).toBeVisible();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("combobox")).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("This key needs an acting attorney")).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose attorney" })).toHaveCount(1);
});

test("a <script> in a name is shown as text, and a long name is clipped", async ({ page }) => {
  const name = `<script>document.title='owned'</script><img src=x onerror="document.title='owned'"> ${"for the records of open cases ".repeat(3)}${Date.now()}`;
  await makeKey(page, name);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  expect((await page.getByRole("heading", { level: 1, name }).boundingBox())?.height).toBeLessThan(3.5 * 35);
  await visit(page, `/o/${await findSlug(page)}/credentials?q=owned`);
  await expect(page.getByRole("link", { name })).toBeVisible();
  expect((await page.getByRole("link", { name }).boundingBox())?.height).toBeLessThan(50);
  expect(await page.title()).not.toContain("owned");
});

test("a member without the permission sees whom to contact, and the server rejects the request", async ({ page }) => {
  await signIn(page, "member");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/credentials/new`);
  await expect(page.getByRole("heading", { name: "You don’t have permission to manage API keys" })).toBeVisible();
  const response = await page.request.get("/api/trpc/serviceAccounts.list?input=%7B%7D", {
    headers: { "x-organization": slug },
  });
  expect(response.status()).toBe(403);
});

test("a key can be created by keyboard alone", async ({ page }) => {
  const name = `Typed ${Date.now()}`;
  await open(page, "/credentials/new");
  await nameField(page).focus();
  await page.keyboard.type(name);
  // Enter does not send what is not complete.
  for (const key of ["Enter", ...Array<string>(6).fill("Tab")]) await page.keyboard.press(key);
  await isFocused(page.getByRole("button", { name: "Intake form" }));
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change scopes" }).press("Enter");
  await expect(scopeBox(page, "leads:write")).toBeChecked();
  await createButton(page).focus();
  await page.keyboard.press("Enter");
  const dialog = secretDialog(page);
  await expect(dialog).toBeVisible();
  await dialog.getByLabel("I have stored the secret").focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await isFocused(dialog.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
});
