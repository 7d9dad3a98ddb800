import { sql } from "kysely";
import type { Transaction } from "../../src/platform/database/database.ts";
import type { Row } from "../../src/platform/database/tables.ts";

/** In the order of their foreign keys: a table comes after those that it points to. */
export const seededTables = [
  "Organization",
  "Office",
  "Member",
  "HolidayCalendar",
  "BarAdmission",
  "Team",
  "TeamMember",
  "Tag",
  "Contact",
  "ContactPhone",
  "ContactEmail",
  "ContactAddress",
  "ContactRole",
  "ContactRelationship",
  "IntegrationKey",
  "IntegrationKeySecret",
  "ScopeRequest",
  "Client",
  "ClientTag",
  "ClientSsn",
  "Case",
  "CaseStageEntry",
  "Lead",
  "LeadStatusChange",
  "LeadContactAttempt",
  "CaseAttorney",
  "CaseTag",
  "CaseParty",
  "InsurancePolicy",
  "CustomFieldDefinition",
  "Folder",
  "Document",
  "DocumentTag",
  "StoredObject",
  "DocumentVersion",
  "IntakeForm",
  "IntakeFormVersion",
  "FormQuestion",
  "IntakeAnswer",
  "MedicalFacility",
  "HipaaAuthorization",
  "RetrievalRequest",
  "RetrievalRequestStep",
  "MedicalTreatment",
  "MedicalBill",
  "MedicalRecord",
  "Invoice",
  "InvoiceLineItem",
  "Payment",
  "EventCounter",
  "Event",
  "AuditEntry",
  "WebhookSubscription",
  "WebhookSecret",
  "WebhookDelivery",
  "Notification",
  "TaskTemplate",
  "TaskTemplateApplication",
  "TaskSeries",
  "Task",
  "TaskDependency",
  "TaskAssignee",
  "TaskChecklistItem",
  "CalendarEvent",
  "CalendarAttendee",
  "CalendarException",
  "CalendarFeed",
  "JurisdictionRule",
  "DeadlineChain",
  "Deadline",
  "DeadlineAssignee",
  "TollingSegment",
  "DeadlineChange",
  "SentDeadlineWarning",
  "NumberSequence",
  "ConflictCheck",
  "ConflictResult",
  "Note",
  "NoteRevision",
  "NoteComment",
  "NoteTag",
  "NoteMention",
  "NoteDocument",
  "BulkJob",
  "BulkItem",
  "Report",
  "ReportSchedule",
] as const;

type SeededTable = (typeof seededTables)[number];

/** The rows of one firm. Each is complete: columns that are left out become null, not their default. */
export type FirmRows = { [Table in SeededTable]: Row<Table>[] };

export function createFirmRows(): FirmRows {
  return {
    Organization: [],
    Office: [],
    Member: [],
    HolidayCalendar: [],
    BarAdmission: [],
    Team: [],
    TeamMember: [],
    IntegrationKey: [],
    IntegrationKeySecret: [],
    ScopeRequest: [],
    Tag: [],
    Contact: [],
    Client: [],
    ClientTag: [],
    ClientSsn: [],
    Case: [],
    CaseStageEntry: [],
    CaseAttorney: [],
    CaseTag: [],
    CaseParty: [],
    InsurancePolicy: [],
    CustomFieldDefinition: [],
    Folder: [],
    Document: [],
    DocumentTag: [],
    StoredObject: [],
    DocumentVersion: [],
    IntakeForm: [],
    IntakeFormVersion: [],
    FormQuestion: [],
    IntakeAnswer: [],
    MedicalFacility: [],
    RetrievalRequest: [],
    RetrievalRequestStep: [],
    Invoice: [],
    InvoiceLineItem: [],
    Payment: [],
    EventCounter: [],
    Event: [],
    AuditEntry: [],
    WebhookSubscription: [],
    WebhookSecret: [],
    WebhookDelivery: [],
    Notification: [],
    HipaaAuthorization: [],
    MedicalTreatment: [],
    MedicalBill: [],
    MedicalRecord: [],
    Lead: [],
    LeadStatusChange: [],
    LeadContactAttempt: [],
    NumberSequence: [],
    ContactPhone: [],
    ContactEmail: [],
    ContactAddress: [],
    ContactRole: [],
    ContactRelationship: [],
    ConflictCheck: [],
    ConflictResult: [],
    Note: [],
    NoteRevision: [],
    NoteComment: [],
    NoteTag: [],
    NoteMention: [],
    NoteDocument: [],
    BulkJob: [],
    BulkItem: [],
    Report: [],
    ReportSchedule: [],
    TaskTemplate: [],
    TaskTemplateApplication: [],
    TaskSeries: [],
    Task: [],
    TaskDependency: [],
    TaskAssignee: [],
    TaskChecklistItem: [],
    CalendarEvent: [],
    CalendarAttendee: [],
    CalendarException: [],
    CalendarFeed: [],
    JurisdictionRule: [],
    DeadlineChain: [],
    Deadline: [],
    DeadlineAssignee: [],
    TollingSegment: [],
    DeadlineChange: [],
    SentDeadlineWarning: [],
  };
}

/** Buffers as PostgreSQL reads bytea. JSON.stringify calls Buffer.toJSON before the replacer. */
function replaceBuffers(this: unknown, key: string, value: unknown): unknown {
  const original: unknown = typeof this === "object" && this !== null ? Reflect.get(this, key) : value;
  return Buffer.isBuffer(original) ? `\\x${original.toString("hex")}` : value;
}

/** A statement must end within the patience of a request's connection, on a busy machine, too. */
const rowsPerStatement = 50;

/**
 * Writes all rows of a firm, table by table. The rows travel as one JSON parameter: a VALUES list of this size
 * would pass PostgreSQL's limit of 65,535 parameters. The transaction must be in the firm's organization.
 */
export async function insertFirmRows(transaction: Transaction, rows: FirmRows): Promise<void> {
  // A lead and the case that it became point to each other.
  await sql`SET CONSTRAINTS "Case_organizationId_leadId_fkey" DEFERRED`.execute(transaction);
  for (const name of seededTables) await insertRows(transaction, name, rows[name]);
}

export async function insertRows<Table extends SeededTable>(
  transaction: Transaction,
  name: Table,
  rows: readonly Row<Table>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const table = sql.table(name);
  // By name: a column that the database fills by itself is in no row.
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = JSON.stringify(rows.slice(start, start + rowsPerStatement), replaceBuffers);
    await sql`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, ${part}::json)`.execute(
      transaction,
    );
  }
}
