import * as z from "zod";
import type { Declaration } from "../../../rpc/declarations.ts";
import type { DatabaseProbe } from "../../database/database-probe.ts";

/** Columns whose text steers something, or that the output limits to certain words. */
const steering =
  /^id$|Id$|^(status|role|slug|time[zZ]one|color|scopes|entity|action|operation|requestId|address|method|idempotencyKey|nameKey|accessor|prefix)$|^(type|kind|source|triggerSource|itemKey)$/;
const untouched = new Set([
  "Event",
  "AuditEntry",
  "IdempotencyRecord",
  "IntegrationKey",
  "IntegrationKeySecret",
  "EventCounter",
  "RateLimitCounter",
  "_prisma_migrations",
]);

/**
 * Adds the members that a schema limits to listed words: whatever stands there instead is a fault of the row, not of
 * the response.
 */
function collectListed(schema: unknown, listed: Set<string>): void {
  if (typeof schema !== "object" || schema === null) return;
  for (const [name, member] of Object.entries((schema as { properties?: object }).properties ?? {})) {
    if (/"(enum|const)":/.test(JSON.stringify({ ...member, properties: undefined, items: undefined })))
      listed.add(name);
  }
  for (const member of Object.values(schema)) collectListed(member, listed);
}

/** Unique columns get a different word in every row; those with a list of allowed words reject it. */
const writeColumn = (column: string, canary: string) =>
  `"${column}" = translate(${/email/i.test(column) ? `'${canary}' || ctid::text || '@example.com'` : `'${canary} ' || ctid::text`}, '(),', 'xyz')`;

/**
 * Writes a word into every column of text that takes it, in all rows there are.
 *
 * @returns which columns, as table.column
 */
export async function writeCanary(
  probe: DatabaseProbe,
  canary: string,
  declarations: readonly Declaration[],
): Promise<string[]> {
  const listed = new Set<string>();
  for (const { output } of declarations)
    collectListed(z.toJSONSchema(output, { io: "output", unrepresentable: "any" }), listed);
  const columns = await probe.rows(
    `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type = 'text' ORDER BY 1, 2`,
  );
  const candidates = new Map<string, string[]>();
  for (const { table, column } of columns as { table: string; column: string }[]) {
    // Free words of one table, listed ones of another.
    const isListed = listed.has(column) && !(table === "RetrievalRequest" && column === "statusReason");
    if (!untouched.has(table) && !steering.test(column) && !isListed)
      candidates.set(table, [...(candidates.get(table) ?? []), column]);
  }
  const written: string[] = [];
  for (const [table, all] of candidates)
    written.push(...(await writeColumns(probe, canary, table, all)).map((column) => `${table}.${column}`));
  return written;
}

/**
 * Writes all columns at once, and halves them where one rejects the word: each statement writes every row of the table.
 *
 * @returns those that took it
 */
async function writeColumns(probe: DatabaseProbe, canary: string, table: string, columns: string[]): Promise<string[]> {
  try {
    await probe.rows(`UPDATE "${table}" SET ${columns.map((column) => writeColumn(column, canary)).join(", ")}`);
    return columns;
  } catch {
    if (columns.length === 1) return [];
  }
  const middle = columns.length >> 1;
  return [
    ...(await writeColumns(probe, canary, table, columns.slice(0, middle))),
    ...(await writeColumns(probe, canary, table, columns.slice(middle))),
  ];
}
