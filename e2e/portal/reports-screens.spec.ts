import { expect, type Page } from "@playwright/test";
import { checkScreens } from "../check-screens.ts";
import { waitUntilCalm } from "../visit.ts";

const list = { path: "/o/{slug}/reports", person: "manager" } as const;

/** Waits for the rows, and for the drawing where there is one. */
async function waitForResult(page: Page): Promise<void> {
  await expect(page.getByRole("region", { name: "Result" }).getByRole("table")).toBeVisible();
  await waitUntilCalm(page);
}

async function waitForChart(page: Page): Promise<void> {
  await waitForResult(page);
  await expect(page.locator(".recharts-bar-rectangle, .recharts-line-dot").first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
}

checkScreens([
  {
    ...list,
    name: "reports",
    next: [
      {
        name: "reports-menu",
        prepare: async (page) => {
          // In the first row: further down the page would scroll, and its header would cover a row.
          await page
            .getByRole("button", { name: /^Actions for / })
            .first()
            .click();
          await expect(page.getByRole("menuitem", { name: "Copy report" })).toBeVisible();
        },
      },
    ],
  },
  { ...list, name: "reports-nothing-matches", path: "/o/{slug}/reports?q=zebra" },
  { ...list, name: "reports-paralegal", person: "member" },
  { ...list, name: "report", path: "/o/{slug}/reports/std_pipeline" },
  {
    ...list,
    name: "report-faults",
    path: "/o/{slug}/reports/std_statutes_ahead",
    prepare: async (page) => {
      await page.getByLabel(/days/i).fill("soon");
      await page.getByRole("radio", { name: /Selected organizations/ }).check();
      await page.getByRole("button", { name: "Run report", exact: true }).click();
      await expect(page.getByText("Enter a whole number.")).toBeVisible();
    },
  },
  { ...list, name: "report-ran", opensMore: true, path: "/o/{slug}/reports/std_pipeline?run=1", prepare: waitForChart },
  {
    ...list,
    name: "report-all-offices",
    opensMore: true,
    path: "/o/{slug}/reports/std_workload?run=1&offices=all",
    prepare: waitForChart,
  },
  {
    ...list,
    name: "report-over-time",
    opensMore: true,
    path: "/o/{slug}/reports/std_cases_opened?run=1",
    prepare: waitForChart,
  },
  {
    ...list,
    name: "report-averages",
    opensMore: true,
    path: "/o/{slug}/reports/std_time_in_stage?run=1&offices=all",
    prepare: waitForChart,
  },
  {
    ...list,
    name: "report-suggested-chart",
    opensMore: true,
    path: "/o/{slug}/reports/std_medical_specials?run=1",
    prepare: waitForChart,
  },
  {
    ...list,
    name: "report-rows",
    path: "/o/{slug}/reports/std_outstanding_requests?run=1&offices=all&sort=-due",
    prepare: waitForResult,
  },
  {
    ...list,
    name: "report-chart-pointed",
    opensMore: true,
    path: "/o/{slug}/reports/std_payments_received?run=1",
    windowOnly: true,
    prepare: async (page) => {
      await waitForChart(page);
      const chart = page.getByRole("region", { name: "Received by month", exact: true });
      // By keyboard: a phone has nothing to point with.
      await chart.getByRole("application").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await chart.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    },
  },
  {
    ...list,
    name: "report-nothing-fits",
    path: "/o/{slug}/reports/std_unanswered_clients?run=1&p.days=30000",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "No matching records" })).toBeVisible();
    },
  },
  { ...list, name: "report-rejected", path: "/o/{slug}/reports/std_invoice_aging?run=1", person: "member" },
  {
    ...list,
    name: "report-unknown",
    path: "/o/{slug}/reports/rpt_00000000000000000000000000",
    prepare: async (page) => {
      await expect(page.getByRole("heading", { name: "Report not found" })).toBeVisible();
    },
  },
]);
