import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "teams",
    path: "/o/{slug}/settings/teams",
    person: "manager",
    next: [
      {
        name: "teams-edit",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Intake", exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
]);

test("a team is created, changed and deleted; a member without the permission only sees it", async ({
  page,
  browser,
}) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/settings/teams`);
  const name = `Trial team ${Date.now()}`;
  await page.getByRole("button", { name: "Create team" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Assignment", { exact: true }).selectOption("round_robin");
  await dialog.getByLabel("Naomi Castellanos").check();
  await dialog.getByLabel("Lead").selectOption({ label: "Naomi Castellanos" });
  await dialog.getByRole("button", { name: "Create team" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Naomi Castellanos");
  await expect(row).toContainText("In turn");

  const reader = await browser.newContext();
  const other = await reader.newPage();
  await signIn(other, "member");
  await visit(other, `/o/${slug}/settings/teams`);
  await expect(other.getByRole("row").filter({ hasText: name })).toBeVisible();
  await expect(other.getByRole("button", { name: /Create team/ })).toHaveCount(0);
  await reader.close();

  await row.getByRole("button", { name }).click();
  await dialog.getByRole("button", { name: "Delete team" }).click();
  await expect(row).toHaveCount(0);
});
