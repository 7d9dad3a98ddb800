import { sql, type RawBuilder } from "kysely";
import { lowestId } from "../../../platform/database/ids.ts";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableColumn, TableRow } from "../../../platform/file-formats/table-values.ts";
import type { Context } from "../../../rpc/context.ts";

/** Days in the organization's time zone, both inclusive. */
export interface AuditSpan {
  from?: string | undefined;
  to?: string | undefined;
}

type Inside = Pick<Context, "organizationId" | "transaction">;

export const auditColumns: readonly TableColumn[] = [
  { key: "id", label: "ID", type: "text" },
  { key: "occurredAt", label: "At", type: "instant" },
  { key: "action", label: "Action", type: "text" },
  { key: "actorType", label: "Kind of actor", type: "text" },
  { key: "actorName", label: "Actor", type: "text" },
  { key: "actorId", label: "Actor’s ID", type: "text" },
  { key: "onBehalfOfAttorneyId", label: "On behalf of", type: "text" },
  { key: "entity", label: "Kind of record", type: "text" },
  { key: "entityId", label: "Record", type: "text" },
  { key: "relatedIds", label: "Related records", type: "text" },
  { key: "changes", label: "Changes", type: "text" },
  { key: "requestId", label: "Request", type: "text" },
  { key: "address", label: "Address", type: "text" },
];

const dayMilliseconds = 86_400_000;

function fromEntries({ organizationId }: Inside, { from, to }: AuditSpan): RawBuilder<unknown> {
  const zone = sql`(SELECT timezone FROM "Organization" WHERE id = ${organizationId})`;
  // Ids begin with their time: bounds one day around the span limit the scan.
  const idAround = (day: string, days: number) =>
    lowestId("auditEntry", new Date(Date.parse(day) + days * dayMilliseconds));
  const conditions = [
    sql`a."organizationId" = ${organizationId}`,
    ...(from === undefined
      ? []
      : [sql`a.id >= ${idAround(from, -2)} AND a."occurredAt" >= (${from}::date::timestamp AT TIME ZONE ${zone})`]),
    ...(to === undefined
      ? []
      : [sql`a.id < ${idAround(to, 3)} AND a."occurredAt" < ((${to}::date + 1)::timestamp AT TIME ZONE ${zone})`]),
  ];
  return sql`FROM "AuditEntry" a WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** The audit entries of a span, oldest first, in batches of one snapshot. */
export function readEntries(
  snapshot: Pick<Snapshot, "read">,
  context: Inside,
  span: AuditSpan,
): AsyncGenerator<TableRow[], void> {
  const query = sql<TableRow>`SELECT ${sql.join(auditColumns.map(({ key }) => sql.ref(`a.${key}`)))} ${fromEntries(context, span)} ORDER BY a.id`;
  return snapshot.read(query.compile(context.transaction));
}

export async function countEntries(context: Inside, span: AuditSpan): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${fromEntries(context, span)}`.execute(
    context.transaction,
  );
  return rows[0]?.count ?? 0;
}
