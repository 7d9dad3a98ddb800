import type { ReportBucket, ReportColumnType, ReportEntity } from "../../../contract/reports/definition.ts";

export const entityHints: Readonly<Record<ReportEntity, string>> = {
  cases: "One row per case.",
  case_stages: "One row per case stage.",
  leads: "One row per lead.",
  clients: "One row per client.",
  documents: "One row per document, without content.",
  invoices: "One row per invoice.",
  payments: "One row per payment, including failed and voided payments.",
  damages: "One row per damage, without basis and notes. Medical bills are not among them.",
  expenses: "One row per cost of a case, without notes.",
  medical_facilities: "One row per medical facility of a case.",
  medical_bills: "One row per bill.",
  retrieval_requests: "One row per request for medical records or bills.",
  notes: "One row per note, without content.",
  tasks: "One row per task, without description, checklist and comments.",
  deadlines: "One row per deadline, without title, notes and facts.",
  court_actions: "One row per court action, without disposition and notes.",
  calendar_events: "One row per single event, without title, description and place.",
  esign_requests: "One row per signature request, without title, names and addresses.",
  negotiations: "One row per demand, offer or response, without terms and notes.",
  settlements: "One row per settlement, verdict or award, without terms and notes.",
  liens: "One row per lien, without notes. Lienholders need the permission to see medical records.",
  trust_ledgers: "One row per ledger of a trust account.",
  trust_transactions: "One row per transaction of a trust account, without memo.",
  trust_disbursements: "One row per disbursement, without notes.",
  referrals: "One row per referral, without client details.",
  messages: "One row per message, without subject and text.",
  calls: "One row per call, without summary.",
  consents: "One row per person and channel: who agreed to texts, calls and emails.",
  members: "One row per member.",
};

export const entities = Object.keys(entityHints) as ReportEntity[];

export const bucketLabels: Readonly<Record<ReportBucket, string>> = {
  day: "By day",
  week: "By week",
  month: "By month",
  quarter: "By quarter",
  year: "By year",
};

export const typeLabels: Readonly<Record<ReportColumnType, string>> = {
  text: "Text",
  integer: "Number",
  number: "Number",
  money: "Money",
  boolean: "Yes or no",
  date: "Date",
  instant: "Date and time",
};
