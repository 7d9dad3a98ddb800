import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createColleague } from "../colleagues.ts";
import { findSlug, signInAnew } from "../people.ts";
import { testInOwnContext } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "notification-preferences",
    path: "/o/{slug}/notifications",
    person: "manager",
    windowOnly: true,
    prepare: async (page) => {
      await page.getByRole("button", { name: "Preferences" }).click();
      await expect(page.getByRole("dialog").getByLabel("Task digest")).toBeVisible();
    },
  },
]);

testInOwnContext(
  "a member chooses how they are notified of tasks, events and deadlines, and finds the choice again",
  async ({ page }) => {
    await signInAnew(page, await createColleague());
    const slug = await findSlug(page);
    await visit(page, `/o/${slug}/notifications`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Preferences" }).click();
    await dialog.getByLabel("A task is assigned to you").selectOption("portal");
    await dialog.getByLabel("Task digest").selectOption("daily");
    await dialog.getByLabel("A deadline is near").selectOption("portal");
    await dialog.getByLabel("You are invited to or removed from an event").selectOption("email");
    await dialog.getByRole("button", { name: "Save preferences" }).click();
    await expect(dialog).toBeHidden();
    await page.reload();
    await page.getByRole("button", { name: "Preferences" }).click();
    await expect(dialog.getByLabel("A task is assigned to you")).toHaveValue("portal");
    await expect(dialog.getByLabel("Task reminder")).toHaveValue("email");
    await expect(dialog.getByLabel("Task digest")).toHaveValue("daily");
    await expect(dialog.getByLabel("A deadline is near")).toHaveValue("portal");
    await expect(dialog.getByLabel("Dates are waiting for a second person")).toHaveValue("email");
    await expect(dialog.getByLabel("You are invited to or removed from an event")).toHaveValue("email");
    await expect(dialog.getByLabel("Event reminder")).toHaveValue("email");
  },
);
