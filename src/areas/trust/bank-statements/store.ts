import { sql, type RawBuilder } from "kysely";
import { insertRows, writeEach } from "../../../platform/database/records.ts";
import { rejectDuplicates } from "../../../platform/database/duplicate-entry.ts";
import type { SortedPage } from "../../../platform/database/lists/sorted-list.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import type { Match } from "./domain.matching.ts";
import type { BankStatement, GivenBankLine } from "./schema.ts";

export type BankLineRow = Row<"BankLine">;
export type BankStatementRow = Row<"BankStatement"> & Pick<BankStatement, "account">;

/** The last statement of an account, without a lock: another is only added under the lock of the account. */
export async function findLastStatement(
  { organizationId, transaction }: Context,
  accountId: string,
): Promise<Row<"BankStatement"> | undefined> {
  return transaction
    .selectFrom("BankStatement")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("accountId", "=", accountId)
    .orderBy("periodEndOn", "desc")
    .limit(1)
    .executeTakeFirst();
}

const taken = { BankStatement_organizationId_externalId_key: "externalId: used by another bank statement" };

/** How many lines a statement adds. */
const linesAtOnce = 250;

/**
 * Adds a statement with its lines.
 *
 * @throws DUPLICATE_ENTRY
 */
export async function insertStatement(
  context: Context,
  statement: { id: string; accountId: string; createdBy: string; lineCount: number } & Pick<
    BankStatement,
    "periodStartOn" | "periodEndOn" | "openingCents" | "closingCents" | "externalId"
  >,
  lines: readonly (GivenBankLine & { id: string })[],
): Promise<void> {
  await rejectDuplicates(taken, insertRows(context, "BankStatement", [statement]), statement);
  const { id: statementId, accountId } = statement;
  const rows = lines.map((line, place) => ({ ...line, statementId, accountId, position: place + 1 }));
  // Composing the statement of 2,000 lines, with 18,000 parameters, holds the event loop: other requests come between.
  for (let from = 0; from < rows.length; from += linesAtOnce)
    await insertRows(context, "BankLine", rows.slice(from, from + linesAtOnce));
}

/** A bank statement with the name of its account, without a lock. */
export async function findStatementRow(
  { organizationId, transaction }: Context,
  id: string,
): Promise<BankStatementRow | undefined> {
  const { rows } = await sql<BankStatementRow>`
    SELECT t.*, jsonb_build_object('id', a.id, 'name', a.name) AS account FROM "BankStatement" t
    JOIN "TrustAccount" a ON a."organizationId" = ${organizationId} AND a.id = t."accountId"
    WHERE t."organizationId" = ${organizationId} AND t.id = ${id}`.execute(transaction);
  return rows[0];
}

/** The lines of a statement, in their order. */
export async function listLinesOfStatement(
  { organizationId, transaction }: Context,
  statementId: string,
): Promise<BankLineRow[]> {
  return transaction
    .selectFrom("BankLine")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("statementId", "=", statementId)
    .orderBy("position")
    .execute();
}

/**
 * How many lines without a match are compared at once: those of several statements. Beyond it members match by hand, or
 * match again once these have their transactions.
 */
const maxUnmatched = 4_000;

/** Lines of an account without a transaction, of one amount if it is given, as matching compares them; the newest first. */
export async function listUnmatchedLines(
  { organizationId, transaction }: Context,
  accountId: string,
  amountCents?: number,
): Promise<UnmatchedLine[]> {
  const ofAmount = amountCents === undefined ? sql`` : sql` AND "amountCents" = ${amountCents}::bigint`;
  const { rows } = await sql<UnmatchedLine>`
    SELECT id, "postedOn" AS on, "amountCents", "checkNumber", "bankReference" AS reference FROM "BankLine"
    WHERE "organizationId" = ${organizationId} AND "accountId" = ${accountId} AND "transactionId" IS NULL${ofAmount}
    ORDER BY "postedOn" DESC, id DESC LIMIT ${maxUnmatched}::integer`.execute(transaction);
  return rows;
}

export interface UnmatchedLine {
  id: string;
  on: string;
  amountCents: number;
  checkNumber: string | null;
  reference: string | null;
}

/** A transaction that the bank has not posted, as matching compares it. */
export interface Candidate extends UnmatchedLine {
  disbursementId: string | null;
}

/** What never reaches the bank: what was recorded in error or voided, and what took it back. */
export const neverAtBank = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.bankCents`)} = 0 OR ${sql.ref(`${alias}.type`)} IN ('reversal', 'disbursement_void', 'opening_balance'))`;

/** The statement of {@link listCandidates}. */
export const selectCandidates = (
  { organizationId }: Pick<Context, "organizationId">,
  accountId: string,
  amountsCents: readonly number[],
): RawBuilder<Candidate> => sql<Candidate>`
    SELECT t.id, t."occurredOn" AS on, t."bankCents" AS "amountCents", t."checkNumber", t.reference, t."disbursementId"
    FROM "TrustTransaction" t
    WHERE t."organizationId" = ${organizationId} AND t."accountId" = ${accountId}
      AND t."bankCents" = ANY (${[...amountsCents]}::bigint[]) AND NOT ${neverAtBank("t")}
      AND NOT EXISTS (SELECT FROM "TrustTransaction" r WHERE r."organizationId" = ${organizationId}
        AND r."reversesId" = t.id AND r.type IN ('reversal', 'disbursement_void'))
      AND NOT EXISTS (SELECT FROM "BankLine" b WHERE b."organizationId" = ${organizationId} AND b."transactionId" = t.id)
    ORDER BY t."occurredOn" DESC, t.id DESC LIMIT ${maxUnmatched}::integer`;

/** Transactions of an account with one of these amounts that no line is matched with; the newest first. */
export async function listCandidates(
  context: Context,
  accountId: string,
  amountsCents: readonly number[],
): Promise<Candidate[]> {
  if (amountsCents.length === 0) return [];
  const { rows } = await selectCandidates(context, accountId, amountsCents).execute(context.transaction);
  return rows;
}

export interface MatchedLineRow extends BankLineRow {
  transaction: { number: number; type: string; occurredOn: string };
}

/**
 * A page of the lines of an account that are matched and can be unmatched: posted after the day through which it is
 * closed.
 *
 * @param closedThroughOn null for none
 */
export const selectMatchedPage = (
  { organizationId }: Pick<Context, "organizationId">,
  { accountId, closedThroughOn }: { accountId: string; closedThroughOn: string | null },
  { after, order, limit }: SortedPage,
): RawBuilder<MatchedLineRow> => sql<MatchedLineRow>`
  SELECT b.*, jsonb_build_object('number', t.number, 'type', t.type, 'occurredOn', t."occurredOn") AS transaction
  FROM "BankLine" b
  JOIN "TrustTransaction" t ON t."organizationId" = ${organizationId} AND t.id = b."transactionId"
  WHERE b."organizationId" = ${organizationId} AND b."accountId" = ${accountId} AND b."transactionId" IS NOT NULL
    AND b."postedOn" > ${closedThroughOn ?? "-infinity"}::date AND ${after}
  ORDER BY ${order} LIMIT ${limit}::integer`;

/** Writes matches of lines that are unmatched. The caller has locked the account. */
export const writeMatches = (
  context: Context,
  matches: readonly { lineId: string; transactionId: string; method: Match["method"] | "manual" }[],
  { matchedAt, matchedBy }: { matchedAt: string; matchedBy: object },
): Promise<void> =>
  writeEach(
    context,
    "BankLine",
    matches.map(({ lineId, transactionId, method }) => ({
      id: lineId,
      transactionId,
      matchMethod: method,
      matchedAt,
      matchedBy,
    })),
    {
      by: ["id"],
      columns: ["transactionId", "matchMethod", "matchedAt", "matchedBy"],
      also: sql`revision = t.revision + 1`,
    },
  );

/** Takes the match of a line back. The caller has locked the account. */
export async function removeMatch({ organizationId, transaction }: Context, lineId: string): Promise<void> {
  await sql`UPDATE "BankLine" SET "transactionId" = NULL, "matchMethod" = NULL, "matchedAt" = NULL, "matchedBy" = NULL,
    revision = revision + 1 WHERE "organizationId" = ${organizationId} AND id = ${lineId}`.execute(transaction);
}

/** A line of a bank statement, without a lock. */
export async function findLine({ organizationId, transaction }: Context, id: string): Promise<BankLineRow | undefined> {
  return transaction
    .selectFrom("BankLine")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** A transaction of an account with its disbursement, without a lock. */
export async function findTransaction(
  { organizationId, transaction }: Context,
  accountId: string,
  id: string,
): Promise<{ id: string; bankCents: number; disbursementId: string | null } | undefined> {
  return transaction
    .selectFrom("TrustTransaction")
    .select(["id", "bankCents", "disbursementId"])
    .where("organizationId", "=", organizationId)
    .where("accountId", "=", accountId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** The transaction's time, for rows that are written with it. */
export async function readNow({ transaction }: Pick<Context, "transaction">): Promise<string> {
  const { rows } = await sql<{ now: string }>`SELECT now() AS now`.execute(transaction);
  return rows[0]?.now ?? "";
}
