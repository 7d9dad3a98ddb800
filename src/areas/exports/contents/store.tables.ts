import type { Tables } from "../../../platform/database/tables.ts";
import type { ExportPart } from "../schema.ts";

/** The parts a request can select, and what belongs to the organization itself. */
export type ArchivePart = ExportPart | "organization";

export interface ArchivedTable {
  table: keyof Tables;
  part: ArchivePart;
  /** File name without its extension. */
  file: string;
  /** The sort order: its primary key. */
  order: readonly string[];
  /** Owners by column: a row is included if all its owners are. The first leads to the case. */
  owners?: Readonly<Record<string, OwnerTable>>;
  /** Only in archives of the whole organization. */
  isOfOrganization?: true;
}

export type OwnerTable = "Case" | "Client" | "Contact" | "Lead" | "Tag" | "Document" | "Invoice" | "IntakeAnswer" | "IntakeForm" | "RetrievalRequest" | "ConflictCheck";

const byId = ["id"];
const whole = { isOfOrganization: true } as const;
const ofCase = { caseId: "Case" } as const;

/** Every table of an archive, in its order. Events are read separately, because they are redacted. */
export const archivedTables: readonly ArchivedTable[] = [
  { table: "Organization", part: "organization", file: "organization", order: byId, ...whole },
  { table: "Member", part: "organization", file: "members", order: byId, ...whole },
  { table: "IntegrationKey", part: "organization", file: "integration-keys", order: byId, ...whole },
  { table: "ScopeRequest", part: "organization", file: "scope-requests", order: byId, ...whole },
  { table: "Report", part: "organization", file: "reports", order: byId, ...whole },
  { table: "ReportSetting", part: "organization", file: "report-settings", order: ["reportId"], ...whole },
  { table: "ReportSchedule", part: "organization", file: "report-schedules", order: byId, ...whole },
  { table: "AuditEntry", part: "organization", file: "audit-log", order: byId, ...whole },
  { table: "Case", part: "records", file: "cases", order: byId },
  { table: "CaseAttorney", part: "records", file: "case-attorneys", order: ["caseId", "attorneyId", "role"], owners: ofCase },
  { table: "Tag", part: "records", file: "tags", order: byId },
  { table: "CaseTag", part: "records", file: "case-tags", order: ["caseId", "tagId"], owners: { ...ofCase, tagId: "Tag" } },
  { table: "CaseStageEntry", part: "records", file: "case-stage-history", order: byId, owners: ofCase },
  { table: "CaseParty", part: "records", file: "case-parties", order: byId, owners: ofCase },
  { table: "InsurancePolicy", part: "records", file: "insurance-policies", order: byId, owners: ofCase },
  { table: "CustomFieldDefinition", part: "records", file: "custom-field-definitions", order: byId },
  { table: "CaseStageGate", part: "records", file: "case-stage-gates", order: byId, ...whole },
  { table: "Client", part: "clients", file: "clients", order: byId },
  { table: "ClientTag", part: "clients", file: "client-tags", order: ["clientId", "tag"], owners: { clientId: "Client" } },
  { table: "Contact", part: "contacts", file: "contacts", order: byId },
  { table: "ContactPhone", part: "contacts", file: "contact-phones", order: ["contactId", "position"], owners: { contactId: "Contact" } },
  { table: "ContactEmail", part: "contacts", file: "contact-emails", order: ["contactId", "position"], owners: { contactId: "Contact" } },
  { table: "ContactAddress", part: "contacts", file: "contact-addresses", order: ["contactId", "position"], owners: { contactId: "Contact" } },
  { table: "ContactRole", part: "contacts", file: "contact-roles", order: ["contactId", "role"], owners: { contactId: "Contact" } },
  { table: "ContactRelationship", part: "contacts", file: "contact-relationships", order: byId, owners: { contactId: "Contact", relatedContactId: "Contact" }, ...whole },
  // Hits of a conflict search belong to other cases than the requested one.
  { table: "ConflictCheck", part: "contacts", file: "conflict-checks", order: byId, ...whole },
  { table: "ConflictResult", part: "contacts", file: "conflict-results", order: byId, owners: { checkId: "ConflictCheck" }, ...whole },
  { table: "Lead", part: "leads", file: "leads", order: byId },
  { table: "LeadStatusChange", part: "leads", file: "lead-status-history", order: byId, owners: { leadId: "Lead" } },
  { table: "LeadContactAttempt", part: "leads", file: "lead-contact-attempts", order: byId, owners: { leadId: "Lead" } },
  { table: "Folder", part: "documents", file: "folders", order: byId, owners: ofCase },
  { table: "Document", part: "documents", file: "documents", order: byId, owners: { ...ofCase, leadId: "Lead" } },
  { table: "DocumentTag", part: "documents", file: "document-tags", order: ["documentId", "tag"], owners: { documentId: "Document" } },
  { table: "DocumentVersion", part: "documents", file: "document-versions", order: byId, owners: { documentId: "Document" } },
  { table: "Invoice", part: "ledger", file: "invoices", order: byId, owners: ofCase },
  { table: "InvoiceLineItem", part: "ledger", file: "invoice-lines", order: ["invoiceId", "position"], owners: { invoiceId: "Invoice" } },
  { table: "Payment", part: "ledger", file: "payments", order: byId, owners: { invoiceId: "Invoice" } },
  { table: "IntakeAnswer", part: "intake", file: "intake-answers", order: byId, owners: { ...ofCase, leadId: "Lead" } },
  { table: "AnswerVersion", part: "intake", file: "intake-answer-versions", order: ["id", "revision"], owners: { id: "IntakeAnswer" } },
  { table: "IntakeForm", part: "intake", file: "intake-forms", order: byId, ...whole },
  { table: "IntakeFormVersion", part: "intake", file: "intake-form-versions", order: ["formId", "version"], owners: { formId: "IntakeForm" }, ...whole },
  { table: "MedicalFacility", part: "medical", file: "medical-facilities", order: byId, owners: ofCase },
  { table: "MedicalTreatment", part: "medical", file: "medical-treatments", order: byId, owners: ofCase },
  { table: "MedicalBill", part: "medical", file: "medical-bills", order: byId, owners: ofCase },
  { table: "MedicalRecord", part: "medical", file: "medical-records", order: byId, owners: ofCase },
  { table: "HipaaAuthorization", part: "medical", file: "hipaa-authorizations", order: byId, owners: ofCase },
  { table: "RetrievalRequest", part: "medical", file: "retrieval-requests", order: byId, owners: ofCase },
  { table: "RetrievalRequestStep", part: "medical", file: "retrieval-request-timeline", order: byId, owners: { requestId: "RetrievalRequest" } },
  { table: "RetrievalFollowUp", part: "medical", file: "retrieval-follow-ups", order: byId, owners: { requestId: "RetrievalRequest" } },
  { table: "RetrievalRequestDocument", part: "medical", file: "retrieval-request-documents", order: ["requestId", "documentId"], owners: { requestId: "RetrievalRequest" } },
];

export const unarchivedTables: Readonly<Record<string, string>> = {
  ClientSsn: "social security numbers leave the database by no way but their own",
  DocumentUpload: "uploads that are under way: the documents tell what came of them",
  DocumentUploadPart: "as uploads",
  Event: "read by store.contents-events.ts, and redacted",
  EventCase: "an index over events",
  EventCounter: "how far the feed has come: the events have their numbers",
  Export: "the exports themselves, of which this is one: its progress would make two files of the same records differ",
  FormQuestion: "made of the published forms' versions",
  IdempotencyRecord: "stored answers to programs, for a day",
  IntegrationKeySecret: "digests of secrets",
  KeyScopeUse: "counters of usage",
  KeyUsageDay: "counters of usage",
  LegacyCredential: "credentials",
  Notification: "a member's own",
  NumberSequence: "the last number that was given: the records have theirs",
  RequestLog: "a log of technical kind, for thirty days",
  RequestLogGap: "as the request log",
  SearchTerm: "words of records, for finding them",
  StoredObject: "names of objects in the storage",
  WebhookDelivery: "attempts of technical kind: the events are there",
  WebhookJob: "the queue of deliveries",
  WebhookSecret: "sealed secrets",
  WebhookSubscription: "programs' own, and seen with webhooks:read, which this archive does not take",
};

/**
 * Columns that no API response shows, in any table: normalized forms, storage object names, tokens, internal state. api.contents.test.ts
 * lists the columns of every file.
 */
export const hiddenColumns: ReadonlySet<string> = new Set([
  "nameKey", "emailKey", "addressKey", "phoneE164", "secondaryPhoneE164", "boundContactId", "objectId", "userId", "requestedByUserId",
  "leaseToken", "leasedUntil", "noticedDays", "expirySetAt",
]);
