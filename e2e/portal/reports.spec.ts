import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Locator, type Page } from "@playwright/test";
import { readDemoData } from "../demo-data.ts";
import { open } from "../insight.ts";
import { findSlug, signIn } from "../people.ts";
import { expectSame, makeReport, rowsOf, runByKey } from "../reports.ts";
import { test } from "../test.ts";
import { reload, visit } from "../visit.ts";

const pipeline = "Pipeline by stage and attorney";
const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const result = (page: Page) => page.getByRole("region", { name: "Result" });

/** Moves a focused chart's pointer to its first bar: Recharts points at it with the focus, or at one with the first key. */
async function pointAtFirst(page: Page, tooltip: Locator, first: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("ArrowLeft");
    await expect(tooltip).toContainText(first, { timeout: 200 });
  }).toPass({ intervals: [20], timeout: 90_000 });
}

/** The values of a column of a CSV file without commas in its values. */
function readColumn(csv: string, heading: string): string[] {
  const [head = "", ...lines] = csv.replace("\uFEFF", "").trim().split(/\r?\n/);
  const place = head.split(",").indexOf(heading);
  expect(place, `the heading ${heading} in ${head}`).toBeGreaterThanOrEqual(0);
  return lines.map((line) => line.split(",")[place] ?? "");
}

test("an owner runs a standard report over all offices, sees the chart and the API's numbers, and exports and downloads it", async ({
  page,
  request,
}) => {
  test.slow();
  await signIn(page, "attorney");
  await open(page, "/reports");
  await page.getByRole("searchbox", { name: "Search reports" }).fill("pipeline stage");
  await expect(page.getByRole("link", { name: "Invoice aging" })).toBeHidden();
  await page.getByRole("link", { name: pipeline }).click();
  await expect(page.getByRole("heading", { level: 1, name: pipeline })).toBeVisible();

  // Parameters, and what they make of the address.
  await page.getByRole("checkbox", { name: "Settled" }).uncheck();
  await page.getByRole("checkbox", { name: "Pending" }).uncheck();
  await page.getByRole("button", { name: "Run report", exact: true }).click();
  await expect(page).toHaveURL(/\?run=1&p\.statuses=open&p\.statuses=on_hold$/);

  // The same numbers as over the API.
  const parameters = { statuses: ["open", "on_hold"] };
  const { organizationId } = readDemoData().ids;
  const total = result(page).locator("tfoot");
  const runOwn = () => runByKey(request, "std_pipeline", { parameters }, `?organizationIds=${organizationId}`);
  const own = await expectSame(page, runOwn, async ({ rows, totals }) => {
    await expect(rowsOf(page)).toHaveCount(rows.length, { timeout: 10_000 });
    const shown = await rowsOf(page).evaluateAll((all) => all.map((row) => Number(row.children[2]?.textContent)));
    expect(shown).toEqual(rows.map(({ cases }) => cases));
    await expect(total).toContainText(String(totals?.["cases"]), { timeout: 1_000 });
    await expect(total).toContainText(dollars(totals?.["feesCents"] ?? 0), { timeout: 1_000 });
  });
  await expect(result(page).getByRole("status").first()).toContainText(`${own.rows.length} rows of Hartwell & Pierce`);

  // The chart, with its bars and its legend.
  const chart = page.getByRole("region", { name: "Cases by stage" });
  await expect(chart.locator(".recharts-bar-rectangle").first()).toBeVisible();
  await expect(chart.getByText("Eleanor Hartwell")).toBeVisible();
  // A pointer that rests on the chart, where *Run report* was, would decide what the tooltip shows.
  await page.mouse.move(0, 0);
  await chart.getByRole("application").focus();
  // The bars are in the order of the rows; which stage is the first depends on what else was created.
  const first = await rowsOf(page).first().getByRole("rowheader").innerText();
  await pointAtFirst(page, chart.locator(".recharts-tooltip-wrapper"), first);

  // A heading turns the order, on the server.
  await page.getByRole("button", { name: "Cases", exact: true }).click();
  await page.getByRole("button", { name: "Cases", exact: true }).click();
  await expect(page).toHaveURL(/sort=-cases$/);
  await expect(page.getByRole("columnheader", { name: "Cases", exact: true })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(async () => {
    const counts = await rowsOf(page).evaluateAll((all) => all.map((row) => Number(row.children[2]?.textContent)));
    expect(counts).toHaveLength(own.rows.length);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  }).toPass({ timeout: 90_000 });
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\?run=1&p\.statuses=open&p\.statuses=on_hold$/);

  // All organizations: each row says whose it is.
  await page.getByRole("radio", { name: /All organizations/ }).check();
  await page.getByRole("button", { name: "Run report", exact: true }).click();
  await expect(page).toHaveURL(/offices=all/);
  const runAll = () => runByKey(request, "std_pipeline", { parameters });
  const everywhere = await expectSame(page, runAll, ({ totals }) =>
    expect(total).toContainText(String(totals?.["cases"]), { timeout: 10_000 }),
  );
  expect(everywhere.organizations).toHaveLength(3);
  await expect(rowsOf(page).filter({ hasText: "Hartwell & Pierce Texas" })).not.toHaveCount(0);
  await expect(rowsOf(page).filter({ hasText: "Hartwell & Pierce Arizona" })).not.toHaveCount(0);

  // The file has the own organization only; the menu says so before.
  await page.getByRole("button", { name: "Export report" }).click();
  await expect(page.getByText("Only rows of Hartwell & Pierce", { exact: true })).toBeVisible();
  const before = await runOwn();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  // The file comes where it was asked for, and is listed.
  await expect(page.getByText("Export ready")).toBeVisible();
  const atReport = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  expect((await atReport).suggestedFilename()).toMatch(/\.csv$/);
  await page.getByRole("link", { name: "View exports" }).click();
  const file = page
    .getByRole("table", { name: "Exports, newest first" })
    .getByRole("row")
    .filter({ hasText: "Report, CSV" })
    .first();
  await expect(file.getByText("Ready")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await file.getByRole("button", { name: /^Download/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  const csv = readFileSync(await download.path(), "utf8");
  // Another test may have created a case since.
  const runs = [before, await runOwn()];
  expect(runs.map(({ rows }) => rows.map(({ cases }) => cases))).toContainEqual(readColumn(csv, "Cases").map(Number));
  const fees = readColumn(csv, "Projected fees (USD)").reduce((sum, value) => sum + Math.round(Number(value) * 100), 0);
  expect(runs.map(({ totals }) => totals?.["feesCents"])).toContain(fees);
});

test("a long result is paged, and totals cover all of it", async ({ page, request }) => {
  await signIn(page, "attorney");
  await open(page, "/reports/std_medical_specials?run=1&offices=all");
  const all = await runByKey(request, "std_medical_specials", {});
  expect(all.rows.length).toBeGreaterThan(100);
  await expect(rowsOf(page)).toHaveCount(100);
  // On paper nothing scrolls: what follows the rows is below the last of them.
  await page.emulateMedia({ media: "print" });
  const { rowsEnd, frameEnd } = await result(page)
    .getByRole("table")
    .evaluate((table) => ({
      rowsEnd: table.getBoundingClientRect().bottom,
      frameEnd: table.closest("section")?.getBoundingClientRect().bottom ?? 0,
    }));
  expect(frameEnd).toBeGreaterThanOrEqual(rowsEnd - 1);
  // Whoever reads in the dark theme prints black on white.
  const ink = await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
    return getComputedStyle(document.documentElement).colorScheme;
  });
  expect(ink).toBe("light");
  await page.emulateMedia({ media: "screen" });
  await expect(result(page).locator("tfoot")).toContainText(dollars(all.totals?.["billedCents"] ?? 0));
  while (await page.getByRole("button", { name: "Show more" }).isVisible()) {
    const before = await rowsOf(page).count();
    await page.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(before);
  }
  await expect(rowsOf(page)).toHaveCount(all.rows.length);
  await expect(rowsOf(page).last()).toContainText(String(all.rows.at(-1)?.["client"]));
});

test("a shared URL runs at once, Back shows the previous run, and faults are at their fields", async ({ page }) => {
  await signIn(page, "attorney");
  await open(page, "/reports/std_cases_opened?run=1&p.days=90");
  await expect(page.getByLabel("Opened within days")).toHaveValue("90");
  await expect(rowsOf(page)).not.toHaveCount(0);
  const narrow = await rowsOf(page).count();
  await page.getByLabel("Opened within days").fill("365");
  await page.getByLabel("Opened within days").press("Enter");
  await expect(page).toHaveURL(/\?run=1$/);
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(narrow);
  await page.goBack();
  await expect(page.getByLabel("Opened within days")).toHaveValue("90");
  await expect(rowsOf(page)).toHaveCount(narrow);
  for (const [typed, fault] of [
    ["", "Required. Enter a value."],
    ["soon", "Enter a whole number."],
  ] as const) {
    await page.getByLabel("Opened within days").fill(typed);
    await page.getByRole("button", { name: "Run report", exact: true }).click();
    await expect(page.getByText(fault)).toBeVisible();
    await expect(page.getByLabel("Opened within days")).toBeFocused();
  }
  // Errors that only the server finds are shown there as well.
  await page.getByLabel("Opened within days").fill("99999999");
  await page.getByRole("button", { name: "Run report", exact: true }).click();
  await expect(
    page.getByRole("heading", { name: "A parameter is invalid" }).or(page.getByText("A parameter is invalid")),
  ).toBeVisible();
  await expect(page.getByLabel("Opened within days")).toHaveAttribute("aria-invalid", "true");
});

test("free text is in no URL of the page or of a request", async ({ page }) => {
  await signIn(page, "attorney");
  const { report } = await makeReport(page, `Cases of a client ${randomUUID()}`);
  const urls: string[] = [];
  page.on("request", (sent) => urls.push(decodeURIComponent(sent.url())));
  await open(page, `/reports/${report.id}`);
  await page.getByLabel("Client’s name").fill("Townsend");
  await page.getByRole("button", { name: "Run report", exact: true }).click();
  await expect(page).toHaveURL(/\?run=1&withheld=client$/);
  await expect(rowsOf(page)).not.toHaveCount(0);
  for (const row of await rowsOf(page).allInnerTexts()) expect(row).toContain("Townsend");
  await expect(page.getByLabel("Client’s name")).toHaveValue("Townsend");
  expect(urls.filter((url) => url.includes("reports.run"))).not.toEqual([]);
  expect(urls.filter((url) => url.includes("Townsend"))).toEqual([]);
  await reload(page);
  await expect(page.getByText("Re-enter values")).toBeVisible();
  await expect(result(page)).toBeHidden();
});

test("a report manager sets which reports keys see", async ({ page, request }) => {
  await signIn(page, "attorney");
  const status = async () =>
    (
      await request.get("/api/v1/reports/std_leads_waiting", { headers: { "x-api-key": readDemoData().keys.full } })
    ).status();
  expect(await status()).toBe(200);
  await open(page, "/reports?q=first+response");
  const keys = page.getByRole("switch", { name: "API access to Leads waiting for a first response" });
  await keys.click();
  await expect(page.getByText("Leads waiting for a first response is no longer available to API keys.")).toBeVisible();
  expect(await status()).toBe(404);
  await keys.click();
  await expect(page.getByText("Leads waiting for a first response is now available to API keys")).toBeVisible();
  expect(await status()).toBe(200);
});

test("a point of a chart shows its rows, by Enter and by a click, and all rows come back", async ({
  page,
  request,
}) => {
  await signIn(page, "attorney");
  await open(page, "/reports/std_pipeline?run=1");
  const { organizationId } = readDemoData().ids;
  const run = () => runByKey(request, "std_pipeline", {}, `?organizationIds=${organizationId}`);
  const { rows } = await expectSame(page, run, (ran) =>
    expect(rowsOf(page)).toHaveCount(ran.rows.length, { timeout: 10_000 }),
  );
  const ofStage = rows.filter(({ stage }) => stage === "investigation");
  expect(ofStage.length).toBeGreaterThan(0);
  expect(ofStage.length).toBeLessThan(rows.length);
  const chart = page.getByRole("region", { name: "Cases by stage" });
  const tooltip = chart.locator(".recharts-tooltip-wrapper");
  await expect(chart.locator(".recharts-bar-rectangle").first()).toBeVisible();
  await page.mouse.move(0, 0);
  await chart.getByRole("application").focus();
  await pointAtFirst(page, tooltip, "Intake");
  await page.keyboard.press("ArrowDown");
  await expect(tooltip).toContainText("Investigation");
  await page.keyboard.press("Enter");
  const back = page.getByRole("button", { name: "Show all rows" });
  await expect(back).toBeFocused();
  await expect(rowsOf(page)).toHaveCount(ofStage.length);
  await expect(page.getByText(/^Only Stage: Investigation \(\d+ rows?\)$/)).toBeVisible();
  // What somebody looks at is in no URL, because it may name a person.
  await expect(page).toHaveURL(/\?run=1$/);
  // Another order keeps it.
  await page.getByRole("button", { name: "Cases", exact: true }).click();
  await expect(page).toHaveURL(/sort=cases$/);
  await expect(rowsOf(page)).toHaveCount(ofStage.length);
  await back.click();
  await expect(rowsOf(page)).toHaveCount(rows.length);
  // Recharts notes the place of a pointer with the next frame: a click of a script would come before it.
  const bar = chart.locator(".recharts-bar-rectangle path").first();
  await bar.hover();
  await expect(tooltip).toContainText("Click or press Enter");
  await bar.click();
  await expect(back).toBeFocused();
  const stages = () => rowsOf(page).evaluateAll((all) => [...new Set(all.map((row) => row.children[0]?.textContent))]);
  await expect.poll(stages).toHaveLength(1);
});

test("an own report is copied, and deleted after a confirmation", async ({ page }) => {
  await signIn(page, "attorney");
  const name = `To be copied ${randomUUID()}`;
  const { report } = await makeReport(page, name);
  await open(page, `/reports?q=${encodeURIComponent(name)}`);
  const more = page.getByRole("button", { name: `Actions for ${name}`, exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: "Copy report" }).click();
  await expect(page).toHaveURL(/\/reports\/rpt_\w+\/edit$/);
  await open(page, `/reports?q=${encodeURIComponent(name)}`);
  await expect(page.getByRole("link", { name })).toHaveCount(2);
  await more.click();
  await page.getByRole("menuitem", { name: "Delete report" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete report" }).click();
  await expect(page.getByText(`${name} was deleted.`)).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(1);
  await open(page, `/reports/${report.id}`);
  await expect(page.getByRole("heading", { name: "Report not found" })).toBeVisible();
});

test("a report that takes too long becomes a file, and one above the limit can be retried", async ({ page }) => {
  await signIn(page, "attorney");
  const rejections = [
    {
      code: "VALIDATION_FAILED",
      httpStatus: 400,
      message: "this report takes longer than 5 seconds: narrow its parameters, or create a file with POST /exports",
    },
    // First, and as often as the page tries by itself.
    ...Array.from({ length: 5 }, () => ({
      code: "RATE_LIMITED",
      httpStatus: 429,
      message: "3 reports of this organization are running; retry in a moment",
      isBusy: true,
    })),
  ];
  // What the server says when it is slow or busy, which no test can wait for.
  await page.route(/api\/trpc\/reports\.run/, async (route) => {
    const rejection = rejections.pop();
    if (rejection === undefined) return route.continue();
    const { message, ...data } = rejection;
    return route.fulfill({
      status: data.httpStatus,
      json: { error: { code: -32_600, message, data: { isBusy: false, ...data, faults: [], reason: null } } },
    });
  });
  await open(page, "/reports/std_workload?run=1");
  await expect(page.getByText("Too many reports are running")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The report timed out")).toBeVisible();
  await page.getByRole("button", { name: "Export report" }).click();
  await expect(page.getByText(/^(Creating export|Export ready)$/)).toBeVisible();
  await page.getByRole("button", { name: "Run report", exact: true }).click();
  await expect(rowsOf(page)).not.toHaveCount(0);
});

test("a paralegal without billing data sees which permission is missing, and nothing is run", async ({ page }) => {
  await signIn(page, "member");
  const urls: string[] = [];
  page.on("request", (sent) => urls.push(sent.url()));
  await open(page, "/reports");
  const row = page.getByRole("row").filter({ hasText: "Invoice aging" });
  await expect(row).toContainText("Needs Billing data. Ask an owner or administrator.");
  await expect(row.getByRole("switch")).toHaveCount(0);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "You don’t have permission to run this report" })).toBeVisible();
  await open(page, "/reports/std_invoice_aging?run=1&offices=all");
  await expect(page.getByText("Requires Billing data, which you are missing in Hartwell & Pierce.")).toBeVisible();
  expect(urls.filter((url) => url.includes("reports.run"))).toEqual([]);
  // Members run what they can see, over their own office, without access to others or to files.
  await open(page, "/reports/std_pipeline?run=1");
  await expect(rowsOf(page)).not.toHaveCount(0);
  await expect(page.getByRole("radio")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Export report" })).toHaveCount(0);
  await open(page, "/reports/std_pipeline?run=1&offices=org_01k9hartwe11p1erce00000001,org_00000000000000000000000000");
  await expect(page.getByText("You don’t have permission to run this report this way")).toBeVisible();
});

test("reports and offices of another firm are not found", async ({ page }) => {
  await signIn(page, "attorney");
  const { report } = await makeReport(page, `Ours ${randomUUID()}`);
  const slug = await findSlug(page);
  await signIn(page, "otherManager");
  await open(page, "/reports");
  await expect(page.getByRole("link", { name: pipeline })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Ours/ })).toHaveCount(0);
  await open(page, `/reports/${report.id}?run=1`);
  await expect(page.getByRole("heading", { name: "Report not found" })).toBeVisible();
  await open(page, `/reports/std_pipeline?run=1&offices=${readDemoData().ids.organizationId}`);
  await expect(page.getByText("You don’t have permission to run this report this way")).toBeVisible();
  await visit(page, `/o/${slug}/reports/${report.id}`);
  await expect(page.getByRole("heading", { name: "Organization not found" })).toBeVisible();
});
