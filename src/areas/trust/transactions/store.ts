import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { lockRowForUpdate } from "../../../rpc/resource/store.ts";
import type { Posting, TrustTransaction, TrustTransactionFilter } from "./schema.ts";

export type TrustTransactionRow = Omit<Row<"TrustTransaction">, "postings"> &
  Pick<TrustTransaction, "account" | "bankLineId" | "method"> & { postings: Posting[] };

type Organization = Pick<Context, "organizationId">;

/** @param from one row, or one page: the joins and lookups run for those rows only */
export function selectTrustTransactions(
  organizationId: string,
  from: RawBuilder<unknown>,
): RawBuilder<TrustTransactionRow> {
  return sql<TrustTransactionRow>`
    SELECT t.*, jsonb_build_object('id', a.id, 'name', a.name) AS account,
      (SELECT jsonb_agg(jsonb_build_object('ledgerId', p."ledgerId", 'caseId', p."caseId", 'amountCents', p."amountCents",
          'balanceAfterCents', p."balanceAfterCents", 'settlementPayerId', p."settlementPayerId") ORDER BY p.position)
        FROM "TrustPosting" p WHERE p."organizationId" = ${organizationId} AND p."transactionId" = t.id) AS postings,
      (SELECT b.id FROM "BankLine" b WHERE b."organizationId" = ${organizationId} AND b."transactionId" = t.id) AS "bankLineId"
    FROM ${from} t
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = t."accountId"`;
}

export const statements = {
  table: "TrustTransaction",
  isPermanent: true,
  select: selectTrustTransactions,
  unique: {
    TrustTransaction_organizationId_externalId_key: "externalId: used by another transaction",
    TrustTransaction_check: "checkNumber: used by another disbursement of the account",
  },
} as const;

/** Written out, so that PostgreSQL uses the index of these. */
const isUncleared = sql`(t."clearedOn" IS NULL AND t."reversedById" IS NULL AND t.type = ANY ('{deposit,firm_deposit}'::text[]))`;

function composeConditions(
  { organizationId }: Organization,
  filter: Omit<TrustTransactionFilter, "after" | "limit" | "sort">,
): RawBuilder<unknown>[] {
  const { accountId, ledgerId, caseId, type, uncleared, occurredFrom, occurredTo, updatedSince } = filter;
  const posts = (condition: RawBuilder<unknown>) =>
    sql`t.id IN (SELECT p."transactionId" FROM "TrustPosting" p WHERE p."organizationId" = ${organizationId} AND ${condition})`;
  return [
    accountId !== undefined && sql`t."accountId" = ${accountId}`,
    type !== undefined && sql`t.type = ${type}`,
    ledgerId !== undefined && posts(sql`p."ledgerId" = ${ledgerId}`),
    caseId !== undefined && posts(sql`p."caseId" = ${caseId}`),
    uncleared !== undefined && (uncleared ? isUncleared : sql`NOT ${isUncleared}`),
    occurredFrom !== undefined && sql`t."occurredOn" >= ${occurredFrom}::date`,
    occurredTo !== undefined && sql`t."occurredOn" <= ${occurredTo}::date`,
    updatedSince !== undefined && sql`t."updatedAt" >= ${updatedSince}::timestamptz`,
  ].filter((condition) => condition !== false);
}

/** A page of transactions. */
export function selectTrustTransactionPage(
  { organizationId }: Organization,
  filter: Omit<TrustTransactionFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<TrustTransactionRow> {
  const conditions = composeConditions({ organizationId }, filter).map((condition) => sql` AND ${condition}`);
  const from = sql`(SELECT t.* FROM "TrustTransaction" t WHERE t."organizationId" = ${organizationId} AND ${after}${sql.join(
    conditions,
    sql``,
  )} ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<TrustTransactionRow>`${selectTrustTransactions(organizationId, from)} ORDER BY ${order}`;
}

/** Locks a transaction FOR NO KEY UPDATE until commit, then reads it with what is joined to it. */
export const lockTransactionForUpdate = (context: Context, id: string): Promise<TrustTransactionRow | undefined> =>
  lockRowForUpdate(context, statements, { id }, "FOR NO KEY UPDATE");

/** What is left of a deposit in a ledger, of the payer who paid it. */
export interface DepositPart {
  ledgerId: string;
  kind: string;
  caseId: string | null;
  claimantPartyId: string | null;
  settlementPayerId: string | null;
  amountCents: number;
}

/** Where the money of a deposit is by now: what came into ledgers and was neither moved on, returned nor reversed. */
export async function listDepositParts(
  { organizationId, transaction }: Context,
  depositId: string,
): Promise<DepositPart[]> {
  const { rows } = await sql<DepositPart>`
    SELECT p."ledgerId", l.kind, l."caseId", l."claimantPartyId", p."settlementPayerId", sum(p."amountCents")::bigint AS "amountCents"
    FROM "TrustPosting" p JOIN "TrustLedger" l ON l."organizationId" = ${organizationId} AND l.id = p."ledgerId"
    WHERE p."organizationId" = ${organizationId} AND p."depositId" = ${depositId}
    GROUP BY p."ledgerId", l.kind, l."caseId", l."claimantPartyId", p."settlementPayerId" HAVING sum(p."amountCents") <> 0
    ORDER BY p."ledgerId", p."settlementPayerId"`.execute(transaction);
  return rows;
}

/** The parts of one transaction alone. */
export async function listTransactionParts(
  { organizationId, transaction }: Context,
  transactionId: string,
): Promise<DepositPart[]> {
  const { rows } = await sql<DepositPart>`
    SELECT p."ledgerId", l.kind, l."caseId", l."claimantPartyId", p."settlementPayerId", p."amountCents"
    FROM "TrustPosting" p JOIN "TrustLedger" l ON l."organizationId" = ${organizationId} AND l.id = p."ledgerId"
    WHERE p."organizationId" = ${organizationId} AND p."transactionId" = ${transactionId} ORDER BY p.position`.execute(
    transaction,
  );
  return rows;
}

/** Notes when and why a deposit cleared; a trigger releases its money. Set once. */
export async function markCleared(
  { organizationId, transaction }: Context,
  transactionId: string,
  { clearedOn, clearanceBasis }: { clearedOn: string; clearanceBasis: string },
): Promise<void> {
  await sql`UPDATE "TrustTransaction" SET "clearedOn" = ${clearedOn}::date, "clearanceBasis" = ${clearanceBasis}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${transactionId}`.execute(transaction);
}

/** Notes which transaction takes another one back. Set once. */
export async function markReversed(
  { organizationId, transaction }: Context,
  transactionId: string,
  reversedById: string,
): Promise<void> {
  await sql`UPDATE "TrustTransaction" SET "reversedById" = ${reversedById}, revision = revision + 1
    WHERE "organizationId" = ${organizationId} AND id = ${transactionId}`.execute(transaction);
}

/** The number of a case. */
export async function findCaseNumber({ organizationId, transaction }: Context, caseId: string): Promise<string | null> {
  const { rows } = await sql<{ sequenceId: string }>`
    SELECT "sequenceId" FROM "Case" WHERE "organizationId" = ${organizationId} AND id = ${caseId}`.execute(transaction);
  return rows[0]?.sequenceId ?? null;
}

/** Whether a line of a bank statement is this transaction. */
export async function isMatched({ organizationId, transaction }: Context, transactionId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "BankLine" WHERE "organizationId" = ${organizationId}
    AND "transactionId" = ${transactionId}`.execute(transaction);
  return rows.length > 0;
}
