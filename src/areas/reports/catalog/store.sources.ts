import { sql } from "kysely";
import type { ReportEntity } from "../../../contract/reports/definition.ts";
import { group, text, type ReportSource } from "./store.fields.ts";
import { calendarSource } from "./store.calendar.ts";
import { caseSource, caseStageSource } from "./store.cases.ts";
import { callSource, consentSource, messageSource } from "./store.communications.ts";
import { courtActionSource } from "./store.court-actions.ts";
import { damageSource, expenseSource } from "./store.costs.ts";
import { deadlineSource } from "./store.deadlines.ts";
import { billSource, facilitySource, requestSource } from "./store.medical.ts";
import { memberSource } from "./store.members.ts";
import { noteSource } from "./store.notes.ts";
import { clientSource, leadSource } from "./store.people.ts";
import { referralSource } from "./store.referrals.ts";
import { lienSource, negotiationSource, settlementSource } from "./store.settlements.ts";
import { signatureSource } from "./store.signatures.ts";
import { taskSource } from "./store.tasks.ts";
import { trustDisbursementSource, trustLedgerSource, trustTransactionSource } from "./store.trust.ts";
import { documentSource, invoiceSource, paymentSource } from "./store.records.ts";

/** A headquarters' report covers several organizations. */
const ofOrganization = group("Organization", { organizationName: text("Organization", sql`o.name`) });

const withOrganization = (source: ReportSource): ReportSource => ({
  ...source,
  fields: { ...source.fields, ...ofOrganization },
});

export const reportSources: Readonly<Record<ReportEntity, ReportSource>> = {
  cases: withOrganization(caseSource),
  case_stages: withOrganization(caseStageSource),
  leads: withOrganization(leadSource),
  clients: withOrganization(clientSource),
  documents: withOrganization(documentSource),
  invoices: withOrganization(invoiceSource),
  payments: withOrganization(paymentSource),
  damages: withOrganization(damageSource),
  expenses: withOrganization(expenseSource),
  medical_facilities: withOrganization(facilitySource),
  medical_bills: withOrganization(billSource),
  retrieval_requests: withOrganization(requestSource),
  notes: withOrganization(noteSource),
  tasks: withOrganization(taskSource),
  deadlines: withOrganization(deadlineSource),
  court_actions: withOrganization(courtActionSource),
  calendar_events: withOrganization(calendarSource),
  esign_requests: withOrganization(signatureSource),
  negotiations: withOrganization(negotiationSource),
  settlements: withOrganization(settlementSource),
  liens: withOrganization(lienSource),
  trust_ledgers: withOrganization(trustLedgerSource),
  trust_transactions: withOrganization(trustTransactionSource),
  trust_disbursements: withOrganization(trustDisbursementSource),
  referrals: withOrganization(referralSource),
  messages: withOrganization(messageSource),
  calls: withOrganization(callSource),
  consents: withOrganization(consentSource),
  members: withOrganization(memberSource),
};
