import type { CompiledQuery, RawBuilder } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** How one table is read by a statement. */
export interface TableScan {
  node: string;
  table: string;
  index: string | undefined;
  /** Rows that it read, those that a filter dropped included. */
  read: number;
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

const listNodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/**
 * Joins that read a whole table: what a table of a test's size often deserves, now and then, as its sampled statistics fall.
 * Whether there is another way, which a large one would be given, is what these tests ask.
 */
const smallWays = ["enable_hashjoin", "enable_mergejoin"];

/**
 * Runs a statement as the application does, in its role and below row-level security, in a transaction that is undone.
 * @param reads the organizations that it reads in the role of reports; without them it stays the application
 * @param ways further ones that the planner does without, as `enable_seqscan`
 */
export async function explainRead(
  server: { services: { database: Database } },
  { organizationId }: { organizationId: string },
  statement: RawBuilder<unknown> | CompiledQuery,
  reads: readonly string[] = [],
  ways: readonly string[] = [],
): Promise<ExplainedRead> {
  const { sql: text, parameters } = "compile" in statement ? statement.compile(server.services.database.withoutTenant) : statement;
  // One of the server's connections: a new one reads the catalog again, which takes longer than the statement.
  const client = await server.services.database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL caseport.organization = '${organizationId}'; ${[...smallWays, ...ways].map((way) => `SET LOCAL ${way} = off`).join("; ")}`);
    if (reads.length > 0) await client.query(`SET LOCAL caseport.report_organizations = '${reads.join(",")}'; SET LOCAL ROLE caseport_reader`);
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...parameters]);
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    const scans = (plan === undefined ? [] : listNodes(plan)).filter((node) => node["Relation Name"] !== undefined);
    const described = scans.map((node) => ({
      node: node["Node Type"],
      table: node["Relation Name"] ?? "",
      index: node["Index Name"],
      read: (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    }));
    return { scans: described, read: described.reduce((sum, { read }) => sum + read, 0) };
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}
