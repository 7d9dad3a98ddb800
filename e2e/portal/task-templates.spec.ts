import { expect } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { openClient } from "../client.ts";
import { readDemoData } from "../demo-data.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { visit } from "../visit.ts";

checkScreens([
  {
    name: "task-templates",
    path: "/o/{slug}/settings/task-templates",
    person: "manager",
    next: [
      {
        name: "task-templates-edit",
        prepare: async (page) => {
          await page.getByRole("button", { name: "New case setup", exact: true }).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await page.getByText("Details of Request ER records").click();
        },
      },
    ],
  },
]);

test("a template is created, its items are ordered and dated, it is switched off and deleted", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/settings/task-templates`);
  const name = `Trial template ${Date.now()}`;
  await page.getByRole("button", { name: "Create template" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Apply when a case is created").check();
  await dialog.getByLabel("Title of item 1").fill("Request ER records");
  await dialog.getByLabel("Due", { exact: true }).selectOption("retainer_signed");
  await dialog.getByLabel("Offset").fill("10");
  await dialog.getByRole("button", { name: "Add item" }).click();
  await dialog.getByLabel("Title of item 2").fill("Letter of representation");
  await dialog.getByRole("button", { name: "Move Letter of representation up" }).click();
  await expect(dialog.getByLabel("Title of item 1")).toHaveValue("Letter of representation");
  await dialog.getByText("Details of Request ER records").click();
  await dialog.getByRole("textbox", { name: "Checklist" }).fill("Facility\nDates of treatment");
  await dialog.getByLabel("Waits for").nth(1).selectOption({ label: "Letter of representation" });
  await dialog.getByRole("button", { name: "Add reminder" }).click();
  await dialog.getByLabel("Days before, reminder 1").fill("3");
  await dialog.getByLabel("Channel, reminder 1").selectOption("email");
  await dialog.getByRole("textbox", { name: "Description" }).nth(1).fill("**Call** before the letter.");
  await dialog.getByRole("textbox", { name: "Tags" }).fill("Records\nRecords");
  await dialog.getByLabel("Category").nth(1).selectOption({ label: "Records request" });
  await dialog.getByLabel("Priority").nth(1).selectOption({ label: "High" });
  await dialog.getByLabel("Parent item").nth(1).selectOption({ label: "Letter of representation" });
  await dialog.getByLabel("Assignee").nth(0).selectOption({ label: "Attorneys in a role" });
  await dialog.getByLabel("Role").selectOption({ label: "Supervising" });
  await dialog.getByLabel("Assignee").nth(1).selectOption({ label: "A team" });
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(dialog.getByText("Choose a team.", { exact: true })).toBeVisible();
  await expect(dialog.getByText("Must not contain a tag twice.")).toBeVisible();
  await dialog.getByLabel("Team", { exact: true }).selectOption({ index: 1 });
  await dialog.getByRole("textbox", { name: "Tags" }).fill("Records\nEmergency room");
  await dialog.getByRole("button", { name: "Create template" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("A case is created");

  await row.getByRole("button", { name }).click();
  await dialog.getByLabel("Retainer signed").fill("2026-11-20");
  await expect(dialog.getByText("Dec 7, 2026")).toBeVisible();
  await dialog.getByText("Details of Request ER records").click();
  await expect(dialog.getByRole("textbox", { name: "Checklist" })).toHaveValue("Facility\nDates of treatment");
  await expect(dialog.getByRole("textbox", { name: "Description" }).nth(1)).toHaveValue("**Call** before the letter.");
  await expect(dialog.getByRole("textbox", { name: "Tags" })).toHaveValue("Records\nEmergency room");
  await expect(dialog.getByLabel("Category").nth(1)).toHaveValue("records_request");
  await expect(dialog.getByLabel("Priority").nth(1)).toHaveValue("high");
  await expect(dialog.getByLabel("Parent item").nth(1).locator("option:checked")).toHaveText(
    "Letter of representation",
  );
  await expect(dialog.getByLabel("Role")).toHaveValue("supervising");
  await expect(dialog.getByLabel("Team", { exact: true })).toHaveValue(/^tea_/);
  await expect(dialog.getByRole("button", { name: "Do not wait for Letter of representation" })).toBeVisible();
  await expect(dialog.getByLabel("Days before, reminder 1")).toHaveValue("3");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await row.getByRole("switch").click();
  await expect(row).toContainText("Inactive");

  await row.getByRole("button", { name, exact: true }).click();
  await dialog.getByRole("button", { name: "Delete template" }).click();
  await expect(row).toHaveCount(0);
});

test("a team that was deleted is an error of the item, until another one is chosen", async ({ page }) => {
  const client = openClient(page.request, readDemoData().keys.full);
  const name = `Orphaned ${Date.now()}`;
  const { team } = (await (await client.send("POST", "/teams", { name })).json()) as { team: { id: string } };
  await client.send("POST", "/task-templates", {
    name,
    items: [{ key: "call", title: "Call", assignee: { type: "team", teamId: team.id } }],
  });
  expect((await client.send("DELETE", `/teams/${team.id}`)).status()).toBe(200);
  await signIn(page, "manager");
  await visit(page, `/o/${await findSlug(page)}/settings/task-templates`);
  await page.getByRole("button", { name, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The team was deleted. Choose another one.")).toBeVisible();
  await dialog.getByLabel("Team", { exact: true }).selectOption({ index: 1 });
  await expect(dialog.getByText("The team was deleted. Choose another one.")).toBeHidden();
  await dialog.getByRole("button", { name: "Save template" }).click();
  await expect(page.getByText(`Template ${name} saved.`)).toBeVisible();
  await page.getByRole("button", { name, exact: true }).click();
  await dialog.getByRole("button", { name: "Delete template" }).click();
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(0);
});
