import { sql, type RawBuilder } from "kysely";
import { insertRows, selectRecord, selectRows, writeEach } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Statement, StatementLine } from "./schema.ts";
import { isStaleStatement } from "./store.stale.ts";

export type LineRow = Omit<Row<"SettlementStatementLine">, "organizationId" | "statementId">;

export type StatementRow = Row<"SettlementStatement"> &
  Pick<Statement, "case" | "settlement" | "isStale" | "status"> & {
    plaintiffId: string;
    lines: (LineRow & Pick<StatementLine, "lienholder">)[];
  };

/** @param from one row: the joins run for it only */
export function selectStatements(organizationId: string, from: RawBuilder<unknown>): RawBuilder<StatementRow> {
  return sql<StatementRow>`
    SELECT t.*, jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case", c."plaintiffId",
      jsonb_build_object('id', n.id, 'sequenceId', n."sequenceId") AS settlement,
      ${isStaleStatement(organizationId, "t")} AS "isStale",
      (SELECT jsonb_agg(to_jsonb(l) - 'organizationId' - 'statementId' || jsonb_build_object('lienholder',
          CASE WHEN h.id IS NOT NULL THEN jsonb_build_object('id', h.id, 'name', h.name) END) ORDER BY l."position")
        FROM "SettlementStatementLine" l
        LEFT JOIN "Lien" i ON i."organizationId" = ${organizationId} AND l."sourceEntity" = 'lien' AND i.id = l."sourceId"
        LEFT JOIN "Contact" h ON h."organizationId" = ${organizationId} AND h.id = i."lienholderContactId"
        WHERE l."organizationId" = ${organizationId} AND l."statementId" = t.id) AS lines
    FROM ${from} t
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"
    JOIN "Settlement" n ON n."organizationId" = ${organizationId} AND n.id = t."settlementId"`;
}

/** What of a statement the statements of this file and of resources need to know. */
export const statementRows = {
  table: "SettlementStatement",
  isPermanent: true,
  select: selectStatements,
  liveOwners: ["caseId"],
  unique: { SettlementStatement_organizationId_externalId_key: "externalId: used by another settlement statement" },
} as const;

/** Adds the lines of a statement that this transaction has inserted. */
export const insertLines = (
  context: Context,
  statementId: string,
  lines: readonly Omit<LineRow, "takenCents" | "disbursedCents" | "returnedCents" | "paymentId">[],
): Promise<void> =>
  insertRows(
    context,
    "SettlementStatementLine",
    lines.map((line) => ({ statementId, ...line })),
  );

/** The last version of a share's statements, 0 for none. The caller has locked the share. */
export async function findLastVersion(context: Context, shareId: string): Promise<number> {
  const row = await selectRows(context, "SettlementStatement")
    .select("version")
    .where("shareId", "=", shareId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** The statement of a share that is in a status, without a lock: of `issued` and `approved` there is at most one. */
export async function findOfShare(
  context: Context,
  shareId: string,
  status: "issued" | "approved",
): Promise<string | undefined> {
  const row = await selectRows(context, "SettlementStatement")
    .select("id")
    .where("shareId", "=", shareId)
    .where("status", "=", status)
    .executeTakeFirst();
  return row?.id;
}

/** The statements of a settlement that have not ended, in the order of IDs, without a lock. */
export async function listOpenOf(context: Context, settlementId: string): Promise<string[]> {
  const rows = await selectRows(context, "SettlementStatement")
    .select("id")
    .where("settlementId", "=", settlementId)
    .where("status", "in", ["draft", "issued", "approved"])
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks a share FOR NO KEY UPDATE until commit. The caller has locked its settlement. */
export async function lockShareForUpdate({ organizationId, transaction }: Context, shareId: string): Promise<void> {
  await sql`SELECT FROM "SettlementShare" WHERE "organizationId" = ${organizationId} AND id = ${shareId} FOR NO KEY UPDATE`.execute(
    transaction,
  );
}

/** Locks the liens of a claimant FOR SHARE until commit, in the order of IDs: their amounts stay as they are read. */
export async function lockClaimedLiensForShare(
  { organizationId, transaction }: Context,
  caseId: string,
  claimantPartyId: string | null,
): Promise<void> {
  await sql`SELECT FROM "Lien" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}
    AND "claimantPartyId" IS NOT DISTINCT FROM ${claimantPartyId} ORDER BY id FOR SHARE`.execute(transaction);
}

/** Carries what disbursements took and gave back of a former version over to lines of this one. */
export const carryTaken = (
  context: Context,
  statementId: string,
  lines: readonly Pick<LineRow, "key" | "takenCents" | "disbursedCents" | "returnedCents">[],
): Promise<void> =>
  writeEach(
    context,
    "SettlementStatementLine",
    lines.map((line) => ({ statementId, ...line })),
    { by: ["statementId", "key"], columns: ["takenCents", "disbursedCents", "returnedCents"] },
  );

/** Names the payment of an invoice that a line recorded. */
export const writePayments = (
  context: Context,
  statementId: string,
  lines: readonly { key: string; paymentId: string }[],
): Promise<void> =>
  writeEach(
    context,
    "SettlementStatementLine",
    lines.map((line) => ({ statementId, ...line })),
    { by: ["statementId", "key"], columns: ["paymentId"] },
  );

/** The sealed document about a statement of a completed signature request. */
export async function findSignedSubject(
  { organizationId, transaction }: Context,
  esignRequestId: string,
  statementId: string,
): Promise<{ documentId: string; allSignedAt: string } | undefined> {
  const { rows } = await sql<{ documentId: string; allSignedAt: string }>`
    SELECT d."documentId", r."allSignedAt" FROM "EsignRequest" r
    JOIN "EsignDocument" d ON d."organizationId" = ${organizationId} AND d."requestId" = r.id
    WHERE r."organizationId" = ${organizationId} AND r.id = ${esignRequestId} AND r."deletedAt" IS NULL
      AND r.status = 'completed' AND d."subjectEntity" = 'settlement_statement' AND d."subjectId" = ${statementId}
      AND d."documentId" IS NOT NULL AND r."allSignedAt" IS NOT NULL ORDER BY d.position LIMIT 1`.execute(transaction);
  return rows[0];
}

/** Names the rendered file of a statement. It is no change of the statement: its revision stays. */
export async function writeDocument(context: Context, statementId: string, documentId: string): Promise<void> {
  const { organizationId, transaction } = context;
  await transaction
    .updateTable("SettlementStatement")
    .set({ documentId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", statementId)
    .execute();
}

/** The content type of a document that is in the organization; undefined for another. */
export async function findContentType(context: Context, documentId: string): Promise<string | undefined> {
  const row = await selectRecord(context, "Document", documentId).select("contentType").executeTakeFirst();
  return row?.contentType;
}

/** Lines that pay a contact pay another one, into which it was merged: under the name that the client approved. */
export async function repointPayees(
  { organizationId, transaction }: Context,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await transaction
    .updateTable("SettlementStatementLine")
    .set({ payeeContactId: to })
    .where("organizationId", "=", organizationId)
    .where("payeeContactId", "=", from)
    .execute();
}
