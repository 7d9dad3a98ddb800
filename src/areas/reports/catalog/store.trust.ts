import { sql, type RawBuilder } from "kysely";
import { statementEnumerations } from "../../settlements/statements/enumerations.ts";
import { disbursementEnumerations } from "../../trust/disbursements/enumerations.ts";
import { trustLedgerEnumerations } from "../../trust/ledgers/enumerations.ts";
import { trustTransactionEnumerations } from "../../trust/transactions/enumerations.ts";
import { caseFields, caseJoins } from "./store.case-parts.ts";
import {
  date,
  dayOf,
  daysSince,
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

/** Rows whose case is deleted stay: they are part of the books. */
const inBooks = sql<boolean>`true`;
const scope = "trust:read";

const account = { sql: joinOne("TrustAccount", "a", sql`t."accountId"`) };
const accountFields = {
  accountName: text("Account", sql`a.name`, { joins: ["account"] }),
  accountId: text("Account ID", sql`t."accountId"`, { isNeverNull: true }),
};

const available = sql`(t."balanceCents" - t."unclearedCents" - t."reservedCents")`;

export const trustLedgerSource: ReportSource = {
  scope,
  from: sql`"TrustLedger" t`,
  live: inBooks,
  custom: null,
  joins: {
    ...caseJoins(sql`t."caseId"`),
    account,
    party: { sql: joinOne("CaseParty", "z", sql`t."claimantPartyId"`) },
    claimant: { sql: joinOne("Contact", "k", sql`z."contactId"`), needs: ["party"] },
    // Postings of a ledger are numbered without gaps.
    last: {
      sql: sql`LEFT JOIN "TrustPosting" g ON g."organizationId" = t."organizationId" AND g."ledgerId" = t.id AND g.number = t."postingCount"`,
    },
  },
  fields: {
    ...group("Ledger", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      ...accountFields,
      kind: text("Kind", sql`t.kind`, { of: trustLedgerEnumerations.trustLedgerKind, isNeverNull: true }),
      claimantName: text(
        "Whose money",
        sql`CASE WHEN t."claimantPartyId" IS NULL THEN ${nameOf("p")} ELSE k.name END`,
        {
          scope: "clients:read",
          joins: ["client", "claimant"],
        },
      ),
      isOfOtherClaimant: flag("Of a party", sql`(t."claimantPartyId" IS NOT NULL)`),
      postingCount: integer("Entries", sql`t."postingCount"`),
      caseId: text("Case ID", sql`t."caseId"`),
    }),
    ...group("Money", {
      balanceCents: money("Balance", sql`t."balanceCents"`),
      unclearedCents: money("Not cleared", sql`t."unclearedCents"`),
      reservedCents: money("Reserved", sql`t."reservedCents"`),
      availableCents: money("Available", available),
    }),
    ...group("Dates", {
      lastPostedOn: date("Last entry", sql`g."occurredOn"`, { joins: ["last"] }),
      daysSinceLastPosting: integer("Days since the last entry", daysSince(sql`g."occurredOn"`), { joins: ["last"] }),
      ...versionFields,
    }),
    ...caseFields,
  },
};

/** What moves the bank, and is neither what was recorded in error or voided nor what took it back. */
const reachesBank = sql`(t."bankCents" <> 0 AND t.type NOT IN ('reversal', 'disbursement_void', 'opening_balance')
  AND (t."reversedById" IS NULL OR rv.type = 'deposit_return'))`;
const isReconciled = sql`CASE WHEN ${reachesBank} THEN bl.id IS NOT NULL END`;
const atBank = { joins: ["bankLine", "reversal"] };

const ofPostings = (value: RawBuilder<unknown>) =>
  sql`(SELECT ${value} FROM "TrustPosting" x WHERE x."organizationId" = o.id AND x."transactionId" = t.id)`;
const onlyCase = ofPostings(sql`CASE WHEN count(DISTINCT x."caseId") = 1 THEN min(x."caseId") END`);
/** Looked up for each row, which OFFSET enforces: joined, all cases of the organization are read. */
const lookUpCase = sql`LEFT JOIN LATERAL (
  SELECT k."sequenceId", k.title, k."caseType", k."caseState", k."matterStage", k."matterStatus", k."caseSource", k."highValue", k."attorneyId", k."plaintiffId"
  FROM "Case" k WHERE k."organizationId" = o.id AND k.id = ${onlyCase} AND k."deletedAt" IS NULL OFFSET 0) c ON true`;

/** No field has memos and reasons. A transaction of several cases has none of their fields. */
export const trustTransactionSource: ReportSource = {
  scope,
  from: sql`"TrustTransaction" t`,
  live: inBooks,
  custom: null,
  joins: {
    ...caseJoins(onlyCase),
    case: { sql: lookUpCase },
    account,
    bankLine: {
      sql: sql`LEFT JOIN "BankLine" bl ON bl."organizationId" = t."organizationId" AND bl."transactionId" = t.id`,
    },
    reversal: { sql: joinOne("TrustTransaction", "rv", sql`t."reversedById"`) },
  },
  fields: {
    ...group("Transaction", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      ...accountFields,
      number: integer("Number", sql`t.number`, { isNeverNull: true }),
      type: text("Type", sql`t.type`, { of: trustTransactionEnumerations.trustTransactionType, isNeverNull: true }),
      method: text("Method", sql`t.method`, { of: trustTransactionEnumerations.trustMethod }),
      counterpartyName: text("Paid by or to", sql`t."counterpartyName"`),
      checkNumber: text("Check number", sql`t."checkNumber"`),
      reference: text("Reference", sql`t.reference`),
      postingCount: integer("Entries", ofPostings(sql`count(*)::integer`)),
      isReversed: flag("Reversed", sql`(t."reversedById" IS NOT NULL)`),
      isReconciled: flag("On a bank statement", isReconciled, atBank),
      disbursementId: text("Disbursement’s ID", sql`t."disbursementId"`),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", {
      amountCents: money("Amount", sql`t."amountCents"`),
      bankCents: money("Change of the balance", sql`t."bankCents"`),
    }),
    ...group("Dates", {
      occurredOn: date("Date", sql`t."occurredOn"`, { isNeverNull: true }),
      expectedClearOn: date("Expected to clear", sql`t."expectedClearOn"`),
      clearedOn: date("Cleared", sql`t."clearedOn"`),
      bankPostedOn: date("Posted by the bank", sql`bl."postedOn"`, { joins: ["bankLine"] }),
      daysSinceOccurred: integer("Days since", daysSince(sql`t."occurredOn"`)),
      ...versionFields,
    }),
    ...caseFields,
  },
};

const isLienholder = sql`t."payeeType" = 'lienholder'`;

/** No field has notes of decisions and reasons. Who a lienholder is, is medical. */
export const trustDisbursementSource: ReportSource = {
  scope,
  from: sql`"TrustDisbursement" t`,
  live: inBooks,
  custom: null,
  joins: { ...caseJoins(sql`t."caseId"`), account },
  fields: {
    ...group("Disbursement", {
      id: text("ID", sql`t.id`, { isNeverNull: true }),
      sequenceId: text("Number", sql`t."sequenceId"`, { isNeverNull: true }),
      ...accountFields,
      status: text("Status", sql`t.status`, {
        of: disbursementEnumerations.disbursementStatus,
        isRanked: true,
        isNeverNull: true,
      }),
      payeeType: text("Kind of payee", sql`t."payeeType"`, {
        of: statementEnumerations.payeeType,
        isNeverNull: true,
      }),
      payeeName: text("Payee", sql`CASE WHEN ${isLienholder} THEN NULL ELSE t.payee ->> 'name' END`),
      lienholderName: text("Lienholder", sql`CASE WHEN ${isLienholder} THEN t.payee ->> 'name' END`, {
        scope: "medical:read",
      }),
      method: text("Method", sql`t.method`, { of: disbursementEnumerations.disbursementMethod, isNeverNull: true }),
      checkNumber: text("Check number", sql`t."checkNumber"`),
      requestedByName: text("Requested by", sql`t."requestedBy" ->> 'name'`),
      decidedByName: text("Decided by", sql`t."decidedBy" ->> 'name'`),
      isSoleApproval: flag("Approved by one person", sql`t."isSoleApproval"`, { isNeverNull: true }),
      caseId: text("Case ID", sql`t."caseId"`, { isNeverNull: true }),
      externalId: text("External ID", sql`t."externalId"`),
    }),
    ...group("Money", { amountCents: money("Amount", sql`t."amountCents"`) }),
    ...group("Dates", {
      decidedAt: instant("Decided", sql`t."decidedAt"`),
      issuedOn: date("Issued", sql`t."issuedOn"`),
      clearedOn: date("Cleared", sql`t."clearedOn"`),
      voidedOn: date("Voided", sql`t."voidedOn"`),
      daysOutstanding: integer(
        "Days outstanding",
        sql`CASE WHEN t.status = 'issued' THEN ${daysSince(sql`t."issuedOn"`)} END`,
      ),
      daysWaiting: integer(
        "Days waiting for approval",
        sql`CASE WHEN t.status = 'pending_approval' THEN ${daysSince(dayOf(sql`t."createdAt"`))} END`,
      ),
      ...versionFields,
    }),
    ...caseFields,
  },
};
