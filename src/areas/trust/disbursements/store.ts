import { sql, type RawBuilder } from "kysely";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import { isOneOf } from "../../../platform/database/records.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Disbursement, DisbursementFilter, Payee } from "./schema.ts";

export type DisbursementRow = Row<"TrustDisbursement"> &
  Pick<Disbursement, "account" | "case" | "status" | "method"> & { payee: Payee; plaintiffId: string };

/** @param from one row, or one page: the joins run for those rows only */
export function selectDisbursements(organizationId: string, from: RawBuilder<unknown>): RawBuilder<DisbursementRow> {
  return sql<DisbursementRow>`
    SELECT t.*, jsonb_build_object('id', a.id, 'name', a.name) AS account,
      jsonb_build_object('id', c.id, 'sequenceId', c."sequenceId") AS "case", c."plaintiffId"
    FROM ${from} t
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = t."accountId"
    JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = t."caseId"`;
}

const equalities = ["accountId", "caseId", "statementId", "status"] as const;
/** Written out, so that PostgreSQL uses the index of the outstanding ones. */
const isOutstanding = sql`t.status = 'issued'`;

/** A page of disbursements. One whose case is deleted stays: it is part of the books. */
export function selectDisbursementPage(
  { organizationId }: Pick<Context, "organizationId">,
  filter: Omit<DisbursementFilter, "after" | "limit" | "sort">,
  { after, order, limit }: SortedPage,
): RawBuilder<DisbursementRow> {
  const { outstanding, updatedSince } = filter;
  const conditions: RawBuilder<unknown>[] = equalities.flatMap((name) =>
    filter[name] === undefined ? [] : [sql`${sql.ref(`t.${name}`)} = ${filter[name]}`],
  );
  if (outstanding !== undefined) conditions.push(outstanding ? isOutstanding : sql`NOT (${isOutstanding})`);
  if (updatedSince !== undefined) conditions.push(sql`t."updatedAt" >= ${updatedSince}::timestamptz`);
  const from = sql`(SELECT t.* FROM "TrustDisbursement" t WHERE t."organizationId" = ${organizationId} AND ${after}${sql.join(
    conditions.map((condition) => sql` AND ${condition}`),
    sql``,
  )}
    ORDER BY ${order} LIMIT ${limit}::integer)`;
  return sql<DisbursementRow>`${selectDisbursements(organizationId, from)} ORDER BY ${order}`;
}

/** Locks disbursements FOR NO KEY UPDATE until commit, in the order of IDs. */
export async function lockDisbursementRowsForUpdate(
  { organizationId, transaction }: Context,
  ids: readonly string[],
): Promise<void> {
  await sql`SELECT FROM "TrustDisbursement" t WHERE t."organizationId" = ${organizationId} AND ${isOneOf("t.id", ids)}
    ORDER BY t.id FOR NO KEY UPDATE`.execute(transaction);
}

/** A ledger of a claimant, with its account. */
export interface PayingLedger {
  id: string;
  accountId: string;
  accountName: string;
}

/** The ledgers of a claimant of a case in open accounts, without a lock; one account alone if it is named. */
export async function listPayingLedgers(
  { organizationId, transaction }: Context,
  {
    caseId,
    claimantPartyId,
    accountId,
  }: { caseId: string; claimantPartyId: string | null; accountId?: string | undefined },
): Promise<PayingLedger[]> {
  const ofAccount = accountId === undefined ? sql`` : sql` AND l."accountId" = ${accountId}`;
  const { rows } = await sql<PayingLedger>`
    SELECT l.id, l."accountId", a.name AS "accountName" FROM "TrustLedger" l
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = l."accountId" AND a.status = 'open'
    WHERE l."organizationId" = ${organizationId} AND l."caseId" = ${caseId} AND l.kind = 'client'
      AND l."claimantPartyId" IS NOT DISTINCT FROM ${claimantPartyId}::text${ofAccount} ORDER BY l.id LIMIT 50`.execute(
    transaction,
  );
  return rows;
}

/** Whether there is such an account. */
export async function hasTrustAccount({ organizationId, transaction }: Context, accountId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "TrustAccount" WHERE "organizationId" = ${organizationId} AND id = ${accountId}`.execute(
      transaction,
    );
  return rows.length > 0;
}

/** Reserves money of a ledger that the caller has locked; with negative cents releases it. */
export async function reserveFunds(
  { organizationId, transaction }: Context,
  ledgerId: string,
  cents: number,
): Promise<void> {
  await sql`UPDATE "TrustLedger" SET "reservedCents" = "reservedCents" + ${cents}::bigint
    WHERE "organizationId" = ${organizationId} AND id = ${ledgerId}`.execute(transaction);
}

/** What changes of a line of a statement: cents, signed. */
export interface LineChange {
  statementId: string;
  key: string;
  takenCents: number;
  disbursedCents: number;
}

/**
 * Changes lines of one statement; what is voided of one is given back until it is issued again. The caller has locked
 * their share.
 */
export async function changeLines(
  { organizationId, transaction }: Context,
  statementId: string,
  changes: readonly Omit<LineChange, "statementId">[],
): Promise<void> {
  await sql`
    UPDATE "SettlementStatementLine" l SET "takenCents" = l."takenCents" + x."takenCents",
      "disbursedCents" = l."disbursedCents" + x."disbursedCents",
      "returnedCents" = greatest(0, l."returnedCents" - x."disbursedCents")
    FROM jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) AS x(key text, "takenCents" bigint, "disbursedCents" bigint)
    WHERE l."organizationId" = ${organizationId} AND l."statementId" = ${statementId} AND l.key = x.key`.execute(
    transaction,
  );
}

/**
 * The statement in force that has a line: the approved one of the share, else the one given. The caller has locked the
 * share.
 */
export async function findStatementInForce(
  { organizationId, transaction }: Context,
  { shareId, statementId, lineKey }: Pick<DisbursementRow, "shareId" | "statementId" | "lineKey">,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    SELECT s.id FROM "SettlementStatement" s
    WHERE s."organizationId" = ${organizationId} AND s."shareId" = ${shareId} AND s.status = 'approved'
      AND EXISTS (SELECT FROM "SettlementStatementLine" l
        WHERE l."organizationId" = ${organizationId} AND l."statementId" = s.id AND l.key = ${lineKey})`.execute(
    transaction,
  );
  return rows[0]?.id ?? statementId;
}

/** Whom the lines of a statement pay, by the names of now: without a lock. */
export async function readPayees(
  { organizationId, transaction }: Context,
  {
    caseId,
    claimantPartyId,
    contactIds,
    lienIds,
  }: { caseId: string; claimantPartyId: string | null; contactIds: readonly string[]; lienIds: readonly string[] },
): Promise<{
  organizationName: string;
  claimant: Payee | null;
  contacts: { id: string; name: string }[];
  liens: { id: string; contactId: string; name: string }[];
}> {
  const claimant =
    claimantPartyId === null
      ? sql`SELECT jsonb_build_object('name', concat_ws(' ', k."firstName", k."lastName"), 'contactId', NULL, 'clientId', k.id)
          FROM "Case" c JOIN "Client" k ON k."organizationId" = ${organizationId} AND k.id = c."plaintiffId"
          WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`
      : sql`SELECT jsonb_build_object('name', o.name, 'contactId', o.id, 'clientId', NULL)
          FROM "CaseParty" p JOIN "Contact" o ON o."organizationId" = ${organizationId} AND o.id = p."contactId"
          WHERE p."organizationId" = ${organizationId} AND p.id = ${claimantPartyId}`;
  const { rows } = await sql<Awaited<ReturnType<typeof readPayees>>>`
    SELECT (SELECT name FROM "Organization" WHERE id = ${organizationId}) AS "organizationName",
      (${claimant}) AS claimant,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name)) FROM "Contact" o
        WHERE o."organizationId" = ${organizationId} AND ${isOneOf("o.id", contactIds)} AND o."deletedAt" IS NULL), '[]') AS contacts,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', l.id, 'contactId', o.id, 'name', o.name)) FROM "Lien" l
        JOIN "Contact" o ON o."organizationId" = ${organizationId} AND o.id = l."lienholderContactId" AND o."deletedAt" IS NULL
        WHERE l."organizationId" = ${organizationId} AND ${isOneOf("l.id", lienIds)}), '[]') AS liens`.execute(
    transaction,
  );
  if (rows[0] === undefined) throw new Error("a statement without a row");
  return rows[0];
}

/** What ledgers hold, without a lock. */
export async function listLedgerSums(
  { organizationId, transaction }: Context,
  ledgerIds: readonly string[],
): Promise<{ id: string; balanceCents: number; unclearedCents: number; reservedCents: number }[]> {
  const { rows } = await sql<{ id: string; balanceCents: number; unclearedCents: number; reservedCents: number }>`
    SELECT id, "balanceCents", "unclearedCents", "reservedCents" FROM "TrustLedger"
    WHERE "organizationId" = ${organizationId} AND ${isOneOf("id", ledgerIds)}`.execute(transaction);
  return rows;
}
