import { expect, type Locator, type Page } from "@playwright/test";
import { queryProcedure } from "../insight.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { reload, visit } from "../visit.ts";

/** The life of a report of one's own: built, run, shared, seen by another, changed, scheduled, deleted. */

const stamp = Date.now();
const name = `Fees by stage ${stamp}`;

interface Ran {
  rows: Record<string, string | number | null>[];
  totals: Record<string, number> | null;
}

async function openBuilder(page: Page): Promise<void> {
  await visit(page, `/o/${await findSlug(page)}/reports/new`);
  await expect(page.getByRole("heading", { level: 1, name: "Create report" })).toBeVisible();
}

async function addField(page: Page, label: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Search fields" }).fill(label);
  await page
    .getByRole("button", { name: `Add ${label} ` })
    .first()
    .click();
  await page.getByRole("searchbox", { name: "Search fields" }).clear();
}

const columns = (page: Page): Locator =>
  page.getByRole("list", { name: "Columns, from left to right" }).getByRole("listitem");

async function buildReport(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Description").fill("What fees each stage promises.");
  await addField(page, "Stage");
  await page.getByRole("button", { name: "Add row count" }).click();
  await addField(page, "Projected fee");
  await columns(page).nth(2).getByLabel("Shows").selectOption({ label: "Sum" });
  await columns(page).nth(2).getByLabel("Heading").fill("Fees");
}

test("a report is built with a group, a parameter and a chart, shared, changed, scheduled and deleted", async ({
  page,
  browser,
}) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  let reportId = "";

  await test.step("missing values are reported at their fields, and the first one gets the focus", async () => {
    await openBuilder(page);
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(page.getByText("Enter a name.")).toBeVisible();
    await expect(page.getByText("Choose at least one column.")).toBeVisible();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  });

  await test.step("columns are added, grouped and moved by keyboard, and the focus stays", async () => {
    await buildReport(page);
    await expect(page.getByText("The report has one row for each Stage.")).toBeVisible();
    const up = columns(page).nth(2).getByRole("button", { name: "Move Fees up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await expect(columns(page).nth(1)).toContainText("Projected fee");
    await expect(page.getByText("Fees is column 2 of 3.")).toBeAttached();
    await expect(page.getByRole("button", { name: "Move Fees up" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(columns(page).nth(0)).toContainText("Projected fee");
    await page.getByRole("button", { name: "Move Fees down" }).click();
    await page.getByRole("button", { name: "Move Fees down" }).click();
  });

  await test.step("a filter can require a value when the report is run", async () => {
    await page.getByRole("combobox", { name: "Add a filter" }).selectOption({ label: "Status" });
    const filter = page.getByRole("list", { name: "Filters" }).getByRole("listitem").first();
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(filter.getByText("Enter a value.")).toBeVisible();
    await filter.getByLabel("Value").selectOption({ label: "Open" });
    await filter.getByLabel("Ask when the report is run").check();
    await filter.getByLabel("Prompt").fill("Status of the case");
    await expect(filter.getByLabel("Default")).toHaveValue("open");
  });

  await test.step("sort, totals and a chart are set, and the report is saved and run", async () => {
    await page.getByRole("button", { name: "Sort by a column" }).click();
    await page.getByLabel("Sort by", { exact: true }).selectOption({ label: "Fees" });
    await page.getByLabel("Direction").selectOption({ label: "Descending" });
    await page.getByRole("switch", { name: "Totals" }).check();
    await page.getByRole("radio", { name: /^Bar chart/ }).check();
    await page.getByLabel("Vertical axis").selectOption({ label: "Fees" });
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByText(`${name} is saved.`)).toBeVisible();
    await expect(page.getByRole("region", { name: "Result" }).getByRole("table")).toBeVisible();
    await expect(page.locator(".recharts-bar-rectangle").first()).toBeVisible();
    reportId = /\/reports\/(rpt_\w+)/.exec(page.url())?.[1] ?? "";
    const shown = await queryProcedure<{ report: { definition: object; visibility: string } }>(page, "reports.get", {
      reportId,
    });
    expect(shown.report).toMatchObject({
      visibility: "private",
      definition: {
        columns: [
          { key: "matterStage" },
          { key: "count", aggregate: "count" },
          { key: "projectedFeeAmountCents", label: "Fees", aggregate: "sum" },
        ],
        filters: [{ field: "matterStatus", operator: "equals", parameter: "matterStatus" }],
        parameters: [{ key: "matterStatus", label: "Status of the case", default: "open" }],
        sort: [{ column: "projectedFeeAmountCents", descending: true }],
        totals: true,
        chart: { type: "bar", category: "matterStage", value: "projectedFeeAmountCents" },
      },
    });
  });

  await test.step("only the owner sees the report until it is shared, then a colleague can view it", async () => {
    const other = await browser.newContext();
    const colleague = await other.newPage();
    await signIn(colleague, "member");
    await visit(colleague, `/o/${slug}/reports/${reportId}`);
    await expect(colleague.getByRole("heading", { name: "Report not found" })).toBeVisible();

    await visit(page, `/o/${slug}/reports/${reportId}/edit`);
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(name);
    await page.getByRole("radio", { name: /^Selected members/ }).check();
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(page.getByText("Choose at least one member or team.")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search by name" }).fill("Lindqvist");
    await page.getByRole("checkbox", { name: "Tobias Lindqvist" }).check();
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    await reload(colleague);
    await expect(colleague.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(colleague.getByRole("link", { name: "Edit report" })).toHaveCount(0);
    await expect(colleague.getByRole("button", { name: "Create schedule" })).toHaveCount(0);
    await visit(colleague, `/o/${slug}/reports/${reportId}/edit`);
    await expect(
      colleague.getByRole("heading", { name: "You don’t have permission to edit this report" }),
    ).toBeVisible();
    await other.close();
  });

  await test.step("one column is changed, and everything else stays", async () => {
    await visit(page, `/o/${slug}/reports/${reportId}/edit`);
    await expect(columns(page)).toHaveCount(3);
    await page.getByRole("button", { name: "Remove Count" }).click();
    await expect(columns(page)).toHaveCount(2);
    await page.getByRole("button", { name: "Save and run" }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    const { rows } = await queryProcedure<Ran>(page, "reports.run", { reportId });
    expect(rows.length).toBeGreaterThan(1);
    expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(["matterStage", "organizationId", "projectedFeeAmountCents"]);
  });

  await test.step("the report is scheduled for every Monday, paused, resumed, changed to daily, and removed", async () => {
    const section = page.getByRole("region", { name: "Schedules" });
    await section.getByRole("button", { name: "Create schedule" }).click();
    const dialog = page.getByRole("dialog", { name: "Create schedule" });
    await dialog.getByLabel("Name", { exact: true }).fill("");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(dialog.getByText(/Enter a name/)).toBeVisible();
    await dialog.getByLabel("Name", { exact: true }).fill("Monday’s fees");
    await dialog.getByLabel("Hour").selectOption({ label: "6 AM" });
    await expect(dialog.getByText(/Every Monday at 6 AM, in the firm’s time zone/)).toBeVisible();
    await dialog.getByLabel("Status of the case").selectOption("settled");
    await dialog.getByRole("button", { name: "Create schedule" }).click();
    await expect(dialog).toBeHidden();
    const item = section.getByRole("list", { name: "Schedules of this report" }).getByRole("listitem");
    await expect(item).toContainText("Every Monday at 6 AM");
    await expect(item).toContainText(/Next: Monday, .* at 6:00 AM E[SD]T/);
    await expect(item).toContainText("Margaret Okafor is notified");
    await item.getByRole("button", { name: "Pause schedule" }).click();
    await expect(item).toContainText("Paused by a member.");
    await item.getByRole("button", { name: "Resume schedule" }).click();
    await expect(item).toContainText("Next: Monday");
    await item.getByRole("button", { name: "Edit schedule" }).click();
    const editing = page.getByRole("dialog", { name: "Edit schedule" });
    await expect(editing.getByLabel("Status of the case")).toHaveValue("settled");
    await editing.getByRole("radio", { name: "Every day" }).check();
    await editing.getByRole("button", { name: "Save changes" }).click();
    await expect(item).toContainText("Every day at 6 AM");
    await item.getByRole("button", { name: "Delete schedule" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete schedule" }).click();
    await expect(section.getByText("No schedules yet")).toBeVisible();
  });

  await test.step("the deleted report is gone for everyone", async () => {
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Delete report" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
    await visit(page, `/o/${slug}/reports/${reportId}/edit`);
    await expect(page.getByRole("heading", { name: "Report not found" })).toBeVisible();
  });
});

test("leaving an unsaved report or changing its record type opens a confirmation", async ({ page }) => {
  await signIn(page, "manager");
  await openBuilder(page);
  await addField(page, "Stage");
  await page.getByLabel("Record type", { exact: true }).selectOption({ label: "Leads" });
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Leads have other fields");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Record type", { exact: true })).toHaveValue("cases");
  await page.getByLabel("Record type", { exact: true }).selectOption({ label: "Leads" });
  await question.getByRole("button", { name: "Change record type" }).click();
  await expect(columns(page)).toHaveCount(0);
  await expect(page.getByLabel("Record type", { exact: true })).toHaveValue("leads");
  await page.getByRole("main").getByRole("link", { name: "Reports" }).first().click();
  await expect(question).toContainText("Leave without saving?");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create report" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Reports" }).first().click();
  await question.getByRole("button", { name: "Leave page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
});

test("a paralegal builds a private report: columns without permission are disabled with the reason, and sharing is unavailable", async ({
  page,
}) => {
  await signIn(page, "member");
  await openBuilder(page);
  await expect(page.getByRole("option", { name: /^Invoices \(needs “Billing data”\)$/ })).toBeDisabled();
  await expect(page.getByRole("radio", { name: /^The whole firm/ })).toBeDisabled();
  await page.getByLabel("Name", { exact: true }).fill(`My cases ${stamp}`);
  await addField(page, "Case number");
  await page.getByRole("button", { name: "Save and run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `My cases ${stamp}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Result" }).getByRole("table")).toBeVisible();
  const reportId = /\/reports\/(rpt_\w+)/.exec(page.url())?.[1] ?? "";
  const rejected = await page.request.post("/api/trpc/reports.update", {
    data: { reportId, expectedRevision: 1, visibility: "organization" },
    headers: { "x-organization": await findSlug(page), Origin: new URL(page.url()).origin },
  });
  expect(rejected.status()).toBe(403);
});

test("a standard report cannot be changed, but its copy can", async ({ page }) => {
  await signIn(page, "manager");
  const slug = await findSlug(page);
  await visit(page, `/o/${slug}/reports/std_pipeline/edit`);
  await expect(page.getByRole("heading", { name: "Standard reports cannot be edited" })).toBeVisible();
  await page.getByRole("link", { name: "View report" }).click();
  await page.getByRole("button", { name: "Actions for Pipeline by stage and attorney" }).click();
  await page.getByRole("menuitem", { name: "Copy report" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Edit report" })).toBeVisible();
  await expect(columns(page)).toHaveCount(4);
  await page.getByLabel("Name", { exact: true }).fill(`Own pipeline ${stamp}`);
  await page.getByRole("button", { name: "Save and run" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Own pipeline ${stamp}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Result" }).getByRole("table")).toBeVisible();
});
