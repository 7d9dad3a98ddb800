import { expect, type APIRequestContext, type Page } from "@playwright/test";
import { askUntilFree } from "./client.ts";
import { readDemoData } from "./demo-data.ts";
import { findSlug } from "./people.ts";
import { reload } from "./visit.ts";

/** What POST /reports/{reportId}/run returns, as far as tests read it. */
export interface ApiRun {
  rows: Record<string, string | number | boolean | null>[];
  totals: Record<string, number> | null;
  organizations: { id: string; name: string }[];
  nextCursor: string | null;
}

/** Runs a report over the API, with the demo's key that has all scopes. */
export async function runByKey(
  request: APIRequestContext,
  reportId: string,
  body: object,
  query = "",
): Promise<ApiRun> {
  const { keys } = readDemoData();
  const response = await askUntilFree(() =>
    request.post(`/api/v1/reports/${reportId}/run${query}`, {
      headers: { "x-api-key": keys.full, cookie: "" },
      data: { limit: 1_000, ...body },
    }),
  );
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()) as ApiRun;
}

/**
 * Waits until a page that runs a report shows what the API returns: other tests create records between the two.
 *
 * @param isShown expects the API's numbers on the page
 * @returns what both have
 */
export async function expectSame(
  page: Page,
  run: () => Promise<ApiRun>,
  isShown: (ran: ApiRun) => Promise<void>,
): Promise<ApiRun> {
  let ran = await run();
  let isFirst = true;
  await expect(async () => {
    if (!isFirst) {
      await reload(page);
      ran = await run();
    }
    isFirst = false;
    await isShown(ran);
  }).toPass({ timeout: 90_000 });
  return ran;
}

/** Changes something as the portal's pages do. */
export async function change<Data>(page: Page, procedure: string, data: object): Promise<Data> {
  const { origin } = new URL((await page.request.head("/")).url());
  const response = await page.request.post(`/api/trpc/${procedure}`, {
    headers: { "x-organization": await findSlug(page), Origin: origin },
    data,
  });
  expect(response.status(), await response.text()).toBe(200);
  return ((await response.json()) as { result: { data: Data } }).result.data;
}

/** The rows of the result, as they are read. */
export function rowsOf(page: Page) {
  return page.getByRole("region", { name: "Result" }).getByRole("table").locator("tbody").getByRole("row");
}

/** A private report of cases by their client's name, which is prompted for as free text. */
export function makeReport(page: Page, name: string): Promise<{ report: { id: string; revision: number } }> {
  return change(page, "reports.create", {
    name,
    category: "people",
    entity: "cases",
    definition: {
      columns: [
        { key: "case", field: "sequenceId" },
        { key: "client", field: "clientName" },
      ],
      filters: [{ field: "clientName", operator: "contains", parameter: "client" }],
      parameters: [{ key: "client", label: "Client’s name" }],
      sort: [{ column: "case" }],
    },
  });
}
