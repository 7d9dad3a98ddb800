import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([{ name: "settlements", path: "/o/{slug}/settlements", person: "attorney" }]);

test("a settlement of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/settlements?settlement=stl_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Settlement not found" })).toBeVisible();
  await page.getByRole("link", { name: "All settlements" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settlements" })).toBeVisible();
});
