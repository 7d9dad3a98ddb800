import { expect, type Locator } from "@playwright/test";
import { createColleague } from "../colleagues.ts";
import { readDemoData } from "../demo-data.ts";
import { findKeyId, queryProcedure } from "../insight.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { reload, visit } from "../visit.ts";
import { takePicture } from "../pictures.ts";
import { test, testInOwnContext } from "../test.ts";

test("the chosen theme applies from the first byte of the next page", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, "/account");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await (await page.request.get("/account")).text()).toMatch(/<html[^>]*data-theme="dark"/);
  await reload(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(17, 21, 27)");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("menuitemradio", { name: "System" }).click();
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the navigation can be skipped and the menu used by keyboard alone, with the focus returning to its button", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, "/account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  const account = page.getByRole("button", { name: /^Account of/ });
  await account.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(account).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menu")).toBeVisible();
});

test("a dialog traps the focus, closes with Escape and returns the focus", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, "/account");
  const opener = page.getByRole("button", { name: "Turn off second factor" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(opener).toBeFocused();
});

test("a person without a membership learns nothing about an organization", async ({ page }) => {
  await signIn(page, "otherManager");
  const foreign = await page.request.get("/api/trpc/serviceAccounts.list?input=%7B%7D", {
    headers: { "x-organization": "hartwell-pierce" },
  });
  expect(foreign.status()).toBe(404);
  expect((await visit(page, "/o/hartwell-pierce/team"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Organization not found" })).toBeVisible();
});

test("while the server is unavailable the screen says so, and retrying continues", async ({ page }) => {
  await signIn(page, "manager");
  // The connection itself is cut, as a broken network cuts it.
  await page.route("**/api/trpc/**", (route) => route.abort("connectionrefused"));
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Caseport could not be reached" })).toBeVisible();
  await page.unroute("**/api/trpc/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Account and security" })).toBeVisible();
});

testInOwnContext("a session that ends while one works leaves the screen as it is", async ({ page }) => {
  await signIn(page, "member", { anew: true });
  await visit(page, "/account");
  await expect(page.getByText("Current session")).toBeVisible();
  await page.context().clearCookies();
  await page.getByLabel("Current password").fill("typed before");
  // The list of sessions is fetched again when one comes back to the window, and finds nobody.
  await page.clock.install();
  await page.clock.fastForward(60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Current password")).toHaveValue("typed before");
  await visit(page, "/organizations");
  await page.waitForURL(/\/sign-in\?next=/);
});

test("the navigation marks the current page, and is a drawer on a phone", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  const navigation = page.getByRole("navigation", { name: "Portal" });
  await visit(page, `/o/${slug}/liens`);
  await expect(navigation.getByRole("link")).toHaveText([
    "Overview",
    "API keys",
    "Webhooks",
    "Events",
    "Request logs",
    "Reports",
    "Cases",
    "Settlements",
    "Liens",
    "Trust",
    "Expenses",
    "Settings",
    "API reference",
  ]);
  await expect(navigation.getByRole("link", { name: "Liens" })).toHaveAttribute("aria-current", "page");
  await expect(navigation.locator("[aria-current]")).toHaveCount(1);
  await navigation.getByRole("link", { name: "Settings" }).click();
  await page.waitForURL(`**/o/${slug}/settings`);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Members/ })
    .click();
  await page.waitForURL(`**/o/${slug}/team`);
  const settings = page.getByRole("navigation", { name: "Settings" });
  await expect(settings.getByRole("link", { name: "Members" })).toHaveAttribute("aria-current", "page");
  await expect(settings.locator("[aria-current]")).toHaveCount(1);
  await settings.getByRole("link", { name: "Back to portal" }).click();
  await page.waitForURL(`**/o/${slug}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(navigation).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Webhooks" })).toBeVisible();
  await takePicture(page, "navigation-phone");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Webhooks" }).click();
  await page.waitForURL("**/webhooks");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the settings' own navigation has every page of theirs, all in view at 900 px, and the open one in view in a lower window", async ({
  page,
}) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit(page, `/o/${slug}/settings`);
  const hrefsOf = (links: Locator) => links.evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  const listed = await hrefsOf(page.getByRole("main").locator("section li a"));
  expect(listed).toContain(`/o/${slug}/audit`);
  const entries = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await hrefsOf(entries)).toEqual([`/o/${slug}`, `/o/${slug}/settings`, ...listed]);
  for (const entry of await entries.all()) await expect(entry).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 600 });
  await visit(page, `/o/${slug}/notifications`);
  await expect(entries.filter({ hasText: "Notifications" })).toBeInViewport({ ratio: 1 });
  await expect(entries.first()).not.toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
});

test("the title names the record and its tab, the settings lead to the keys, and an unknown path keeps the frame", async ({
  page,
}) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/credentials/${await findKeyId(page)}?tab=usage`);
  const name = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(page).toHaveTitle(`Usage · ${name} · API keys · Caseport`);
  await page.getByRole("tab", { name: "Webhooks" }).click();
  await expect(page).toHaveTitle(`Webhooks · ${name} · API keys · Caseport`);
  await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Settings" }).click();
  const settings = page.getByRole("navigation", { name: "Settings" });
  await settings.getByRole("link", { name: "API credentials" }).click();
  await page.waitForURL("**/settings/integrations/api-credentials");
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  expect((await visit(page, `/o/${slug}/no-such-screen`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  await page.getByRole("navigation", { name: "Portal" }).getByRole("link", { name: "Settings" }).click();
  await settings.getByRole("link", { name: "Members" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Members" })).toBeVisible();
});

test("a member without the integrations permission lands on Reports and sees no entry that would reject them", async ({
  page,
}) => {
  await signIn(page, "member");
  await visit(page, `/o/${await findSlug(page)}`);
  await page.waitForURL("**/reports");
  await expect(page.getByRole("navigation", { name: "Portal" }).getByRole("link")).toHaveText([
    "Reports",
    "Deadlines",
    "Signatures",
    "Messages",
    "Referrals",
    "Settlements",
    "Liens",
    "Settings",
    "API reference",
  ]);
});

test("what needs attention is one line on a phone, and a snoozed item stays away in another browser", async ({
  browser,
}) => {
  const colleague = await createColleague({ permissions: ["integrations:manage"] });
  const openLine = async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await signInAnew(page, colleague);
    await visit(page, `/o/${await findSlug(page)}`);
    const line = page.getByRole("group").filter({ hasText: /items? needs? attention/ });
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(48);
    await line.getByText(/items? needs? attention/).click();
    return { page, items: page.getByRole("list", { name: "Items that need attention" }).getByRole("listitem") };
  };
  const { page, items } = await openLine();
  const title = (await items.first().getByRole("paragraph").first().textContent()) ?? "";
  await items
    .first()
    .getByRole("button", { name: /^Snooze/ })
    .click();
  await expect(page.getByText("Snoozed for a day.")).toBeVisible();
  await expect(items.filter({ hasText: title })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
  const other = await openLine();
  await expect(other.items.first()).toBeVisible();
  await expect(other.items.filter({ hasText: title })).toHaveCount(0);
  await page.close();
  await other.page.close();
});

test("other screens than Overview count what needs attention in the header, and list it by keyboard", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/notifications`);
  const count = page.getByRole("banner").getByRole("button", { name: /items? needs? attention/ });
  const items = page.getByRole("list", { name: "Items that need attention" });
  await expect(page.getByRole("main").getByText(/items? needs? attention/)).toHaveCount(0);
  await count.focus();
  await page.keyboard.press("Enter");
  await expect(items.getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(items).toBeHidden();
  await expect(count).toBeFocused();
  await page.keyboard.press("Enter");
  await items.getByRole("link").first().click();
  await expect(items).toBeHidden();
  await expect(page).not.toHaveURL(/notifications/);
});

test("the attention line of Overview counts what its list has, and the card beside it is called otherwise", async ({
  page,
}) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}`);
  await page.getByText(/items? needs? attention/).click();
  await expect(page.getByRole("list", { name: "Items that need attention" })).toBeVisible();
  // At one moment: other tests add keys to the firm.
  const { line, items, headings } = await page.evaluate(() => ({
    line: document.querySelector("main summary")?.textContent ?? "",
    items: document.querySelectorAll("main details[open] li").length,
    headings: [...document.querySelectorAll("main :is(h1, h2, h3)")].map(({ textContent }) => textContent),
  }));
  expect(items).toBeGreaterThan(0);
  expect(line).toMatch(new RegExp(`^${items} items? needs? attention$`));
  expect(headings).toContain("Keys to review");
  expect(headings.filter((heading) => /attention/i.test(heading))).toEqual([]);
});

test("the palette creates, finds members, rotates a key and changes the theme", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/notifications`);
  const field = page.getByRole("combobox", { name: "Go to" });
  await page.keyboard.press("Control+k");
  await field.fill("use dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.keyboard.press("Control+k");
  await field.fill("use system");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
  await page.keyboard.press("Control+k");
  await field.fill("create api");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/o/${slug}/credentials/new`);
  await visit(page, `/o/${slug}/notifications`);
  await page.keyboard.press("Control+k");
  await field.fill("rotate reporting");
  await page.getByRole("option", { name: /^Rotate key Reporting warehouse/ }).click();
  await expect(page.getByRole("dialog", { name: /Rotate/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByText("Ctrl K")).toBeVisible();
  await field.fill("revoke reporting");
  await page.getByRole("option", { name: /^Revoke key Reporting warehouse/ }).click();
  await expect(page.getByRole("alertdialog", { name: /Revoke/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await visit(page, `/o/${slug}/notifications`);
  await page.keyboard.press("Control+k");
  await field.fill("hartwell, eleanor");
  await page.getByRole("option").filter({ hasText: "Eleanor Hartwell" }).first().click();
  await page.waitForURL(`**/o/${slug}/team?**`);
  await expect(page.getByRole("row").filter({ hasText: "Eleanor Hartwell" }).first()).toBeVisible();
});

test("the palette goes to a screen, a key by name or secret, and pasted IDs of a request and a delivery", async ({
  page,
}) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/notifications`);
  const field = page.getByRole("combobox", { name: "Go to" });
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await field.fill("audit");
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/o/${slug}/audit`);
  const { serviceAccount } = await queryProcedure<{ serviceAccount: { name: string } }>(page, "serviceAccounts.get", {
    serviceAccountId: await findKeyId(page),
  });
  const { name } = serviceAccount;
  await page.keyboard.press("Control+k");
  await field.fill(name);
  await page.getByRole("option").filter({ hasText: name }).first().click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Go to" }).click();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(decodeURIComponent(request.url()), request.postData() ?? ""));
  const secret = readDemoData().keys.noScopes;
  await field.fill(secret);
  await expect(field).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(/./);
  expect(sent.join(" ")).toContain("findByDigest");
  expect(sent.join(" ")).not.toContain(secret.slice(13, 40));
  const requestId = `req_${"0".repeat(26)}`;
  await page.getByRole("button", { name: "Go to" }).click();
  await field.fill(`X-Request-Id: ${requestId}`);
  await page.getByRole("option", { name: /request/ }).click();
  await page.waitForURL(`**/request-debugger?id=${requestId}`);
  const { webhookSubscriptions } = await queryProcedure<{ webhookSubscriptions: { id: string; name: string }[] }>(
    page,
    "webhookSubscriptions.list",
    { limit: 50 },
  );
  const subscriptionId = webhookSubscriptions.find((each) => each.name === "Contact directory")?.id;
  const { webhookDeliveries } = await queryProcedure<{ webhookDeliveries: { id: string }[] }>(
    page,
    "webhookSubscriptions.deliveries.list",
    { subscriptionId, limit: 1 },
  );
  await page.getByRole("button", { name: "Go to" }).click();
  await field.fill(webhookDeliveries[0]?.id ?? "");
  await page.getByRole("option", { name: /delivery/ }).click();
  await page.waitForURL(/\/webhooks\/whs_.+delivery=dlv_/);
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("switching organizations leaves no data of the previous one", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/team`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { stays: true }));
  await page.getByRole("button", { name: /switch organization/ }).click();
  await page.getByRole("combobox", { name: "Organizations" }).fill("texas");
  await expect(page.getByRole("option")).toHaveText([/Texas.*Office$/]);
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => address.pathname.startsWith("/o/") && !address.pathname.startsWith(`/o/${slug}/`));
  expect(await page.evaluate(() => "stays" in window)).toBe(false);
});

test("another screen begins at its top, and Back returns to the offset", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await page.setViewportSize({ width: 1280, height: 500 });
  await visit(page, `/o/${slug}/settings`);
  await page.evaluate(() => window.scrollTo({ top: 200, behavior: "instant" }));
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Audit log/ })
    .click();
  await page.waitForURL(`**/o/${slug}/audit`);
  await expect(page.getByRole("heading", { level: 1, name: "Audit log" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await page.waitForURL(`**/o/${slug}/settings`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
});
