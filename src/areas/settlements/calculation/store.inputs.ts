import { sql } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import type { CourtDays } from "./domain.tiers.ts";

/** What the rules of a statement ask of a case and of its client. */
export interface CaseFacts {
  caseType: string;
  dateOfBirth: string | null;
  medicareBeneficiary: string;
  medicaidBeneficiary: string;
  childSupportObligation: boolean | null;
}

/** What of a case and its client decides on fee limits and warnings. */
export async function getCaseFacts({ organizationId, transaction }: Context, caseId: string): Promise<CaseFacts> {
  const { rows } = await sql<CaseFacts>`
    SELECT c."caseType", p."dateOfBirth", p."medicareBeneficiary", p."medicaidBeneficiary", p."childSupportObligation"
    FROM "Case" c JOIN "Client" p ON p."organizationId" = ${organizationId} AND p.id = c."plaintiffId"
    WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`.execute(transaction);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the case that was found has a client");
  return facts;
}

/** The days that the live court actions of a case give to the tiers of a fee. */
export async function getCourtDays({ organizationId, transaction }: Context, caseId: string): Promise<CourtDays> {
  const { rows } = await sql<CourtDays>`
    SELECT min("filedOn") FILTER (WHERE type IN ('state_civil', 'federal_civil', 'small_claims')) AS "suitFiledOn",
      min("answeredOn") AS "answeredOn", min("filedOn") FILTER (WHERE type = 'appeal') AS "appealFiledOn"
    FROM "CourtAction" WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "deletedAt" IS NULL`.execute(
    transaction,
  );
  return rows[0] ?? { suitFiledOn: null, answeredOn: null, appealFiledOn: null };
}

/** A lien of a claimant, in US cents. */
export interface ClaimedLien {
  id: string;
  type: string;
  status: string;
  auditedCents: number | null;
  finalCents: number | null;
}

/** The liens of a claimant in a case, without a lock, in the order of IDs. At most 200: the case's limit. */
export async function listClaimedLiens(
  { organizationId, transaction }: Context,
  caseId: string,
  claimantPartyId: string | null,
): Promise<ClaimedLien[]> {
  const { rows } = await sql<ClaimedLien>`
    SELECT id, type, status, "assertedCents" - "unrelatedCents" AS "auditedCents", "finalCents" FROM "Lien"
    WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId}
      AND "claimantPartyId" IS NOT DISTINCT FROM ${claimantPartyId} ORDER BY id`.execute(transaction);
  return rows;
}

/** A cost of a case that its client can be asked to bear, in US cents. */
export interface RecoverableCost {
  id: string;
  sequenceId: string;
  category: string;
  description: string;
  vendorContactId: string | null;
  vendorName: string | null;
  /** What the firm paid and nobody reimbursed. */
  outstandingCents: number;
  /** What nobody paid yet. */
  unpaidCents: number;
}

/** The recoverable costs of a case that are approved or paid, in the order of IDs. At most 200: the case's limit. */
export async function listRecoverableCosts(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<RecoverableCost[]> {
  const { rows } = await sql<RecoverableCost>`
    SELECT x.id, x."sequenceId", x.category, x.description, x."vendorContactId", v.name AS "vendorName",
      x."outstandingCents", x."amountCents" - x."paidCents" AS "unpaidCents"
    FROM "Expense" x
    LEFT JOIN "Contact" v ON v."organizationId" = ${organizationId} AND v.id = x."vendorContactId"
    WHERE x."organizationId" = ${organizationId} AND x."caseId" = ${caseId} AND x."deletedAt" IS NULL
      AND x."isRecoverable" AND x.status IN ('approved', 'paid') ORDER BY x.id`.execute(transaction);
  return rows;
}

/** An invoice that is paid from the settlement, in US cents. */
export interface PayableInvoice {
  id: string;
  invoiceNumber: string;
  balanceCents: number;
}

/** The sent invoices of a case that are paid from its settlement, also those that are paid, in the order of IDs. */
export async function listPayableInvoices(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<PayableInvoice[]> {
  const { rows } = await sql<PayableInvoice>`
    SELECT id, "invoiceNumber", "totalCents" - "paidCents" AS "balanceCents" FROM "Invoice"
    WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND "deletedAt" IS NULL
      AND "payFromSettlement" AND direction = 'receivable' AND status IN ('to_be_paid', 'partial', 'paid') ORDER BY id`.execute(
    transaction,
  );
  return rows;
}

/** What a line of a statement in force takes of a record. */
export interface HeldLine {
  statementId: string;
  settlementId: string;
  shareId: string;
  key: string;
  kind: string;
  sourceId: string;
  /** Without what was disbursed of it, voided, and not disbursed again. */
  amountCents: number;
  paymentId: string | null;
}

/** The lines with a source of the statements in force in a case: of a share the issued one, else the approved one. */
export async function listHeldLines({ organizationId, transaction }: Context, caseId: string): Promise<HeldLine[]> {
  const { rows } = await sql<HeldLine>`
    SELECT s.id AS "statementId", s."settlementId", s."shareId", l.key, l.kind, l."sourceId",
      (l."amountCents" - l."returnedCents")::bigint AS "amountCents", l."paymentId"
    FROM "SettlementStatement" s
    JOIN "SettlementStatementLine" l ON l."organizationId" = ${organizationId} AND l."statementId" = s.id
    WHERE s."organizationId" = ${organizationId} AND s."caseId" = ${caseId} AND s.status IN ('issued', 'approved')
      AND l."sourceId" IS NOT NULL
      AND NOT (s.status = 'approved' AND EXISTS (SELECT FROM "SettlementStatement" i
        WHERE i."organizationId" = ${organizationId} AND i."shareId" = s."shareId" AND i.status = 'issued'))
    ORDER BY s.id, l."position"`.execute(transaction);
  return rows;
}
