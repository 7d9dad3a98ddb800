import { expect, test } from "@playwright/test";
import type { Page } from "@playwright/test";
import { readDemonstration } from "../demonstration.ts";

/** The "try it" of an operation. By attribute, because a closed <details> hides its form from roles. */
async function openForm(page: Page, operation: string) {
  const details = page.locator("details.try").filter({ has: page.locator(`form[aria-label="Try ${operation}"]`) });
  await details.getByText("Try it").click();
  return { details, form: details.locator("form") };
}

test("the reference's “try it” sends a request with the reader's key and shows the answer", async ({ page }) => {
  const { keys, ids } = readDemonstration();
  await page.goto("/docs");
  await page.getByLabel("Integration key, to try requests on this page").fill(keys.full);
  const { details, form } = await openForm(page, "GET /api/v1/cases/{caseId}");
  await form.getByLabel("caseId").fill(ids.caseId);
  await form.getByRole("button", { name: "Send" }).press("Enter");
  await expect(details.locator(".status", { hasText: "200" })).toBeVisible();
  await expect(details.getByLabel("Body of the answer")).toContainText(ids.caseId);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test("a refusal is shown as it came", async ({ page }) => {
  await page.goto("/docs");
  const { details, form } = await openForm(page, "GET /api/v1/me");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(details.locator(".status", { hasText: "401" })).toBeVisible();
  await expect(details.getByLabel("Body of the answer")).toContainText("UNAUTHORIZED");
});
