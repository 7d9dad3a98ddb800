import { expect } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

test("the curl of the home page works with a real key", async ({ page, request, baseURL }) => {
  await visit(page, "/");
  await expect(page.getByText("/api/v1/me").first()).toBeVisible();
  const response = await request.get(`${baseURL}/api/v1/me`, { headers: { "x-api-key": readDemoData().keys.full } });
  expect(response.status()).toBe(200);
});

test("the home page leads to sign-in", async ({ page }) => {
  await visit(page, "/");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
