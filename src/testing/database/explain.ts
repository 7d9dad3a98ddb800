import type { CompiledQuery, RawBuilder } from "kysely";
import type { PoolClient, QueryResult } from "pg";
import type { Database } from "../../platform/database/database.ts";

/** How one table is read by a statement. */
export interface TableScan {
  node: string;
  table: string;
  index: string | undefined;
  /** Rows that it read, those that a filter dropped included. */
  read: number;
  /** False if the plan has it, and the statement did not get there. */
  isExecuted: boolean;
}

export interface ExplainedRead {
  scans: TableScan[];
  /** Rows that the scans read, those that a filter dropped included. */
  read: number;
}

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
}

/** What EXPLAIN (ANALYZE, FORMAT JSON) returns. */
interface Explanation {
  "QUERY PLAN": [{ Plan: Plan }];
}

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/**
 * How tables are read by a statement that is run as the application does, in its role and below row-level security, in
 * a transaction that is undone.
 *
 * @param settings of the transaction, as `enable_seqscan = off`
 * @param explain runs EXPLAIN of the statement
 */
async function readScans(
  server: { services: { database: Database } },
  { organizationId }: { organizationId: string },
  settings: readonly string[],
  explain: (client: PoolClient) => Promise<QueryResult<Explanation>>,
): Promise<TableScan[]> {
  // One of the server's connections: a new one reads the catalog again, which takes longer than the statement.
  const client = await server.services.database.pool.connect();
  try {
    await client.query(
      [
        "BEGIN",
        ...[`caseport.organization = '${organizationId}'`, ...settings].map((setting) => `SET LOCAL ${setting}`),
      ].join("; "),
    );
    const { rows } = await explain(client);
    return rows
      .flatMap((row) => listNodes(row["QUERY PLAN"][0].Plan))
      .flatMap((node) => {
        const table = node["Relation Name"];
        if (table === undefined) return [];
        return [
          {
            node: node["Node Type"],
            table,
            index: node["Index Name"],
            read: (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
            isExecuted: node["Actual Loops"] > 0,
          },
        ];
      });
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

const compileStatement = (
  { services }: { services: { database: Database } },
  statement: RawBuilder<unknown> | CompiledQuery,
): CompiledQuery => ("compile" in statement ? statement.compile(services.database.withoutTenant) : statement);

const leaveOut = (way: string): string => `${way} = off`;

/**
 * Joins that read a whole table: what a table of a test's size often deserves, now and then, as its sampled statistics
 * fall. Whether there is another way, which a large one would be given, is what these tests check.
 */
const smallWays = ["enable_hashjoin", "enable_mergejoin"];

/**
 * Explains a statement with its parameters.
 *
 * @param options `reads`: the organizations that it reads in the role of reports; without them it stays the
 *   application. `ways`: further ones that the planner does without, as `enable_seqscan`
 */
export async function explainRead(
  server: { services: { database: Database } },
  tenant: { organizationId: string },
  statement: RawBuilder<unknown> | CompiledQuery,
  { reads = [], ways = [] }: { reads?: readonly string[]; ways?: readonly string[] } = {},
): Promise<ExplainedRead> {
  const { sql: text, parameters } = compileStatement(server, statement);
  const settings = [...smallWays, ...ways].map(leaveOut);
  if (reads.length > 0) settings.push(`caseport.report_organizations = '${reads.join(",")}'`, "ROLE caseport_reader");
  const scans = await readScans(server, tenant, settings, (client) =>
    client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]),
  );
  return { scans, read: scans.reduce((sum, { read }) => sum + read, 0) };
}

function writeLiteral(value: unknown): string {
  if (typeof value === "number") return String(value);
  return Array.isArray(value) ? `'{${value.join(",")}}'` : `'${String(value)}'`;
}

/**
 * How tables are read by a statement that is prepared, as the application does, and planned for its values or for all.
 *
 * @param options `planning`: `force_custom_plan` or `force_generic_plan`. `ways`: what the planner does without, as
 *   `enable_seqscan`; it prefers them in months of few rows, where whether there is another way is the question
 */
export function explainPrepared(
  server: { services: { database: Database } },
  tenant: { organizationId: string },
  statement: RawBuilder<unknown> | CompiledQuery,
  { planning, ways = [] }: { planning: string; ways?: readonly string[] },
): Promise<TableScan[]> {
  const { sql: text, parameters } = compileStatement(server, statement);
  const values = parameters.length > 0 ? `(${parameters.map(writeLiteral).join(", ")})` : "";
  return readScans(server, tenant, [`plan_cache_mode = ${planning}`, ...ways.map(leaveOut)], async (client) => {
    await client.query(`PREPARE page AS ${text}`);
    const explained = await client.query<Explanation>(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page${values}`);
    await client.query("DEALLOCATE page");
    return explained;
  });
}
