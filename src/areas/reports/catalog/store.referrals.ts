import { sql } from "kysely";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { feeTermsEnumerations } from "../../referrals/enumerations.ts";
import { referralEnumerations } from "../../referrals/referrals/enumerations.ts";
import { caseFields, caseJoins, ofLiveOrNoCase } from "./store.case-parts.ts";
import {
  date,
  flag,
  group,
  instant,
  integer,
  joinOne,
  money,
  nameOf,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

const isUpdateOverdue = sql`(t.status = 'engaged' AND coalesce(t."nextUpdateDueOn" < o.today, false))`;
const isTaken = sql`(t.status IN ('accepted', 'engaged', 'closed', 'returned'))`;
const partner = { joins: ["partner"] };

/** No field has what the firms tell of the client, names for conflict checks, reasons and notes. */
export const referralSource: ReportSource = {
  scope: "referrals:read",
  from: sql`"Referral" t`,
  live: ofLiveOrNoCase,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    lead: { sql: joinOne("Lead", "l", sql`t."leadId"`, sql`AND l."deletedAt" IS NULL`) },
    partner: { sql: joinOne("PartnerFirm", "f", sql`t."partnerFirmId"`) },
    assigned: { sql: joinOne("Member", "w", sql`t."assignedMemberId"`) },
  },
  fields: {
    ...group("Referral", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Number", sql`t."sequenceId"`, { isNeverNull: true }),
      direction: text("Direction", sql`t.direction`, { of: referralEnumerations.referralDirection, isNeverNull: true }),
      channel: text("Channel", sql`t.channel`, { of: referralEnumerations.referralChannel, isNeverNull: true }),
      status: text("Status", sql`t.status`, {
        of: referralEnumerations.referralStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      takenCount: integer("Taken", sql`(${isTaken})::integer`),
      engagedCount: integer("Engaged", sql`(t."engagedOn" IS NOT NULL)::integer`),
      outcome: text("Outcome", sql`t.outcome`, { of: referralEnumerations.referralOutcome }),
      partnerName: text("Partner firm", sql`f.name`, partner),
      partnerFirmId: text("Partner firm’s ID", sql`t."partnerFirmId"`, { isNeverNull: true }),
      originatingAttorneyName: text("Originating attorney", sql`t."originatingAttorneyName"`),
      handlingAttorneyName: text("Handling attorney", sql`t."handlingAttorneyName"`),
      assignedMemberName: text("Assigned to", nameOf("w"), { joins: ["assigned"] }),
      referredCaseType: text("Referred case type", sql`t.teaser ->> 'caseType'`, { of: sharedEnumerations.caseType }),
      referredCaseState: text("Referred state", sql`t.teaser ->> 'caseState'`, { of: sharedEnumerations.caseState }),
      attention: text("Needs attention", sql`t.attention`, { of: referralEnumerations.referralAttention }),
      leadSequenceId: text("Lead number", sql`l."sequenceId"`, { scope: "leads:read", joins: ["lead"] }),
      caseId: text("Case ID", sql`t."caseId"`),
      leadId: text("Lead ID", sql`t."leadId"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Fee", {
      feeStatus: text("Fee", sql`t."feeStatus"`, {
        of: referralEnumerations.referralFeeStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      feeType: text("Division of the fee", sql`t.terms ->> 'type'`, { of: feeTermsEnumerations.referralFeeType }),
      totalFeeCents: money("Attorney fee", sql`t."totalFeeCents"`),
      referralFeeDueCents: money("Referral fee", sql`t."referralFeeDueCents"`),
      paidCents: money("Paid", sql`t."paidCents"`),
      unpaidCents: money(
        "Unpaid",
        sql`CASE WHEN t."feeStatus" IN ('due', 'partially_paid', 'disputed') THEN t."referralFeeDueCents" - t."paidCents" ELSE 0 END`,
      ),
    }),
    ...group("Dates", {
      sentAt: instant("Sent", sql`t."sentAt"`),
      responseDueOn: date("Response due", sql`t."responseDueOn"`),
      expiresAt: instant("Expires", sql`t."expiresAt"`),
      acceptedAt: instant("Accepted", sql`t."acceptedAt"`),
      engagedOn: date("Engaged on", sql`t."engagedOn"`),
      closedOn: date("Closed", sql`t."closedOn"`),
      lastUpdateAt: instant("Last update", sql`t."lastUpdateAt"`),
      nextUpdateDueOn: date("Next update due", sql`t."nextUpdateDueOn"`),
      isUpdateOverdue: flag("Update overdue", isUpdateOverdue),
      daysOverdue: integer("Days overdue", sql`CASE WHEN ${isUpdateOverdue} THEN o.today - t."nextUpdateDueOn" END`),
      statusChangedAt: instant("Status since", sql`t."statusChangedAt"`, { isNeverNull: true }),
      ...versionFields,
    }),
    ...caseFields,
  },
};
