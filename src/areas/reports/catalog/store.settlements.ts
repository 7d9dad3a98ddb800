import { sql, type RawBuilder } from "kysely";
import { lienEnumerations } from "../../settlements/liens/enumerations.ts";
import { negotiationEnumerations } from "../../settlements/negotiations/enumerations.ts";
import { settlementEnumerations } from "../../settlements/settlements/enumerations.ts";
import { caseFields, caseJoins, ofLiveCase } from "./store.case-parts.ts";
import {
  date,
  dayOf,
  flag,
  group,
  instant,
  integer,
  joinOne,
  money,
  text,
  type ReportSource,
  versionFields,
} from "./store.fields.ts";

const scope = "settlements:read";

const isOver = sql`t."expiresAt" <= now()`;
/** An open entry whose time is over reads as expired, as in the API. */
const presentStatus = sql`CASE WHEN t.status = 'open' AND ${isOver} THEN 'expired' ELSE t.status END`;

/** No field has terms and notes. */
export const negotiationSource: ReportSource = {
  scope,
  from: sql`"Negotiation" t`,
  live: ofLiveCase,
  custom: null,
  joins: caseJoins(sql`t."caseId"`),
  fields: {
    ...group("Negotiation", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: negotiationEnumerations.negotiationType, isNeverNull: true }),
      direction: text("Direction", sql`t.direction`, {
        of: negotiationEnumerations.negotiationDirection,
        isNeverNull: true,
      }),
      status: text("Status", presentStatus, { of: negotiationEnumerations.negotiationStatus, isRanked: true }),
      method: text("Method", sql`t.method`, { of: negotiationEnumerations.negotiationMethod, isNeverNull: true }),
      decision: text("Client’s decision", sql`t.decision`, { of: negotiationEnumerations.clientDecision }),
      amountCents: money("Amount", sql`t."amountCents"`),
      isOfOtherClaimant: flag("Of a party", sql`(t."claimantPartyId" IS NOT NULL)`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Dates", {
      madeOn: date("Made", sql`t."madeOn"`, { isNeverNull: true }),
      expiresAt: instant("Expires", sql`t."expiresAt"`),
      daysToExpiry: integer("Days until it expires", sql`(${dayOf(sql`t."expiresAt"`)} - o.today)`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

/** No field has terms and notes. */
export const settlementSource: ReportSource = {
  scope,
  from: sql`"Settlement" t`,
  live: ofLiveCase,
  custom: null,
  joins: caseJoins(sql`t."caseId"`),
  fields: {
    ...group("Settlement", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Number", sql`t."sequenceId"`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: settlementEnumerations.settlementType, isNeverNull: true }),
      status: text("Status", sql`t.status`, {
        of: settlementEnumerations.settlementStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      title: text("Title", sql`t.title`),
      isConfidential: flag("Confidential", sql`t."isConfidential"`, { isNeverNull: true }),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", {
      grossCents: money("Gross", sql`t."grossCents"`),
      paidDirectCents: money("Paid directly", sql`t."paidDirectCents"`),
      receivedCents: money("Received", sql`t."receivedCents"`),
      clearedCents: money("Cleared", sql`t."clearedCents"`),
      awaitedCents: money("Not received yet", sql`(t."grossCents" - t."paidDirectCents" - t."receivedCents")`),
      attorneyFeeCents: money("Attorney fee", sql`t."attorneyFeeCents"`),
      referralFeeCents: money("Referral fees", sql`t."referralFeeCents"`),
      costsCents: money("Costs", sql`t."costsCents"`),
      liensCents: money("Liens", sql`t."liensCents"`),
      otherCents: money("Other deductions", sql`t."otherCents"`),
      holdbackCents: money("Held back", sql`t."holdbackCents"`),
      netToClientCents: money("Net to the client", sql`t."netToClientCents"`),
      disbursedCents: money("Disbursed", sql`t."disbursedCents"`),
    }),
    ...group("Dates", {
      agreedOn: date("Agreed", sql`t."agreedOn"`),
      paymentDueOn: date("Payment due", sql`t."paymentDueOn"`),
      daysOverdue: integer(
        "Days overdue",
        sql`CASE WHEN t."paymentDueOn" < o.today AND t.status IN ('agreed', 'disbursing') AND t."receivedCents" < t."grossCents" - t."paidDirectCents" THEN o.today - t."paymentDueOn" END`,
      ),
      fundsClearedOn: date("Funds cleared", sql`t."fundsClearedOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};

const isOpen = sql`(t.status IN ('identified', 'asserted', 'disputed', 'negotiating', 'final'))`;
const audited = sql`(t."assertedCents" - t."unrelatedCents")`;
/** As the API shows them: what was asserted, less what the lienholder takes. */
const savings = sql`CASE t.status WHEN 'waived' THEN t."assertedCents" ELSE t."assertedCents" - t."finalCents" END`;
/** What is left to pay; by the audited amount as long as none is final. */
const unpaid: RawBuilder<unknown> = sql`CASE WHEN ${isOpen} THEN coalesce(t."finalCents", ${audited}) - t."paidCents" ELSE 0 END`;

/** No field has the lienholder's number and notes. Who the lienholder is, is medical. */
export const lienSource: ReportSource = {
  scope,
  from: sql`"Lien" t`,
  live: ofLiveCase,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), lienholder: { sql: joinOne("Contact", "h", sql`t."lienholderContactId"`) } },
  fields: {
    ...group("Lien", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: lienEnumerations.lienType, isNeverNull: true }),
      status: text("Status", sql`t.status`, { of: lienEnumerations.lienStatus, isRanked: true, isNeverNull: true }),
      isOpen: flag("Open", isOpen),
      openCount: integer("Open liens", sql`(${isOpen})::integer`),
      finalMethod: text("Reduction", sql`t."finalMethod"`, { of: lienEnumerations.reductionMethod }),
      lienholderName: text("Lienholder", sql`h.name`, { scope: "medical:read", joins: ["lienholder"] }),
      isOfOtherClaimant: flag("Of a party", sql`(t."claimantPartyId" IS NOT NULL)`),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", {
      assertedCents: money("Asserted", sql`t."assertedCents"`),
      unrelatedCents: money("Unrelated", sql`t."unrelatedCents"`),
      auditedCents: money("Audited", audited),
      finalCents: money("Final", sql`t."finalCents"`),
      savingsCents: money("Saved", savings),
      paidCents: money("Paid", sql`t."paidCents"`),
      unpaidCents: money("To pay", unpaid),
    }),
    ...group("Dates", {
      noticeReceivedOn: date("Notice received", sql`t."noticeReceivedOn"`),
      finalOn: date("Final on", sql`t."finalOn"`),
      payByOn: date("Pay by", sql`t."payByOn"`),
      finalDemandExpiresOn: date("Final demand expires", sql`t."finalDemandExpiresOn"`),
      ...versionFields,
    }),
    ...caseFields,
  },
};
