import { sql } from "kysely";
import { insertRows, isOneOf, writeEach, type NewRow } from "../../../platform/database/records.ts";
import type { Context } from "../../../rpc/context.ts";

type Part = "SettlementPayer" | "SettlementShare";

/** Adds payers or shares to a settlement that the caller has locked. */
export const insertParts = <Table extends Part>(
  context: Context,
  table: Table,
  rows: readonly NewRow<Table>[],
): Promise<void> => insertRows(context, table, rows);

/** Removes the payers or the shares of a draft that the caller has locked. */
export async function deleteParts(
  { organizationId, transaction }: Context,
  table: Part,
  settlementId: string,
): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)}
    WHERE "organizationId" = ${organizationId} AND "settlementId" = ${settlementId}`.execute(transaction);
}

/** What changes of a payer after its settlement was made. */
export interface PayerColumns {
  id: string;
  expectedOn: string | null;
  release: string;
  releaseDocumentId: string | null;
  receivedCents: number;
  clearedCents: number;
  paymentStatus: string;
}

/** What changes of a share after its settlement was made. */
export interface ShareColumns {
  id: string;
  courtApproval: string;
  orderDocumentId: string | null;
  approvedFeeCents: number | null;
  receivedCents: number;
  clearedCents: number;
  coveredCents: number;
  committedCents: number;
  disbursedCents: number;
}

/** Writes payers of a settlement that the caller has locked. */
export const writePayers = (context: Context, rows: readonly PayerColumns[]): Promise<void> =>
  writeEach(context, "SettlementPayer", rows, {
    by: ["id"],
    columns: ["expectedOn", "release", "releaseDocumentId", "receivedCents", "clearedCents", "paymentStatus"],
  });

/** Writes shares of a settlement that the caller has locked. */
export const writeShares = (context: Context, rows: readonly ShareColumns[]): Promise<void> =>
  writeEach(context, "SettlementShare", rows, {
    by: ["id"],
    columns: [
      "courtApproval",
      "orderDocumentId",
      "approvedFeeCents",
      "receivedCents",
      "clearedCents",
      "coveredCents",
      "committedCents",
      "disbursedCents",
    ],
  });

/**
 * Locks live records of the case FOR KEY SHARE until commit, in the order of IDs.
 *
 * @returns how many there are
 */
export async function lockOfCaseForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  table: "InsurancePolicy" | "CaseParty",
  ids: readonly string[],
): Promise<number> {
  const { rows } = await sql`SELECT FROM ${sql.table(table)} WHERE "organizationId" = ${organizationId}
    AND ${isOneOf("id", ids)} AND "caseId" = ${caseId} AND "deletedAt" IS NULL ORDER BY id FOR KEY SHARE`.execute(
    transaction,
  );
  return rows.length;
}

/**
 * Locks live parties of the case that the firm represents FOR KEY SHARE until commit, in the order of IDs.
 *
 * @returns how many there are
 */
export async function lockClaimantsForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  partyIds: readonly string[],
): Promise<number> {
  const { rows } = await sql`SELECT FROM "CaseParty" WHERE "organizationId" = ${organizationId}
    AND ${isOneOf("id", partyIds)} AND "caseId" = ${caseId} AND "isClient" AND "deletedAt" IS NULL ORDER BY id FOR KEY SHARE`.execute(
    transaction,
  );
  return rows.length;
}

/** Locks an entry of the negotiation of the case FOR KEY SHARE until commit. */
export async function lockNegotiationForKeyShare(
  { organizationId, transaction }: Context,
  caseId: string,
  negotiationId: string,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM "Negotiation" WHERE "organizationId" = ${organizationId} AND id = ${negotiationId}
    AND "caseId" = ${caseId} FOR KEY SHARE`.execute(transaction);
  return rows.length > 0;
}

/** The settlement of a payer, without a lock: it never changes. */
export async function findSettlementOfPayer(
  { organizationId, transaction }: Context,
  settlementPayerId: string,
): Promise<{ settlementId: string; caseId: string } | undefined> {
  const { rows } = await sql<{ settlementId: string; caseId: string }>`
    SELECT s.id AS "settlementId", s."caseId" FROM "SettlementPayer" p
    JOIN "Settlement" s ON s."organizationId" = ${organizationId} AND s.id = p."settlementId"
    WHERE p."organizationId" = ${organizationId} AND p.id = ${settlementPayerId}`.execute(transaction);
  return rows[0];
}

/** The settlement of a share, without a lock: it never changes. */
export async function findSettlementOfShare(
  { organizationId, transaction }: Context,
  shareId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ settlementId: string }>`SELECT "settlementId" FROM "SettlementShare"
    WHERE "organizationId" = ${organizationId} AND id = ${shareId}`.execute(transaction);
  return rows[0]?.settlementId;
}

/** Whether a lien of one of these claimants is open; null is the case's client. The caller has locked the case. */
export async function hasOpenLien(
  { organizationId, transaction }: Context,
  caseId: string,
  claimantPartyIds: readonly (string | null)[],
): Promise<boolean> {
  const parties = claimantPartyIds.filter((id) => id !== null);
  const { rows } = await sql`SELECT FROM "Lien" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}
    AND status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final')
    AND ("claimantPartyId" = ANY (${parties}::text[]) OR "claimantPartyId" IS NULL AND ${claimantPartyIds.includes(null)}) LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}
