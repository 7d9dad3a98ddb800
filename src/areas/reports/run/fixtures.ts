import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import type { ReportRun } from "../schema.ts";

/** Options of a test's run; `over` is added to the query. */
export interface TestRun {
  over?: readonly Pick<TestTenant, "organizationId">[] | string;
  parameters?: Record<string, unknown>;
  columns?: string[];
  sort?: { column: string; descending?: boolean }[];
  after?: string | null;
  limit?: number;
}

export function postRun(
  server: { baseUrl: string },
  secret: string,
  reportId: string,
  { over, after, ...body }: TestRun = {},
): Promise<Reply> {
  const named =
    typeof over === "string" || over === undefined ? over : over.map(({ organizationId }) => organizationId).join(",");
  const query = named === undefined ? "" : `?organizationIds=${encodeURIComponent(named)}`;
  return openApi(server, secret).change("POST", `/reports/${reportId}/run${query}`, {
    ...body,
    ...(typeof after === "string" && { after }),
  });
}

/**
 * The body of a run's response.
 *
 * @throws if it was rejected
 */
export const readRun = (reply: Reply): ReportRun => readBody(reply);

export async function readAllRows(
  server: { baseUrl: string },
  secret: string,
  reportId: string,
  requested: TestRun,
): Promise<ReportRun["rows"]> {
  const rows: ReportRun["rows"] = [];
  let after: string | null = null;
  do {
    const page: ReportRun = readRun(await postRun(server, secret, reportId, { ...requested, after }));
    rows.push(...page.rows);
    after = page.nextCursor;
  } while (after !== null);
  return rows;
}
