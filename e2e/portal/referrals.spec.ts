import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "referrals",
    path: "/o/{slug}/referrals",
    person: "attorney",
    next: [
      {
        name: "referrals-sent",
        prepare: async (page) => {
          await page.getByRole("tab", { name: "Sent" }).click();
          await expect(page.getByRole("tabpanel", { name: "Sent" })).toBeVisible();
        },
      },
      {
        name: "referral",
        prepare: async (page) => {
          await page.getByRole("link", { name: /^REF-/ }).first().click();
          await expect(page.getByRole("heading", { name: "Matter" })).toBeVisible();
        },
      },
    ],
  },
]);

test("a referral of another firm is not found, and the page leads back", async ({ page }) => {
  await signIn(page, "attorney");
  await visit(page, `/o/${await findSlug(page)}/referrals?referral=rfl_01JZ0000000000000000000000`);
  await expect(page.getByRole("heading", { level: 1, name: "Referral not found" })).toBeVisible();
  await page.getByRole("link", { name: "All referrals" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Referrals" })).toBeVisible();
});
