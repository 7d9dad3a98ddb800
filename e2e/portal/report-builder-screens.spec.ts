import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";

const create = { opensMore: true, path: "/o/{slug}/reports/new", person: "manager" } as const;

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Fees by stage");
  const search = page.getByRole("searchbox", { name: "Search fields" });
  for (const label of ["Stage", "Opened", "Projected fee"]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a person does
    await search.fill(label);
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page
      .getByRole("button", { name: `Add ${label} ` })
      .first()
      .click();
  }
  await search.clear();
  await page.getByRole("button", { name: "Add row count" }).click();
  const columns = page.getByRole("list", { name: "Columns, from left to right" }).getByRole("listitem");
  await columns.nth(1).getByLabel("Group by").selectOption({ label: "By month" });
  await columns.nth(2).getByLabel("Shows").selectOption({ label: "Sum" });
  await page.getByRole("combobox", { name: "Add a filter" }).selectOption({ label: "Status" });
  await page.getByRole("combobox", { name: "Add a filter" }).selectOption({ label: "Projected fee" });
  const filters = page.getByRole("list", { name: "Filters" }).getByRole("listitem");
  await filters.nth(0).getByLabel("Operator").selectOption({ label: "is one of" });
  await filters.nth(0).getByRole("checkbox").first().check();
  await filters.nth(1).getByLabel("Ask when the report is run").check();
  await page.getByRole("button", { name: "Sort by a column" }).click();
  await page.getByRole("radio", { name: /^Bar chart/ }).check();
  await page.getByRole("radio", { name: /^Selected members/ }).check();
  await expect(page.getByRole("checkbox", { name: "Tobias Lindqvist" })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Records and liens" })).toBeVisible();
}

async function openSchedule(page: Page, frequency: string): Promise<void> {
  await page.getByRole("button", { name: "Create schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Create schedule" });
  await dialog.getByRole("radio", { name: frequency }).check();
  await expect(dialog.getByRole("checkbox", { name: /\(you\)/ })).toBeVisible();
}

checkScreens([
  {
    ...create,
    name: "report-new",
    next: [
      { name: "report-new-filled", prepare: fill },
      {
        name: "report-new-faults",
        prepare: async (page) => {
          await page.getByLabel("Name", { exact: true }).clear();
          await page.getByLabel("Prompt").clear();
          await page.getByRole("button", { name: "Save and run" }).click();
          await expect(page.getByText("Enter a question.")).toBeVisible();
          await expect(page.getByText("Choose at least one member or team.")).toBeVisible();
        },
      },
      {
        name: "report-new-leave",
        prepare: async (page) => {
          await page.getByLabel("Name", { exact: true }).fill("Half a report");
          await page.getByRole("main").getByRole("link", { name: "Reports" }).click();
          await expect(page.getByRole("alertdialog")).toBeVisible();
        },
      },
    ],
  },
  { ...create, name: "report-new-paralegal", person: "member" },
  { ...create, name: "report-edit-standard", path: "/o/{slug}/reports/std_pipeline/edit" },
  { ...create, name: "report-edit-unknown", path: "/o/{slug}/reports/rpt_00000000000000000000000000/edit" },
  {
    ...create,
    name: "report-schedule-weekly",
    path: "/o/{slug}/reports/std_statutes_ahead",
    prepare: (page) => openSchedule(page, "Once a week"),
    next: [
      {
        name: "report-schedule-faults",
        prepare: async (page) => {
          await page.keyboard.press("Escape");
          await openSchedule(page, "Once a month");
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel("Name", { exact: true }).clear();
          await dialog.getByRole("checkbox", { name: /\(you\)/ }).uncheck();
          await dialog.getByRole("button", { name: "Create schedule" }).click();
          await expect(dialog.getByText(/Choose at least one recipient/)).toBeVisible();
        },
      },
    ],
  },
]);
