import { expect, type Page } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { expectFirstLoad } from "../first-load.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

/**
 * Characters of HTML that a page of the reference may have. A page of them all had nine million, and was slow to come
 * alive.
 */
const most = 1_200_000;

const keyLabel = "API key, to try requests";

async function openForm(page: Page, operationId: string) {
  const details = page.locator(`[id="${operationId}"] details.try`);
  await details.getByText("Try it").click();
  return { details, form: details.getByRole("form") };
}

test("the reference's “try it” sends a request with the key entered on another page, and shows the response", async ({
  page,
}) => {
  const { keys, ids } = readDemoData();
  await visit(page, "/docs");
  await page.getByLabel(keyLabel).fill(keys.full);
  await page.getByRole("main").getByRole("link", { name: "GET Get case detail", exact: true }).click();
  await expect(page).toHaveURL(/\/docs\/cases#cases.get$/);
  await expect(page.getByLabel(keyLabel)).toHaveValue(keys.full);
  await page.getByRole("banner").getByRole("link", { name: "API reference" }).click();
  await page.waitForURL("**/docs");
  await expect(page.getByRole("heading", { level: 1, name: "API reference" })).toBeVisible();
  await expect(page.getByLabel(keyLabel)).toHaveValue(keys.full);
  await page.goBack();
  const { details, form } = await openForm(page, "cases.get");
  await form.getByLabel("caseId").fill(ids.caseId);
  await form.getByRole("button", { name: "Send" }).press("Enter");
  await expect(details.locator(".status", { hasText: "200" })).toBeVisible();
  await expect(details.getByLabel("Response body")).toContainText(ids.caseId);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test("an error response is shown unchanged", async ({ page }) => {
  await visit(page, "/docs/platform");
  const { details, form } = await openForm(page, "me.get");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(details.locator(".status", { hasText: "401" })).toBeVisible();
  await expect(details.getByLabel("Response body")).toContainText("UNAUTHORIZED");
});

test("the fields of a response and its nested objects can be expanded", async ({ page }) => {
  await expectFirstLoad(page, await visit(page, "/docs/cases"));
  const operation = page.locator(`[id="cases.get"]`);
  await operation.locator(".responses summary", { hasText: "200" }).click();
  await operation.getByText("Fields of case", { exact: true }).click();
  await expect(operation.locator(".fields .fields .name", { hasText: /^sequenceId$/ })).toBeVisible();
});

test("a URL of the former single-page reference leads to the operation", async ({ page }) => {
  await visit(page, "/docs#cases.get");
  await expect(page).toHaveURL(/\/docs\/cases#cases.get$/);
  await expect(page.locator(`[id="cases.get"]`)).toBeInViewport();
});

test("every operation is on its area's page and in the table of contents, and no page is large", async ({
  request,
}) => {
  const { paths } = (await (await request.get("/api/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string; tags: [string] }>>;
  };
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const areas = Map.groupBy(
    operations,
    ({ tags: [area] }) => `/docs/${area.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`,
  );
  expect(areas.size).toBeGreaterThan(5);
  const front = await (await request.get("/docs")).text();
  expect(front.length).toBeLessThan(most);
  for (const [address, inside] of areas) {
    const html = await (await request.get(address)).text();
    expect(html.length).toBeLessThan(most);
    for (const { operationId } of inside) {
      expect(html).toContain(`<article id="${operationId}"`);
      expect(front).toContain(`href="${address}#${operationId}"`);
    }
  }
});

test("an unknown area is not found", async ({ request }) => {
  expect((await request.get("/docs/no-such-area")).status()).toBe(404);
});

test("every guide has a page whose headings and links work", async ({ page, request }) => {
  await visit(page, "/docs");
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Guides" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Guides" })).toBeVisible();
  const links = page.getByRole("main").getByRole("link");
  const addresses = await links.evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
  expect(addresses.length).toBeGreaterThan(5);
  const targets = new Set<string>();
  for (const address of addresses) {
    const response = await request.get(address);
    expect(response.status()).toBe(200);
    for (const [, target = ""] of (await response.text()).matchAll(/href="(\/docs[^"#]*)/g)) targets.add(target);
  }
  for (const target of targets) expect((await request.get(target)).status(), target).toBe(200);
  await page.getByRole("main").getByRole("link", { name: "Two-way sync", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Two-way sync" })).toBeVisible();
  await page.getByRole("complementary").getByRole("link", { name: "Read the feed" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Read the feed" })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Copy Shell" }).first()).toBeVisible();
  expect((await request.get("/docs/guides/no-such-guide")).status()).toBe(404);
});

test("the search finds operations, fields, errors and guides, by keyboard", async ({ page }) => {
  await visit(page, "/docs");
  const field = page.getByRole("combobox", { name: "Search the reference" });
  // The page listens for the key a moment after React has taken over its controls.
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(field).toBeFocused({ timeout: 500 });
  }).toPass();
  for (const [words, kind, title] of [
    ["case detail", "Operation", "Get case detail"],
    ["stale_rev", "Error", "STALE_REVISION"],
    ["subrogation", "Guide", "Money"],
    ["matterstage", "Field", "CaseDetail.matterStage"],
  ] as const) {
    await field.fill(words);
    await expect(page.getByRole("option").filter({ hasText: kind }).filter({ hasText: title }).first()).toBeVisible();
  }
  await field.fill("update a client");
  await field.press("ArrowDown");
  await field.press("ArrowUp");
  await expect(page.getByRole("option", { selected: true })).toContainText("Update a client");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/docs\/clients#clients\.update$/);
  await expect(page.locator(`[id="clients.update"]`)).toBeInViewport();
});

test("the chosen language of examples holds for every operation, and errors say what to do", async ({ page }) => {
  await visit(page, "/docs/clients");
  const [update, get] = [page.locator(`[id="clients.update"]`), page.locator(`[id="clients.get"]`)];
  await update.getByRole("radio", { name: "curl" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(update.getByRole("group", { name: "Request in TypeScript" })).toContainText("caseport.clients.update(");
  await page.keyboard.press("ArrowRight");
  await expect(update.getByRole("group", { name: "Request in Python" })).toContainText("urllib.request");
  await expect(get.getByRole("group", { name: "Request in Python" })).toBeVisible();
  await update.getByText("Errors", { exact: true }).click();
  await expect(update.getByRole("group", { name: "Errors" })).toContainText("stale_revision");
});
