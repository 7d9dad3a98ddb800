import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { TrustLedger, TrustLedgerFilter } from "./schema.ts";

export type TrustLedgerRow = Row<"TrustLedger">;
export type ShownLedgerRow = TrustLedgerRow & Pick<TrustLedger, "account" | "case">;

type Organization = Pick<Context, "organizationId">;

/** @param from one page: the joins run for its rows only */
function selectLedgers(organizationId: string, from: RawBuilder<unknown>): RawBuilder<ShownLedgerRow> {
  return sql<ShownLedgerRow>`
    SELECT t.*, jsonb_build_object('id', a.id, 'name', a.name) AS account,
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") END AS "case"
    FROM ${from} t
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = t."accountId"
    LEFT JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"`;
}

const equalities = ["accountId", "caseId", "kind"] as const;

/** A page of ledgers. One whose case is deleted stays: it is part of the books. */
export function selectLedgerPage(
  { organizationId }: Organization,
  filter: Omit<TrustLedgerFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<ShownLedgerRow> {
  const { nonZero, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (nonZero !== undefined) conditions.push(nonZero ? sql`t."balanceCents" <> 0` : sql`t."balanceCents" = 0`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "TrustLedger" t WHERE t."organizationId" = ${organizationId} AND ${after}${sql.join(
    conditions.map((condition) => sql` AND ${condition}`),
    sql``,
  )} ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<ShownLedgerRow>`${selectLedgers(organizationId, from)} ORDER BY ${order}`;
}

/** Adds the ledgers that every account has, empty. */
export async function insertOwnLedgers(
  { organizationId, transaction }: Context,
  accountId: string,
  ledgers: readonly { id: string; kind: string }[],
): Promise<void> {
  await transaction
    .insertInto("TrustLedger")
    .values(ledgers.map(({ id, kind }) => ({ organizationId, id, accountId, kind })))
    .execute();
}

/** Whose ledger of an account it is. */
export interface Whose {
  caseId: string;
  claimantPartyId: string | null;
}

/** Adds a claimant's ledger, unless there is one: then that of another transaction is waited for. */
export async function ensureClientLedger(
  { organizationId, transaction }: Context,
  { id, accountId, caseId, claimantPartyId }: Whose & { id: string; accountId: string },
): Promise<void> {
  await sql`INSERT INTO "TrustLedger" ("organizationId", id, "accountId", kind, "caseId", "claimantPartyId")
    VALUES (${organizationId}, ${id}, ${accountId}, 'client', ${caseId}, ${claimantPartyId}) ON CONFLICT DO NOTHING`.execute(
    transaction,
  );
}

/** The ledgers of an account of these cases, and its own of these kinds, without a lock. */
export async function listLedgersOf(
  { organizationId, transaction }: Context,
  accountId: string,
  { caseIds = [], kinds = [] }: { caseIds?: readonly string[]; kinds?: readonly string[] },
): Promise<TrustLedgerRow[]> {
  const { rows } = await sql<TrustLedgerRow>`SELECT * FROM "TrustLedger" t WHERE t."organizationId" = ${organizationId}
    AND t."accountId" = ${accountId}
    AND (${isOneOf("t.caseId", caseIds)} OR ${isOneOf("t.kind", kinds)}) ORDER BY t.id`.execute(transaction);
  return rows;
}

/** Ledgers in the order of IDs, without a lock. */
export async function listLedgersById(
  { organizationId, transaction }: Context,
  ledgerIds: readonly string[],
): Promise<TrustLedgerRow[]> {
  const { rows } = await sql<TrustLedgerRow>`SELECT * FROM "TrustLedger" t WHERE t."organizationId" = ${organizationId}
    AND ${isOneOf("t.id", ledgerIds)} ORDER BY t.id`.execute(transaction);
  return rows;
}

/** Locks ledgers FOR NO KEY UPDATE until commit, in the order of IDs, then reads them. */
export async function lockTrustLedgersForUpdate(
  { organizationId, transaction }: Context,
  ledgerIds: readonly string[],
): Promise<TrustLedgerRow[]> {
  const { rows } = await sql<TrustLedgerRow>`SELECT * FROM "TrustLedger" t WHERE t."organizationId" = ${organizationId}
    AND ${isOneOf("t.id", ledgerIds)} ORDER BY t.id FOR NO KEY UPDATE`.execute(transaction);
  return rows;
}
