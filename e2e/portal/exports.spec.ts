import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { queryProcedure } from "../insight.ts";
import { findSlug, signIn } from "../people.ts";
import { test } from "../test.ts";
import { reload, visit } from "../visit.ts";

/** Files of the firm's records: requested, followed, fetched, canceled, deleted, rejected. */

interface ListedCase {
  id: string;
  sequenceId: string;
  clientName: string;
}

async function openExports(page: Page): Promise<void> {
  await visit(page, `/o/${await findSlug(page)}/exports`);
  await expect(page.getByRole("heading", { level: 1, name: "Exports" })).toBeVisible();
}

async function openDialog(page: Page, type: RegExp): Promise<Locator> {
  await page.getByRole("button", { name: "Create export" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create export" });
  await dialog.getByRole("radio", { name: type }).check();
  return dialog;
}

/** The latest export of a kind: other tests may request files of other kinds. */
const newest = (page: Page, kind: string): Locator =>
  page
    .getByRole("table", { name: /^Exports/ })
    .getByRole("row")
    .filter({ hasText: kind })
    .first();

/**
 * Waits for the newest export of a kind to be ready, and fetches it.
 *
 * @returns its text
 */
async function download(page: Page, kind: string): Promise<string> {
  await expect(newest(page, kind).getByText("Ready", { exact: true })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    newest(page, kind)
      .getByRole("button", { name: /^Download/ })
      .click(),
  ]);
  expect(await file.failure()).toBeNull();
  return readFileSync(await file.path(), "utf8");
}

test("cases are exported, watched until completion, downloaded and deleted", async ({ page }) => {
  await signIn(page, "attorney");
  await openExports(page);

  await test.step("an end before the beginning is reported at its field", async () => {
    const dialog = await openDialog(page, /^Cases/);
    await dialog.getByLabel("Changed from").fill("2026-03-02");
    await dialog.getByLabel("Changed until").fill("2026-03-01");
    await dialog.getByRole("button", { name: "Create export" }).click();
    await expect(dialog.getByText("Must not be before the start.")).toBeVisible();
    await dialog.getByLabel("Changed from").fill("");
    await dialog.getByLabel("Changed until").fill("");
  });

  await test.step("open cases are exported as CSV, the list updates, and the file has them", async () => {
    const dialog = page.getByRole("dialog", { name: "Create export" });
    await dialog.getByLabel("Status").selectOption({ label: "Open" });
    await dialog.getByRole("radio", { name: "CSV" }).check();
    await dialog.getByRole("button", { name: "Create export" }).click();
    await expect(dialog).toBeHidden();
    await expect(newest(page, "Cases, CSV")).toBeVisible();
    await expect(newest(page, "Cases, CSV")).toContainText("status open");
    // Who requested it is shown where there is room.
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(newest(page, "Cases, CSV")).toContainText("Eleanor Hartwell");
    const [head = "", ...rows] = (await download(page, "Cases, CSV")).trim().split("\r\n");
    expect(head.toLowerCase()).toContain("status");
    expect(rows.length).toBeGreaterThan(20);
    await expect(newest(page, "Cases, CSV")).toContainText("in 7 days");
  });

  await test.step("the deleted export leaves the list", async () => {
    const file = await newest(page, "Cases, CSV").getByRole("rowheader").innerText();
    await newest(page, "Cases, CSV")
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete export" }).click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await expect(page.getByRole("table").getByText(file.split("\n")[0] ?? "")).toHaveCount(0);
  });
});

test("a case file is exported by case number, without the deselected parts", async ({ page }) => {
  await signIn(page, "attorney");
  await openExports(page);
  const dialog = await openDialog(page, /^Case file/);
  await dialog.getByRole("button", { name: "Create export" }).click();
  await expect(dialog.getByText(/^Choose a case/)).toBeVisible();
  await dialog.getByRole("searchbox", { name: "Case" }).fill("zzzz-nobody");
  await expect(dialog.getByText(/^No matching cases/)).toBeVisible();
  const { rows } = await queryProcedure<{ rows: { case: string }[] }>(page, "reports.run", {
    reportId: "std_statutes_ahead",
    parameters: { days: 400 },
    limit: 1,
  });
  const number = rows[0]?.case ?? "";
  const { cases } = await queryProcedure<{ cases: ListedCase[] }>(page, "exports.findCases", { q: number });
  await dialog.getByRole("searchbox", { name: "Case" }).fill(number);
  await dialog.getByRole("button", { name: number }).click();
  await expect(dialog.getByText(`${number}, ${cases[0]?.clientName}`)).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Activity" }).uncheck();
  await dialog.getByRole("checkbox", { name: "Include document files" }).uncheck();
  await dialog.getByRole("button", { name: "Create export" }).click();
  await expect(dialog).toBeHidden();
  await expect(newest(page, "Case file, ZIP")).toBeVisible();
  expect((await download(page, "Case file, ZIP")).startsWith("PK")).toBe(true);
});

test("a running export can be canceled, and the list is filtered by status", async ({ page }) => {
  // An organization may have ten open exports: these nine are of the firm in which nobody else exports.
  await signIn(page, "otherManager");
  await openExports(page);
  const slug = await findSlug(page);
  const origin = new URL(page.url()).origin;
  // The worker takes some time between two; of several at once the last one still waits.
  const make = () =>
    page.request.post("/api/trpc/exports.create", {
      data: { type: "audit_log", format: "ndjson" },
      headers: { "x-organization": slug, Origin: origin },
    });
  const cancel = page
    .getByRole("row")
    .filter({ hasText: "Audit log" })
    .getByRole("button", { name: /^Cancel export/ })
    .first();
  await expect(async () => {
    await Promise.all(Array.from({ length: 9 }, make));
    await reload(page);
    // Where the page took longer than the worker, none waits any more.
    await cancel.click({ timeout: 2_000 });
    await expect(page.getByText(/was canceled/)).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 90_000 });
  await page.getByRole("combobox", { name: "Export status" }).selectOption({ label: "Canceled" });
  await expect(page).toHaveURL(/status=cancelled/);
  await expect(newest(page, "Audit log").getByText("Canceled", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Export status" })).toHaveValue("");
});

test("a member who cannot export sees whom to contact, and the server rejects the request", async ({ page }) => {
  await signIn(page, "member");
  await openExports(page);
  await expect(page.getByRole("heading", { name: "You don’t have permission to create exports" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create export" })).toHaveCount(0);
  const response = await page.request.post("/api/trpc/exports.create", {
    data: { type: "cases", format: "csv" },
    headers: { "x-organization": await findSlug(page), Origin: new URL(page.url()).origin },
  });
  expect(response.status()).toBe(403);
});
