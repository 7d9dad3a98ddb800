import { sql, type RawBuilder } from "kysely";
import { selectRows, updateRecord } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import { withoutIfMatch, type Context } from "../../../rpc/context.ts";
import { neverAtBank, type BankLineRow } from "../bank-statements/store.ts";
import type { OpenTransaction, OverdrawnLedger } from "./domain.balance.ts";
import { maxItems, type ReconciliationItem, type ReconciliationLedger } from "./schema.ts";

export type ReconciliationRow = Row<"Reconciliation">;

/** An account on a day. */
export interface AccountDay {
  accountId: string;
  asOfOn: string;
}

/** What the bank has at the end of a day, by the statement that covers it; null without one. */
export async function findBankCents(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<number | null> {
  const { rows } = await sql<{ cents: number }>`
    SELECT (s."openingCents" + coalesce((SELECT sum(b."amountCents") FROM "BankLine" b
      WHERE b."organizationId" = ${organizationId} AND b."statementId" = s.id AND b."postedOn" <= ${asOfOn}::date), 0))::bigint AS cents
    FROM "BankStatement" s WHERE s."organizationId" = ${organizationId} AND s."accountId" = ${accountId}
      AND s."periodEndOn" >= ${asOfOn}::date AND s."periodStartOn" <= ${asOfOn}::date`.execute(transaction);
  return rows[0]?.cents ?? null;
}

/** Whether a statement of the bank ends on a day. */
export async function endsStatement(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "BankStatement" WHERE "organizationId" = ${organizationId}
    AND "accountId" = ${accountId} AND "periodEndOn" = ${asOfOn}::date`.execute(transaction);
  return rows.length > 0;
}

/** What transactions after a day moved: what is left is what the book had on that day. */
export async function sumAfter(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum("bankCents"), 0)::bigint AS cents FROM "TrustTransaction"
    WHERE "organizationId" = ${organizationId} AND "accountId" = ${accountId} AND "occurredOn" > ${asOfOn}::date`.execute(
    transaction,
  );
  return rows[0]?.cents ?? 0;
}

/**
 * Of a day: recorded through it, not posted by the bank through it, and neither voided nor reversed through it. Joins
 * the line of the bank as `b`.
 */
const openOf = (organizationId: string, { accountId, asOfOn }: AccountDay): RawBuilder<unknown> => sql`
  FROM "TrustTransaction" t
  LEFT JOIN "BankLine" b ON b."organizationId" = ${organizationId} AND b."transactionId" = t.id
  WHERE t."organizationId" = ${organizationId} AND t."accountId" = ${accountId} AND t."occurredOn" <= ${asOfOn}::date
    AND NOT ${neverAtBank("t")} AND (b.id IS NULL OR b."postedOn" > ${asOfOn}::date)
    AND NOT EXISTS (SELECT FROM "TrustTransaction" r WHERE r."organizationId" = ${organizationId} AND r."reversesId" = t.id
      AND r.type IN ('reversal', 'disbursement_void') AND r."occurredOn" <= ${asOfOn}::date)`;

export interface OpenSums {
  inTransitCents: number;
  outstandingCents: number;
  inTransitCount: number;
  outstandingCount: number;
}

/** What is recorded and not yet at the bank on a day. */
export async function sumOpen({ organizationId, transaction }: Context, day: AccountDay): Promise<OpenSums> {
  const { rows } = await sql<OpenSums>`
    SELECT coalesce(sum(t."bankCents") FILTER (WHERE t."bankCents" > 0), 0)::bigint AS "inTransitCents",
      coalesce(-sum(t."bankCents") FILTER (WHERE t."bankCents" < 0), 0)::bigint AS "outstandingCents",
      (count(*) FILTER (WHERE t."bankCents" > 0))::integer AS "inTransitCount",
      (count(*) FILTER (WHERE t."bankCents" < 0))::integer AS "outstandingCount" ${openOf(organizationId, day)}`.execute(
    transaction,
  );
  return rows[0] ?? { inTransitCents: 0, outstandingCents: 0, inTransitCount: 0, outstandingCount: 0 };
}

/** The first of them of one direction, the oldest first. */
export async function listOpen(
  { organizationId, transaction }: Context,
  day: AccountDay,
  direction: "in" | "out",
): Promise<(ReconciliationItem & OpenTransaction)[]> {
  const isOfDirection = direction === "in" ? sql`t."bankCents" > 0` : sql`t."bankCents" < 0`;
  const { rows } = await sql<ReconciliationItem & OpenTransaction>`
    SELECT t.id, t.id AS "transactionId", t.number, t."occurredOn", t."bankCents" AS "amountCents", t."checkNumber", t.reference
    ${openOf(organizationId, day)} AND ${isOfDirection}
    ORDER BY t."occurredOn", t.id LIMIT ${maxItems}::integer`.execute(transaction);
  return rows;
}

/**
 * Lines of the bank through a day without a transaction through it.
 *
 * @returns the first, the oldest first, and how many there are
 */
export async function listUnmatched(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<{ lines: BankLineRow[]; count: number }> {
  const ofAccount = sql`b."organizationId" = ${organizationId} AND b."accountId" = ${accountId} AND b."postedOn" <= ${asOfOn}::date`;
  const { rows } = await sql<BankLineRow & { total: number }>`
    SELECT x.*, (count(*) OVER ())::integer AS total FROM (
      SELECT b.* FROM "BankLine" b WHERE ${ofAccount} AND b."transactionId" IS NULL
      UNION ALL
      SELECT b.* FROM "BankLine" b JOIN "TrustTransaction" t ON t."organizationId" = ${organizationId} AND t.id = b."transactionId"
        AND t."accountId" = ${accountId} AND t."occurredOn" > ${asOfOn}::date
      WHERE ${ofAccount}) x
    ORDER BY x."postedOn", x.id LIMIT ${maxItems}::integer`.execute(transaction);
  return { lines: rows, count: rows[0]?.total ?? 0 };
}

/**
 * What each ledger of an account had on a day: what it has now, without what came after. Added up and not joined, and
 * with OFFSET 0, because PostgreSQL takes a firm for small after an import and until it has counted anew: it then
 * compared every ledger with every transaction.
 */
const ledgersOf = (organizationId: string, { accountId, asOfOn }: AccountDay): RawBuilder<unknown> => sql`(
  SELECT m."ledgerId", sum(m.cents)::bigint AS "balanceCents" FROM (
    SELECT l.id AS "ledgerId", l."balanceCents" AS cents FROM "TrustLedger" l
    WHERE l."organizationId" = ${organizationId} AND l."accountId" = ${accountId}
    UNION ALL
    SELECT p."ledgerId", -p."amountCents" FROM "TrustTransaction" t
    CROSS JOIN LATERAL (SELECT p."ledgerId", p."amountCents" FROM "TrustPosting" p
      WHERE p."organizationId" = ${organizationId} AND p."transactionId" = t.id OFFSET 0) p
    WHERE t."organizationId" = ${organizationId} AND t."accountId" = ${accountId} AND t."occurredOn" > ${asOfOn}::date) m
  GROUP BY m."ledgerId")`;

export interface LedgerSums {
  ledgersCents: number;
  ledgerCount: number;
  overdrawnCount: number;
}

/** What the ledgers of an account had on a day. */
export async function sumLedgersOn({ organizationId, transaction }: Context, day: AccountDay): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    SELECT coalesce(sum(x."balanceCents"), 0)::bigint AS "ledgersCents",
      (count(*) FILTER (WHERE x."balanceCents" <> 0))::integer AS "ledgerCount",
      (count(*) FILTER (WHERE x."balanceCents" < 0))::integer AS "overdrawnCount" FROM ${ledgersOf(organizationId, day)} x`.execute(
    transaction,
  );
  return rows[0] ?? { ledgersCents: 0, ledgerCount: 0, overdrawnCount: 0 };
}

/** The first that have a balance; those below 0 first. */
export async function listLedgersOn(
  { organizationId, transaction }: Context,
  day: AccountDay,
): Promise<(ReconciliationLedger & OverdrawnLedger)[]> {
  const { rows } = await sql<ReconciliationLedger & OverdrawnLedger>`
    SELECT l.id, l.id AS "ledgerId", l.kind, x."balanceCents",
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") END AS "case"
    FROM (
      SELECT * FROM ${ledgersOf(organizationId, day)} y
      WHERE y."balanceCents" <> 0 ORDER BY y."balanceCents" >= 0, y."ledgerId" LIMIT ${maxItems}::integer) x
    CROSS JOIN LATERAL (SELECT * FROM "TrustLedger"
      WHERE "organizationId" = ${organizationId} AND id = x."ledgerId" OFFSET 0) l
    LEFT JOIN LATERAL (SELECT * FROM "Case" WHERE "organizationId" = ${organizationId} AND id = l."caseId" OFFSET 0) c ON true
    ORDER BY x."balanceCents" >= 0, x."ledgerId"`.execute(transaction);
  return rows;
}

/** The reconciliation that is closed on a day. */
export function findClosed(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<ReconciliationRow | undefined> {
  return selectRows({ organizationId, transaction }, "Reconciliation")
    .selectAll()
    .where("accountId", "=", accountId)
    .where("asOfOn", "=", asOfOn)
    .where("reopenedAt", "is", null)
    .executeTakeFirst();
}

/** The last day before another on which a reconciliation is closed. */
export async function findClosedBefore(
  { organizationId, transaction }: Context,
  { accountId, asOfOn }: AccountDay,
): Promise<string | null> {
  const found = await selectRows({ organizationId, transaction }, "Reconciliation")
    .select("asOfOn")
    .where("accountId", "=", accountId)
    .where("asOfOn", "<", asOfOn)
    .where("reopenedAt", "is", null)
    .orderBy("asOfOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return found?.asOfOn ?? null;
}

/** Reconciliations of an account that were closed, the newest day first. */
export async function listClosed(
  { organizationId, transaction }: Context,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<ReconciliationRow[]> {
  return selectRows({ organizationId, transaction }, "Reconciliation")
    .selectAll()
    .where("accountId", "=", accountId)
    .$if(after !== null, (query) => query.where("id", "<", after ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function insertReconciliation(
  { organizationId, transaction }: Context,
  row: Omit<
    ReconciliationRow,
    | "organizationId"
    | "closedAt"
    | "reopenedAt"
    | "reopenedBy"
    | "reopenReason"
    | "revision"
    | "createdAt"
    | "updatedAt"
    | "items"
    | "closedBy"
  > & { items: string; closedBy: string },
): Promise<ReconciliationRow> {
  return transaction
    .insertInto("Reconciliation")
    .values({ organizationId, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Opens a closed reconciliation again. The caller has locked the account. */
export async function reopenRow(
  context: Context,
  id: string,
  { reopenedAt, reopenedBy, reopenReason }: { reopenedAt: string; reopenedBy: string; reopenReason: string },
): Promise<void> {
  await updateRecord(withoutIfMatch(context), "Reconciliation", id, {
    reopenedAt,
    reopenedBy,
    reopenReason,
  }).execute();
}

/** Through which day an account is closed. The caller has locked it. */
export async function writeClosedThrough(
  { organizationId, transaction }: Context,
  accountId: string,
  on: string | null,
): Promise<void> {
  await transaction
    .updateTable("TrustAccount")
    .set({ closedThroughOn: on, lastReconciledOn: on, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("id", "=", accountId)
    .execute();
}
