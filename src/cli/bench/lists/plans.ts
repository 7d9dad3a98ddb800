import { Client, escapeLiteral } from "pg";
import { startServer } from "../../../http/server.ts";
import { connectionOptions } from "../../../platform/database/connections/connection-pool.ts";
import { withServerOptions } from "../../../platform/database/connections/connection-url.ts";
import { readEnvironment } from "../../../platform/environment.ts";
import { pageSize } from "./lists.ts";
import { findFreePort } from "../../local-postgres/free-port.ts";
import type { BenchSetup } from "../stage.ts";

/** How PostgreSQL reads a page, according to EXPLAIN. */
export interface PagePlan {
  /** Tables of the firm's size that it read from end to end. */
  scanned: string[];
  /** Rows that scans read for one row of the page, those that a filter dropped included. */
  rowsRead: number;
  /** Blocks of 8 KiB, from the cache or not. */
  blocks: number;
}

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Node[];
}

const listNodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];
/**
 * After so many runs PostgreSQL has decided whether a prepared statement keeps one plan for all values: as the server's
 * are.
 */
const runsToSettle = 6;

/** Of so few rows (a firm's members, its tags) a table is rightly read whole. */
const smallTable = 500;

export type Statement = readonly [text: string, values: readonly unknown[]];

/** Explains the statement of each page, in the application's role and below row-level security. */
export async function explainPages(
  setup: BenchSetup,
  organizationId: string,
  secret: string,
  targets: readonly string[],
): Promise<PagePlan[]> {
  const statements = await recordStatements(setup, secret, targets, /^\s*SELECT.*LIMIT/is);
  const client = new Client({ connectionString: withServerOptions(setup.applicationUrl, connectionOptions) });
  await client.connect();
  try {
    const plans: PagePlan[] = [];
    for (const statement of statements) plans.push(await explain(client, organizationId, statement));
    return plans;
  } finally {
    await client.end();
  }
}

/**
 * Sends each target to a server in this process.
 *
 * @returns of each the longest matching statement that the server sent
 */
export async function recordStatements(
  setup: BenchSetup,
  secret: string,
  targets: readonly string[],
  pattern: RegExp,
): Promise<Statement[]> {
  const environment = readEnvironment({
    CASEPORT_HOST: "127.0.0.1",
    PORT: String(await findFreePort()),
    CASEPORT_SECRET: setup.installationSecret,
    CASEPORT_WORKER: "none",
    CASEPORT_LOG_LEVEL: "error",
  });
  const server = await startServer({
    environment,
    databaseUrl: setup.applicationUrl,
    pages: (_request, response) => void response.writeHead(404).end(),
  });
  let sent: Statement[] = [];
  server.services.database.pool.on("connect", (connection) => {
    const query = connection.query.bind(connection) as (...parameters: unknown[]) => unknown;
    connection.query = ((...parameters: unknown[]) => {
      const [sentQuery] = parameters as [{ text?: string; values?: unknown[] }];
      const { text, values } = sentQuery;
      if (text !== undefined && values !== undefined) sent.push([text, values]);
      return query(...parameters);
    }) as typeof connection.query;
  });
  try {
    const statements: Statement[] = [];
    for (const target of targets) {
      sent = [];
      const response = await fetch(`${server.addresses[0]}${target}`, { headers: { "x-api-key": secret } });
      if (response.status !== 200)
        throw new Error(`GET ${target} returned ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
      const longest = sent
        .filter(([text]) => pattern.test(text))
        .toSorted(([left], [right]) => right.length - left.length)[0];
      if (longest === undefined) throw new Error(`GET ${target}: no such statement was seen.`);
      statements.push(longest);
    }
    return statements;
  } finally {
    await server.close(1_000);
  }
}

async function explain(client: Client, organizationId: string, [text, values]: Statement): Promise<PagePlan> {
  const call = `page${values.length === 0 ? "" : `(${values.map(writeLiteral).join(", ")})`}`;
  await client.query(`BEGIN; SET LOCAL caseport.organization = ${escapeLiteral(organizationId)}`);
  await client.query(`PREPARE page AS ${text}`);
  for (let run = 0; run < runsToSettle; run += 1) await client.query(`EXECUTE ${call}`);
  const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE ${call}`,
  );
  await client.query("ROLLBACK; DEALLOCATE page");
  const plan = rows[0]?.["QUERY PLAN"][0].Plan;
  if (plan === undefined) throw new Error("PostgreSQL explained nothing.");
  const scans = listNodes(plan).filter(
    (node) => node["Node Type"].endsWith("Scan") && node["Node Type"] !== "Subquery Scan",
  );
  const readBy = (node: Node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"];
  const isLarge = (node: Node) => node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) > smallTable;
  const scanned = scans
    .filter((node) => node["Node Type"] === "Seq Scan" && isLarge(node))
    .map((node) => node["Relation Name"] ?? "");
  return {
    scanned: [...new Set(scanned)],
    rowsRead: scans.reduce((sum, node) => sum + readBy(node), 0) / pageSize,
    blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
  };
}

function writeLiteral(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (Array.isArray(value)) return `ARRAY[${value.map(writeLiteral).join(", ")}]`;
  return typeof value === "string" ? escapeLiteral(value) : JSON.stringify(value);
}
