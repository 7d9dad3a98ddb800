import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createOrganization } from "../organizations.ts";
import { signInAnew } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

test("a sandbox with sample records is created, opened, reset and deleted", async ({ browser }) => {
  const { slug, owner } = await createOrganization({ hasSecondFactor: true });
  const page = await browser.newPage();
  await signInAnew(page, owner);
  await visit(page, `/o/${slug}/settings/sandbox`);
  await expect(page.getByText("Sample records only")).toHaveCount(0);
  await page.getByRole("button", { name: "Create sandbox" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Do not enter real people’s data");
  await dialog.getByRole("radio", { name: "With sample records" }).check();
  await dialog.getByRole("button", { name: "Create sandbox" }).click();
  await expect(page.getByText("Sandbox created.")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Open sandbox" }).click();
  await page.waitForURL(`**/o/${slug}-sandbox**`);
  await expect(page.getByText("Sample records only")).toBeVisible();
  await visit(page, `/o/${slug}-sandbox/settings/sandbox`);
  await expect(page.getByRole("button", { name: "Delete sandbox" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open sandbox" })).toHaveCount(0);
  await page.getByRole("button", { name: "Reset sandbox" }).click();
  await dialog.getByRole("radio", { name: "Empty" }).check();
  await dialog.getByRole("button", { name: "Reset sandbox" }).click();
  await expect(page.getByText("The sandbox is being reset.")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Empty" })).toBeVisible();

  await visit(page, `/o/${slug}/settings/sandbox`);
  await page.getByRole("button", { name: "Delete sandbox" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete sandbox" }).click();
  await expect(page.getByText("No sandbox yet")).toBeVisible();
  await page.close();
});

checkScreens([
  {
    name: "sandbox",
    path: "/o/{slug}/settings/sandbox",
    person: "manager",
    next: [
      {
        name: "sandbox-dialog",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Create sandbox" }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
        },
      },
    ],
  },
]);
