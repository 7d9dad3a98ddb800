import type { ReportEntity } from "../../contract/reports/definition.ts";

export const categoryTitles = {
  pipeline: "Pipeline",
  deadlines: "Deadlines",
  intake: "Intake",
  medical: "Medical",
  money: "Money",
  people: "People",
} as const;
export type Category = keyof typeof categoryTitles;
export const categories = Object.keys(categoryTitles) as Category[];

export const entityTitles: Record<ReportEntity, string> = {
  cases: "Cases",
  case_stages: "Case stages",
  leads: "Leads",
  clients: "Clients",
  documents: "Documents",
  invoices: "Invoices",
  damages: "Damages",
  expenses: "Expenses",
  payments: "Payments",
  medical_facilities: "Medical facilities",
  medical_bills: "Medical bills",
  retrieval_requests: "Records requests",
  notes: "Notes",
  tasks: "Tasks",
  deadlines: "Deadlines",
  court_actions: "Court actions",
  calendar_events: "Events",
  esign_requests: "Signature requests",
  negotiations: "Negotiations",
  settlements: "Settlements",
  liens: "Liens",
  trust_ledgers: "Trust ledgers",
  trust_transactions: "Trust transactions",
  trust_disbursements: "Trust disbursements",
  referrals: "Referrals",
  messages: "Messages",
  calls: "Calls",
  consents: "Consents",
  members: "Members",
};
