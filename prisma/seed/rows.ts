import { sql } from "kysely";
import type { Transaction } from "../../src/platform/database/database.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { insertRows, type Records } from "./builders/records.ts";
import { insertBooks, insertStatements } from "./trust-rows.ts";

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
  "CourtAction",
  "CustomFieldDefinition",
  "Folder",
  "Document",
  "Incident",
  "DocumentTag",
  "Damage",
  "StoredObject",
  "DocumentVersion",
  "IntakeForm",
  "IntakeFormVersion",
  "FormQuestion",
  "IntakeAnswer",
  "EsignTemplate",
  "EsignRequest",
  "MedicalFacility",
  "HipaaAuthorization",
  "RetrievalRequest",
  "RetrievalRequestStep",
  "EsignDocument",
  "EsignRecipient",
  "EsignSubmission",
  "EsignField",
  "EsignTrailEntry",
  "EsignSetting",
  "MedicalTreatment",
  "MedicalBill",
  "MedicalRecord",
  "Invoice",
  "InvoiceLineItem",
  "Payment",
  "Expense",
  "FeeAgreement",
  "Negotiation",
  "Settlement",
  "SettlementPayer",
  "SettlementShare",
  "Lien",
  "SettlementStatement",
  "SettlementStatementLine",
  "TrustAccount",
  "TrustLedger",
  "TrustDisbursement",
  "TrustTransaction",
  "BankStatement",
  "BankLine",
  "Reconciliation",
  "PartnerFirm",
  "ReferralProfile",
  "Referral",
  "ReferralUpdate",
  "ReferralPayout",
  "ReferralHistory",
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
  "Consent",
  "ConsentChange",
  "MessageTemplate",
  "CommunicationSetting",
  "Conversation",
  "ConversationCounterpart",
  "Message",
  "MessageParty",
  "Call",
  "BulkJob",
  "BulkItem",
  "Report",
  "ReportSchedule",
] as const;

type SeededTable = (typeof seededTables)[number];

/** The rows of one firm, each complete. */
export type FirmRows = { [Table in SeededTable]: Row<Table>[] };

/** Complete rows in place of records' values. */
type Added<New extends Records> = {
  [Table in keyof New]: Table extends SeededTable
    ? New[Table] extends readonly unknown[]
      ? Row<Table>[]
      : Row<Table>
    : never;
};

/** Completes the rows of records with the defaults of their columns, and keeps them among those of the firm. */
export type Add = <New extends Records>(records: New) => Added<New>;

/** A column that the database does not generate, and its default: a value, or `now` for the row's `createdAt`. */
interface Column {
  name: string;
  isNow: boolean;
  value: unknown;
}

/** The columns of the tables that the seed fills. */
export type ColumnsOfTables = ReadonlyMap<string, readonly Column[]>;

/**
 * Reads the columns of the tables that the seed fills. PostgreSQL evaluates their defaults. A list without a default is
 * empty.
 */
export async function readColumns(transaction: Transaction): Promise<ColumnsOfTables> {
  const { rows } = await sql<{ table: string; name: string; expression: string | null }>`
    SELECT relname AS table, attname AS name, coalesce(
      pg_get_expr(adbin, adrelid),
      CASE WHEN typcategory = 'A' THEN format('%L::%s', '{}', format_type(atttypid, atttypmod)) END) AS expression
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid JOIN pg_type ON pg_type.oid = atttypid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = 'public'::regnamespace AND relname = ANY(${[...seededTables]})
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`.execute(transaction);
  const expressions = [...new Set(rows.flatMap(({ expression }) => expression ?? []))];
  const evaluated = await sql<Record<string, unknown>>`
    SELECT ${sql.join(expressions.map((expression, index) => sql`${sql.raw(expression)} AS ${sql.ref(`v${index}`)}`))}`.execute(
    transaction,
  );
  const valueOf = new Map(expressions.map((expression, index) => [expression, evaluated.rows[0]?.[`v${index}`]]));
  const columns = rows.map(({ table, name, expression }) => ({
    table,
    name,
    isNow: expression === "now()" || expression === "CURRENT_TIMESTAMP",
    value: expression === null ? null : valueOf.get(expression),
  }));
  return Map.groupBy(columns, ({ table }) => table);
}

/** A firm without rows, and how it gets some. */
export function createFirmRows(columns: ColumnsOfTables): { rows: FirmRows; add: Add } {
  const rows = Object.fromEntries(seededTables.map((table) => [table, [] as object[]]));
  const complete = (table: string, values: object): object => {
    const row = new Map<string, unknown>(Object.entries(values).filter(([, value]) => value !== undefined));
    for (const { name, isNow, value } of columns.get(table) ?? []) {
      if (row.has(name)) continue;
      if (isNow && !row.has("createdAt")) throw new Error(`${table}.${name} has no time`);
      row.set(name, isNow ? row.get("createdAt") : structuredClone(value));
    }
    return Object.fromEntries(row);
  };
  const add = (records: Records) =>
    Object.fromEntries(
      Object.entries(records).map(([table, given]) => {
        const added = (Array.isArray(given) ? given : [given]).map((values: object) => complete(table, values));
        rows[table]?.push(...added);
        return [table, Array.isArray(given) ? added : added[0]];
      }),
    );
  // The columns of a table that is a parameter are known to PostgreSQL alone.
  return { rows: rows as FirmRows, add: add as Add };
}

/** Inserts all rows of a firm. The transaction must be in the firm's organization. */
export async function insertFirmRows(transaction: Transaction, rows: FirmRows): Promise<void> {
  // A lead and the case that it became point to each other.
  await sql`SET CONSTRAINTS "Case_organizationId_leadId_fkey" DEFERRED`.execute(transaction);
  for (const name of seededTables) await (ownWays[name] ?? insertTable)(transaction, rows, name);
}

type Insert = (transaction: Transaction, rows: FirmRows, name: SeededTable) => Promise<void>;

const insertTable: Insert = (transaction, rows, name) => insertRows(transaction, name, rows[name]);
const withBooks: Insert = () => Promise.resolve();

/** Tables that PostgreSQL fills in part: the books are inserted as one, at their account. */
const ownWays: Partial<Record<SeededTable, Insert>> = {
  SettlementStatement: (transaction, rows) => insertStatements(transaction, rows.SettlementStatement),
  TrustAccount: insertBooks,
  TrustLedger: withBooks,
  TrustDisbursement: withBooks,
  TrustTransaction: withBooks,
};
