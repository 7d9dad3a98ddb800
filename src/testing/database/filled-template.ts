import { Client } from "pg";
import { nameDatabase } from "../../platform/database/connections/connection-url.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { subjects } from "../conformance/subject.ts";
import { makeOnceARun } from "../harness/once-a-run.ts";
import type { ExampleRequest } from "../harness/requests/example-request.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";
import { applicationUrlOf, cloneDatabase } from "./clone-database.ts";
import { multiplyRows } from "./multiply-rows.ts";
import { hooks } from "../../composition/transaction-hooks.ts";

/**
 * Lists that are left out, by name, so that a new one is measured. The feed and runs of reports are measured in
 * api.plans.test.ts of their areas, with rows that look like theirs. An organization has at most a few hundred reports,
 * keys, members and teams and 60 holiday calendars, and a key changes some hundred times, which a list may read whole.
 * A window of the calendar, also in a docket, reads its series whole, at most 1,000.
 */
// Lists of a bounded size, which are read whole (`platform/database/lists/whole-list.ts`), have a `limit` without a default.
const wholeLists = subjects
  .filter(({ declaration: { input } }) => "limit" in input.shape && input.shape["limit"]?._zod.def.type === "optional")
  .map(({ declaration }) => declaration.name);

export const leftOut = new Set([
  "events.list",
  "reports.run",
  "reports.list",
  "serviceAccounts.list",
  "serviceAccounts.audit.list",
  "members.list",
  "teams.list",
  "holidayCalendars.list",
  "calendarOccurrences.list",
  "calendarConflicts.list",
  "docketEntries.list",
  ...wholeLists,
]);

/** Whose tables are filled. */
export const lists = subjects.filter(
  ({ declaration: { name, kind, meta, input } }) =>
    kind === "query" && !leftOut.has(name) && "after" in input.shape && meta.deprecated === undefined,
);

/** So many rows each table has for the tenant, and as many for another. */
const rowsEach = 1_500;

interface FilledTemplate {
  template: string;
  tenant: Omit<TestTenant, "database" | "inside">;
  /** The tenant's request of each list, by the operation's name. */
  arranged: Record<string, Pick<ExampleRequest, "pathValues" | "query">>;
  /** The tables that were filled. */
  tables: string[];
}

/** A database with thousands of rows of what lists show, which takes many seconds to fill: the run's test files copy it. */
export const prepareFilledTemplate = (): Promise<FilledTemplate> => makeOnceARun("filled-template", fill);

async function fill(): Promise<FilledTemplate> {
  const ownerUrl = await cloneDatabase({ isKept: true });
  const database = openDatabase(applicationUrlOf(ownerUrl), { poolSize: 2, hooks });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const [tenant, other] = [await createTenant(database), await createTenant(database)];
    const arranged: FilledTemplate["arranged"] = {};
    for (const each of [other, tenant]) {
      for (const { declaration, arrange } of lists) {
        const { pathValues, query } = await arrange(each);
        arranged[declaration.name] = { pathValues, ...(query !== undefined && { query }) };
      }
    }
    await multiplyRows(owner, other.organizationId, rowsEach);
    const tables = await multiplyRows(owner, tenant.organizationId, rowsEach);
    await owner.query("ANALYZE");
    const { organizationId, attorneyId, keyId, secret } = tenant;
    return {
      template: nameDatabase(ownerUrl),
      tenant: { organizationId, attorneyId, keyId, secret },
      arranged,
      tables,
    };
  } finally {
    // A database with connections cannot be copied.
    await owner.end();
    await database.close();
  }
}
