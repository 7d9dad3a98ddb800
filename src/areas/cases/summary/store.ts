import { sql, type RawBuilder } from "kysely";
import type { Context } from "../../../rpc/context.ts";
import { wireInstant } from "../../../platform/database/wire-form.ts";
import type { CaseNumbers } from "./schema.ts";
import { isAhead, isOpenLien, isOut, isUnderWay } from "../gates/store.ts";

type Money = CaseNumbers["money"];
export type NumbersRow = Omit<CaseNumbers, "money"> & Money;

export interface Countable {
  documents: boolean;
  notes: boolean;
  tasks: boolean;
  deadlines: boolean;
  calendar: boolean;
  intake: boolean;
  billing: boolean;
  settlements: boolean;
  trust: boolean;
  referrals: boolean;
  communications: boolean;
  medical: boolean;
  esign: boolean;
}

/** Everything in one statement, each number out of an index by case; undefined when the case is not there, or deleted. */
export async function findCaseNumbers(
  context: Context,
  caseId: string,
  countable: Countable,
): Promise<NumbersRow | undefined> {
  const { rows } = await selectCaseNumbers(context, caseId, countable).execute(context.transaction);
  return rows[0];
}

/** Counts only what the caller may read. */
export function selectCaseNumbers(
  { organizationId }: Pick<Context, "organizationId">,
  caseId: string,
  countable: Countable,
): RawBuilder<NumbersRow> {
  const own = sql`"organizationId" = ${organizationId} AND "caseId" = ${caseId}`;
  const count = (isAllowed: boolean, from: RawBuilder<unknown>) =>
    isAllowed ? sql`(SELECT count(*)::integer FROM ${from})` : sql`NULL::integer`;
  const live = (table: string) => sql`${sql.table(table)} WHERE ${own} AND "deletedAt" IS NULL`;
  const {
    documents,
    notes,
    tasks,
    deadlines,
    calendar,
    intake,
    billing,
    settlements,
    trust,
    referrals,
    communications,
    medical,
    esign,
  } = countable;
  return sql<NumbersRow>`
    SELECT c.id, c."statuteOfLimitationsOn", c."estimatedSettlementMinCents", c."estimatedSettlementMaxCents", c."projectedFeeAmountCents",
      c."settlementAmountCents", c."recoveryAmountCents",
      ${count(true, live("CaseParty"))} AS "partyCount",
      ${count(true, live("InsurancePolicy"))} AS "insurancePolicyCount",
      (SELECT count(DISTINCT "attorneyId")::integer FROM "CaseAttorney" WHERE ${own}) AS "attorneyCount",
      (SELECT json_build_object('docketNumber', "docketNumber", 'status', status, 'trialOn', "trialOn") FROM ${live("CourtAction")} AND "isPrimary") AS "courtAction",
      ${count(documents, live("Document"))} AS "documentCount",
      ${count(documents, live("Folder"))} AS "folderCount",
      ${count(notes, live("Note"))} AS "noteCount",
      ${notes ? sql`(SELECT max("occurredAt") FROM ${live("Note")})` : sql`NULL::timestamptz`} AS "lastNoteAt",
      t."openTaskCount", t."overdueTaskCount", t."nextTaskDueOn",
      d."openDeadlineCount", d."unverifiedDeadlineCount", d."missedDeadlineCount", d."nextDeadline", d."earliestLimitationOn", e."upcomingEventCount", e."nextEvent",
      ${count(intake, live("IntakeAnswer"))} AS "answerCount",
      ${count(medical, sql`"RetrievalRequest" WHERE ${own} AND ${isUnderWay(sql`status`)}`)} AS "openRequestCount",
      ${count(settlements, sql`"Lien" WHERE ${own} AND ${isOpenLien(sql`status`)}`)} AS "openLienCount",
      ${trust ? sql`(SELECT coalesce(sum("balanceCents"), 0)::bigint FROM "TrustLedger" WHERE ${own})` : sql`NULL::bigint`} AS "trustBalanceCents",
      ${settlements ? selectLastOffer(organizationId, caseId) : sql`NULL::bigint`} AS "lastOfferCents",
      ${
        referrals
          ? sql`(SELECT status FROM "Referral" WHERE ${own} AND direction = 'outbound' AND status IN ('sent', 'under_review', 'accepted', 'engaged'))`
          : sql`NULL::text`
      } AS "liveReferralStatus",
      ${count(communications, sql`"Conversation" WHERE ${own} AND "unansweredSince" IS NOT NULL`)} AS "unansweredConversationCount",
      ${count(communications, sql`"Message" WHERE ${own} AND "voidedAt" IS NULL`)} AS "messageCount",
      ${count(communications, sql`"Call" WHERE ${own} AND "voidedAt" IS NULL`)} AS "callCount",
      ${count(esign, sql`"EsignRequest" WHERE ${own} AND ${isOut(sql`status`)}`)} AS "openSignatureRequestCount",
      i."invoiceCount", i."openInvoiceCount", i."invoicedCents", i."invoicePaidCents", i."invoicedCents" - i."invoicePaidCents" AS "invoiceBalanceCents",
      x."costsAdvancedCents", x."costsOutstandingCents",
      f."facilityCount", f."medicalBilledCents", f."medicalPaidCents",
      (SELECT coalesce(sum("amountCents"), 0) FROM ${live("Damage")})::bigint + coalesce(f."medicalBilledCents", 0) AS "damagesTotalCents"
    FROM "Case" c
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS "invoiceCount", count(*) FILTER (WHERE status IN ('sent', 'partial', 'overdue'))::integer AS "openInvoiceCount",
        coalesce(sum("totalCents") FILTER (WHERE status <> 'draft' AND direction = 'receivable'), 0)::bigint AS "invoicedCents",
        coalesce(sum("paidCents") FILTER (WHERE status <> 'draft' AND direction = 'receivable'), 0)::bigint AS "invoicePaidCents"
      FROM ${live("Invoice")}) i ON ${billing ? sql`true` : sql`false`}
    LEFT JOIN LATERAL (
      SELECT coalesce(sum("paidCents"), 0)::bigint AS "costsAdvancedCents", coalesce(sum("outstandingCents"), 0)::bigint AS "costsOutstandingCents"
      FROM ${live("Expense")}) x ON ${billing ? sql`true` : sql`false`}
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS "facilityCount", coalesce(sum("totalBilledCents"), 0)::bigint AS "medicalBilledCents",
        coalesce(sum("totalPaidCents"), 0)::bigint AS "medicalPaidCents"
      FROM ${live("MedicalFacility")}) f ON ${medical ? sql`true` : sql`false`}
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS "openTaskCount", count(*) FILTER (WHERE "dueDay" < o.today)::integer AS "overdueTaskCount",
        min("dueDay") FILTER (WHERE "dueDay" < '9999-12-31') AS "nextTaskDueOn"
      FROM (SELECT (now() AT TIME ZONE timezone)::date AS today FROM "Organization" WHERE id = ${organizationId}) o, ${live("Task")} AND "isOpen") t ON ${tasks ? sql`true` : sql`false`}
    LEFT JOIN LATERAL (${summarizeDeadlines(own)}) d ON ${deadlines ? sql`true` : sql`false`}
    LEFT JOIN LATERAL (${summarizeEvents(own)}) e ON ${calendar ? sql`true` : sql`false`}
    WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId} AND c."deletedAt" IS NULL`;
}

/** What the other side offered last: an entry that another corrects does not count. */
const selectLastOffer = (organizationId: string, caseId: string) => sql`
  (SELECT n."amountCents" FROM "Negotiation" n
    WHERE n."organizationId" = ${organizationId} AND n."caseId" = ${caseId} AND n.direction = 'incoming' AND n."amountCents" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "Negotiation" c WHERE c."organizationId" = ${organizationId} AND c."correctsId" = n.id)
    ORDER BY n."madeOn" DESC, n.id DESC LIMIT 1)`;

const summarizeDeadlines = (own: RawBuilder<unknown>) => sql`
  SELECT count(*) FILTER (WHERE status = 'open')::integer AS "openDeadlineCount", count(*) FILTER (WHERE status = 'open' AND "verificationStatus" <> 'verified')::integer AS "unverifiedDeadlineCount",
    count(*) FILTER (WHERE status = 'missed')::integer AS "missedDeadlineCount", min("effectiveOn") FILTER (WHERE "deadlineClass" = 'limitation') AS "earliestLimitationOn",
    (array_agg(json_build_object('type', type, 'effectiveOn', "effectiveOn", 'isVerified', "verificationStatus" = 'verified') ORDER BY "effectiveOn", id) FILTER (WHERE status = 'open'))[1] AS "nextDeadline"
  FROM "Deadline" WHERE ${own} AND "isOpen"`;

/** Of a private event not even the type is shown. */
const summarizeEvents = (own: RawBuilder<unknown>) => sql`
  SELECT count(*)::integer AS "upcomingEventCount",
    (array_agg(json_build_object('type', CASE WHEN v.visibility <> 'private' THEN v.type END, 'startAt', ${wireInstant("v.startAt")}) ORDER BY v."startAt", v.id)
      FILTER (WHERE NOT v."isSeries" AND v."startAt" > now()))[1] AS "nextEvent"
  FROM "CalendarEvent" v WHERE ${own} AND ${isAhead("v")}`;
