import { sql, type RawBuilder } from "kysely";
import { reportSources } from "../../areas/reports/catalog/store.sources.ts";
import type { Database } from "../../platform/database/database.ts";

const tableAndAlias = /"([A-Z][A-Za-z]+)" "?([a-z])"?(?=\s)/g;
const columnOfAlias = /(?<![\w"])"?([a-z])"?\."?([A-Za-z][A-Za-z0-9]*)"?/g;

/**
 * Every column that the statements of reports may name, as `Table.column`: out of the text of all expressions, joins
 * and conditions there are.
 */
export function listReportColumns({ withoutTenant }: Pick<Database, "withoutTenant">): string[] {
  const write = (part: RawBuilder<unknown>) => part.compile(withoutTenant).sql;
  const named = Object.values(reportSources).flatMap(({ from, live, joins, fields, custom }) => {
    const parts = [
      from,
      live,
      custom ?? sql``,
      ...Object.values(joins).map((join) => join.sql),
      ...Object.values(fields).map((field) => field.sql),
    ];
    const text = `${parts.map(write).join(" \n ")} `;
    const tables = new Map([...text.matchAll(tableAndAlias)].map(([, table = "", alias = ""]) => [alias, table]));
    return [...text.matchAll(columnOfAlias)].flatMap(([, alias = "", column = ""]) =>
      tables.has(alias) ? [`${tables.get(alias)}.${column}`] : [],
    );
  });
  return [...new Set(named)].toSorted();
}
