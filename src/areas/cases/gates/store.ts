import { sql, type RawBuilder } from "kysely";
import { endedRequestStatuses } from "../../../contract/enumerations.ts";
import { isExpected } from "../../../platform/database/expected-revision.ts";
import type { Row } from "../../../platform/database/tables.ts";
import type { Context } from "../../../rpc/context.ts";
import { selectRows } from "../../../platform/database/records.ts";

export interface GateFacts {
  hasFacility: boolean;
  hasFiledAction: boolean;
  hasReceivedRecords: boolean;
  hasOpenBalance: boolean;
  hasUnpaidExpense: boolean;
  hasOpenLien: boolean;
  hasTrustBalance: boolean;
  hasSettlement: boolean;
  hasUnclearedFunds: boolean;
  hasUnapprovedShare: boolean;
  hasOpenRequest: boolean;
  hasOpenSignatureRequest: boolean;
  hasOpenTask: boolean;
  hasOpenStageTask: boolean;
  hasOpenDeadline: boolean;
  hasStatute: boolean;
  hasUnverifiedStatute: boolean;
  hasUnverifiedDeadline: boolean;
  hasEventAhead: boolean;
}

/** The caller has locked the case. Records of an unbound facility do not count. */
export async function readGateFacts({ organizationId, transaction }: Context, caseId: string): Promise<GateFacts> {
  const own = sql`x."organizationId" = ${organizationId} AND x."caseId" = ${caseId}`;
  const bound = sql`EXISTS (SELECT FROM "MedicalFacility" f WHERE f."organizationId" = ${organizationId} AND f.id = x."facilityId" AND f."deletedAt" IS NULL)`;
  const unverified = sql`${own} AND x."isOpen" AND x."verificationStatus" <> 'verified'`;
  const openTask = sql`${own} AND x."deletedAt" IS NULL AND x."isOpen"`;
  const settled = sql`FROM "Settlement" x WHERE ${own} AND x.status NOT IN ('draft', 'fell_through', 'voided')`;
  const { rows } = await sql<GateFacts>`SELECT
    EXISTS (SELECT FROM "MedicalFacility" x WHERE ${own} AND x."deletedAt" IS NULL) AS "hasFacility",
    EXISTS (SELECT FROM "CourtAction" x WHERE ${own} AND x."deletedAt" IS NULL AND x."filedOn" IS NOT NULL) AS "hasFiledAction",
    EXISTS (SELECT FROM "MedicalRecord" x WHERE ${own} AND x."deletedAt" IS NULL AND ${bound})
      OR EXISTS (SELECT FROM "MedicalBill" x WHERE ${own} AND x."deletedAt" IS NULL AND ${bound})
      OR EXISTS (SELECT FROM "RetrievalRequest" x WHERE ${own} AND x.status IN ('received', 'completed') AND ${bound}) AS "hasReceivedRecords",
    EXISTS (SELECT FROM "Invoice" x WHERE ${own} AND x."deletedAt" IS NULL AND x.status IN ('sent', 'partial', 'overdue')) AS "hasOpenBalance",
    EXISTS (SELECT FROM "Expense" x WHERE ${own} AND x."deletedAt" IS NULL AND x.status IN ('pending_approval', 'approved')) AS "hasUnpaidExpense",
    EXISTS (SELECT FROM "Lien" x WHERE ${own} AND ${isOpenLien(sql`x.status`)}) AS "hasOpenLien",
    EXISTS (SELECT FROM "TrustLedger" x WHERE ${own} AND x."balanceCents" <> 0) AS "hasTrustBalance",
    EXISTS (SELECT ${settled}) AS "hasSettlement",
    EXISTS (SELECT ${settled} AND x."clearedCents" + x."paidDirectCents" < x."grossCents") AS "hasUnclearedFunds",
    EXISTS (SELECT ${settled} AND EXISTS (SELECT FROM "SettlementShare" h
      WHERE h."organizationId" = ${organizationId} AND h."settlementId" = x.id AND NOT EXISTS (SELECT FROM "SettlementStatement" s
        WHERE s."organizationId" = ${organizationId} AND s."shareId" = h.id AND s.status = 'approved'))) AS "hasUnapprovedShare",
    EXISTS (SELECT FROM "RetrievalRequest" x WHERE ${own} AND ${isUnderWay(sql`x.status`)}) AS "hasOpenRequest",
    EXISTS (SELECT FROM "EsignRequest" x WHERE ${own} AND ${isOut(sql`x.status`)}) AS "hasOpenSignatureRequest",
    EXISTS (SELECT FROM "Task" x WHERE ${openTask}) AS "hasOpenTask",
    EXISTS (SELECT FROM "Deadline" x WHERE ${own} AND x."isOpen") AS "hasOpenDeadline",
    EXISTS (SELECT FROM "Deadline" x WHERE ${own} AND x.type = 'statute_of_limitations') AS "hasStatute",
    EXISTS (SELECT FROM "Deadline" x WHERE ${unverified} AND x.type = 'statute_of_limitations') AS "hasUnverifiedStatute",
    EXISTS (SELECT FROM "Deadline" x WHERE ${unverified}) AS "hasUnverifiedDeadline",
    EXISTS (SELECT FROM "CalendarEvent" x WHERE ${own} AND ${isAhead("x")}) AS "hasEventAhead",
    EXISTS (SELECT FROM "Task" x
      JOIN "TaskTemplateApplication" a ON a."organizationId" = ${organizationId} AND a.id = x."applicationId" AND a.trigger = 'stage_entered'
      JOIN "Case" c ON c."organizationId" = ${organizationId} AND c.id = ${caseId} AND c."matterStage" = a.stage
      WHERE ${openTask}) AS "hasOpenStageTask"`.execute(transaction);
  const [facts] = rows;
  if (facts === undefined) throw new Error("a statement without FROM returns one row");
  return facts;
}

export interface Remains {
  hasUnpaidInvoice: boolean;
  hasUnpaidExpense: boolean;
  hasUnreimbursedExpense: boolean;
  hasOpenLien: boolean;
  hasTrustLedger: boolean;
  hasOpenSettlement: boolean;
  hasLiveReferral: boolean;
  hasDocument: boolean;
  hasFacility: boolean;
  hasUnendedRequest: boolean;
  hasOpenSignatureRequest: boolean;
  hasCommunication: boolean;
  hasOpenTask: boolean;
  hasOpenDeadline: boolean;
  hasEventAhead: boolean;
}

/** The caller has locked the case. */
export async function readRemains({ organizationId, transaction }: Context, caseId: string): Promise<Remains> {
  const own = sql`"organizationId" = ${organizationId} AND "caseId" = ${caseId}`;
  const live = sql`${own} AND "deletedAt" IS NULL`;
  const { rows } = await sql<Remains>`SELECT
    EXISTS (SELECT FROM "Invoice" WHERE ${live} AND status <> 'paid') AS "hasUnpaidInvoice",
    EXISTS (SELECT FROM "Expense" WHERE ${live} AND status IN ('pending_approval', 'approved')) AS "hasUnpaidExpense",
    EXISTS (SELECT FROM "Expense" WHERE ${live} AND "outstandingCents" > 0) AS "hasUnreimbursedExpense",
    EXISTS (SELECT FROM "Lien" WHERE ${own} AND ${isOpenLien(sql`status`)}) AS "hasOpenLien",
    EXISTS (SELECT FROM "TrustLedger" WHERE ${own}) AS "hasTrustLedger",
    EXISTS (SELECT FROM "Settlement" WHERE ${own} AND status NOT IN ('closed', 'fell_through', 'voided')) AS "hasOpenSettlement",
    EXISTS (SELECT FROM "Referral" WHERE ${own} AND ${isLiveReferral}) AS "hasLiveReferral",
    EXISTS (SELECT FROM "Document" WHERE ${live}) AS "hasDocument",
    EXISTS (SELECT FROM "MedicalFacility" WHERE ${live}) AS "hasFacility",
    EXISTS (SELECT FROM "RetrievalRequest" WHERE ${own} AND status NOT IN (${sql.join(endedRequestStatuses)})) AS "hasUnendedRequest",
    EXISTS (SELECT FROM "EsignRequest" WHERE ${own} AND ${isOut(sql`status`)}) AS "hasOpenSignatureRequest",
    EXISTS (SELECT FROM "Message" WHERE ${own}) OR EXISTS (SELECT FROM "Call" WHERE ${own}) AS "hasCommunication",
    EXISTS (SELECT FROM "Task" WHERE ${live} AND "isOpen") AS "hasOpenTask",
    EXISTS (SELECT FROM "Deadline" WHERE ${own} AND "isOpen") AS "hasOpenDeadline",
    EXISTS (SELECT FROM "CalendarEvent" e WHERE ${own} AND ${isAhead("e")}) AS "hasEventAhead"`.execute(transaction);
  const [remains] = rows;
  if (remains === undefined) throw new Error("a statement without FROM returns one row");
  return remains;
}

/**
 * Whether a lien still has to be paid, or ended otherwise: as the index of the open ones has it.
 *
 * @param status its column
 */
export const isOpenLien = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${status} IN ('identified', 'asserted', 'disputed', 'negotiating', 'final')`;

/** Whether a referral is with another firm or offered to one, or its fee is not paid. */
const isLiveReferral = sql`(status IN ('sent', 'under_review', 'accepted', 'engaged') OR "feeStatus" IN ('due', 'partially_paid', 'disputed'))`;

/**
 * Whether a retrieval request is under way: written out, and not at its end.
 *
 * @param status its column
 */
export function isUnderWay(status: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${status} NOT IN (${sql.join(["draft", ...endedRequestStatuses])})`;
}

/**
 * Whether a signature request is out: sent, or about to be, and not at its end.
 *
 * @param status its column
 */
export function isOut(status: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${status} IN ('preparing', 'sent', 'sealing')`;
}

/** Whether a signature request of the case is out; the caller has locked the case. */
export async function hasOpenSignatureRequest(
  { organizationId, transaction }: Context,
  caseId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM "EsignRequest"
    WHERE "organizationId" = ${organizationId} AND "caseId" = ${caseId} AND ${isOut(sql`status`)} LIMIT 1`.execute(
    transaction,
  );
  return rows.length > 0;
}

/**
 * Whether an event is neither over nor called off; of a series, whether it reaches past now.
 *
 * @param event its table's alias
 */
export function isAhead(event: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${event}.${column}`);
  return sql<boolean>`${of("deletedAt")} IS NULL AND ${of("status")} IN ('scheduled', 'confirmed') AND ${of("seriesEndAt")} > now()`;
}

/** The firm's gates for cases of a type, and for all types, whose row has an empty text. */
export function listGateRows(
  context: Context,
  caseType: string | null,
  stage?: string,
): Promise<Row<"CaseStageGate">[]> {
  return selectRows(context, "CaseStageGate")
    .selectAll()
    .where("caseType", "in", caseType === null ? [""] : ["", caseType])
    .$if(stage !== undefined, (query) => query.where("stage", "=", stage ?? ""))
    .execute();
}

/** The gates of a stage for one type of case, or for all with an empty one, locked to the end of the transaction. */
export function lockGateRowForUpdate(
  context: Context,
  stage: string,
  caseType: string,
): Promise<Row<"CaseStageGate"> | undefined> {
  return selectRows(context, "CaseStageGate")
    .selectAll()
    .where("stage", "=", stage)
    .where("caseType", "=", caseType)
    .forUpdate()
    .executeTakeFirst();
}

type GatePlace = Pick<Row<"CaseStageGate">, "stage" | "caseType" | "gates">;

/** Inserts the gates of a stage that has none yet; undefined if it has, also if they were inserted meanwhile. */
export function insertGateRow(
  { organizationId, transaction }: Context,
  values: GatePlace & { id: string },
): Promise<Row<"CaseStageGate"> | undefined> {
  return transaction
    .insertInto("CaseStageGate")
    .values({ organizationId, ...values })
    .onConflict((conflict) => conflict.columns(["organizationId", "stage", "caseType"]).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Changes the gates of a stage where their revision is one that the caller expects; undefined where it is not. */
export function changeGateRow(
  { organizationId, expectedRevisions, transaction }: Context,
  { stage, caseType, gates }: GatePlace,
): Promise<Row<"CaseStageGate"> | undefined> {
  return transaction
    .updateTable("CaseStageGate")
    .set({ gates, revision: sql<number>`revision + 1` })
    .where("organizationId", "=", organizationId)
    .where("stage", "=", stage)
    .where("caseType", "=", caseType)
    .where(isExpected("revision", expectedRevisions))
    .returningAll()
    .executeTakeFirst();
}
