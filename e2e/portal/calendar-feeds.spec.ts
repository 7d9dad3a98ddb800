import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { createColleague } from "../colleagues.ts";
import { findSlug, signIn, signInAnew } from "../people.ts";
import { test, testInOwnContext } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "calendar-feeds",
    path: "/o/{slug}/calendar-feeds",
    person: "attorney",
    next: [
      {
        name: "calendar-feeds-create",
        prepare: async (page) => {
          await page.getByRole("button", { name: "Create feed" }).click();
          await expect(page.getByRole("dialog").getByLabel("Name")).toBeVisible();
        },
      },
      {
        name: "calendar-feeds-members",
        prepare: async (page) => {
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Calendar of").selectOption("members");
          await expect(dialog.getByRole("checkbox").first()).toBeVisible();
        },
      },
    ],
  },
  {
    name: "member-calendar-feeds",
    path: "/o/{slug}/team",
    person: "manager",
    windowOnly: true,
    prepare: openFeedsOfMember,
  },
]);

testInOwnContext(
  "a member creates a feed, whose URL is shown once, replaces it, and revokes it",
  async ({ page, request }) => {
    await signInAnew(page, await createColleague({ hasSecondFactor: true }));
    await visit(page, `/o/${await findSlug(page)}/calendar-feeds`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Create feed" }).click();
    await dialog.getByLabel("Name").fill("Phone");
    await dialog.getByRole("button", { name: "Create feed" }).click();
    const readUrl = async () => (await dialog.getByRole("group", { name: "URL" }).textContent())?.trim() ?? "";
    const store = async () => {
      await dialog.getByLabel("I have stored the URL").check();
      await dialog.getByRole("button", { name: "Done" }).click();
      await expect(dialog).toBeHidden();
    };
    await expect(dialog.getByRole("group", { name: "URL" })).toBeVisible();
    const url = await readUrl();
    await store();
    const status = async (address: string) => (await request.get(new URL(address).pathname)).status();
    expect(await status(url)).toBe(200);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "Phone" });
    await expect(row).not.toContainText("Never");
    await row.getByRole("button", { name: "Replace URL" }).click();
    await dialog.getByRole("button", { name: "Replace URL" }).click();
    await expect(dialog.getByRole("group", { name: "URL" })).toBeVisible();
    const replaced = await readUrl();
    await store();
    expect([await status(url), await status(replaced)]).toEqual([404, 200]);
    await row.getByRole("button", { name: "Revoke feed" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke feed" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(row).toHaveCount(0);
    expect(await status(replaced)).toBe(404);
  },
);

test("a member who manages members sees the feeds of another", async ({ page }) => {
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/team`);
  await openFeedsOfMember(page);
});

async function openFeedsOfMember(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Actions for Naomi Castellanos" }).click();
  await page.getByRole("menuitem", { name: "Calendar feeds" }).click();
  await expect(page.getByRole("dialog")).toContainText("Calendar feeds of Naomi Castellanos");
}
