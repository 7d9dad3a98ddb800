import { sql, type RawBuilder } from "kysely";
import type { Tables } from "../../../platform/database/tables.ts";
import type { TableRow } from "../../../platform/file-formats/table-values.ts";

const redacted = "[redacted]";
const withheldMembers = { title: redacted, description: null, location: null, statusReason: null, outcome: null };
/**
 * What is withheld of privileged notes, of medical events of the calendar, of liens and of their payments, and of
 * messages and calls, by table; of the tables without columns the rows.
 */
const withheld: Partial<Record<keyof Tables, TableRow>> = {
  Note: { subject: redacted, body: redacted, bodyText: redacted },
  NoteRevision: { subject: redacted, body: redacted, tags: [], reason: redacted },
  NoteComment: { body: redacted, bodyText: redacted },
  NoteTag: {},
  NoteDocument: {},
  CalendarEvent: {
    ...withheldMembers,
    address: null,
    courtContactId: null,
    judgeContactId: null,
    department: null,
    docketNumber: null,
    hearingType: null,
    appearance: null,
  },
  CalendarException: withheldMembers,
  CalendarTag: {},
  CalendarDocument: {},
  Referral: { received: null },
  TrustDisbursement: { payee: null },
  Conversation: { subject: redacted },
  Message: { subject: redacted, bodyText: redacted, voidReason: null },
  MessageAttachment: { name: redacted },
  Call: { summary: redacted },
  Lien: { lienholderContactId: null, handlerContactId: null, claimReference: null, medicalBillIds: null },
};

interface Extent {
  organizationId: string;
  parts: ReadonlySet<string>;
  showsPrivileged: boolean;
  /** Whether it has the content of messages and calls. */
  showsContent: boolean;
}

const withContent: ReadonlySet<keyof Tables> = new Set(["Conversation", "Message", "MessageAttachment", "Call"]);

/**
 * Whether content of the row `t0` is withheld; null for tables without such rows. Private events of the calendar are in
 * no file.
 */
export function isWithheld(
  { organizationId, parts, showsPrivileged, showsContent }: Extent,
  table: keyof Tables,
): RawBuilder<boolean> | null {
  if (withheld[table] === undefined) return null;
  // What another firm released of its client.
  if (table === "Referral") return parts.has("clients") ? null : sql<boolean>`true`;
  // Who is paid for treatment is medical.
  if (table === "Lien") return parts.has("medical") ? null : sql<boolean>`true`;
  if (table === "TrustDisbursement") return parts.has("medical") ? null : sql<boolean>`t0."payeeType" = 'lienholder'`;
  if (withContent.has(table)) return showsContent ? null : sql<boolean>`true`;
  if (table.startsWith("Calendar")) return parts.has("medical") ? null : isOfMedicalEvent(organizationId, table);
  return showsPrivileged ? null : isOfPrivilegedNote(organizationId, table);
}

function isOfMedicalEvent(organizationId: string, table: keyof Tables): RawBuilder<boolean> {
  const isMedical = (alias: string) => sql<boolean>`${sql.ref(`${alias}.type`)} IN ('ime', 'medical_appointment')`;
  if (table === "CalendarEvent") return isMedical("t0");
  return sql<boolean>`EXISTS (SELECT FROM "CalendarEvent" e WHERE e."organizationId" = ${organizationId} AND e.id = t0."eventId" AND ${isMedical("e")})`;
}

/** Whether the row `t0` is of a privileged note, or a wording that was privileged. */
function isOfPrivilegedNote(organizationId: string, table: keyof Tables): RawBuilder<boolean> {
  const own = sql<boolean>`t0.visibility = 'privileged'`;
  if (table === "Note") return own;
  const ofNote = sql<boolean>`EXISTS (SELECT FROM "Note" n WHERE n."organizationId" = ${organizationId} AND n.id = t0."noteId" AND n.visibility = 'privileged')`;
  return table === "NoteRevision" ? sql<boolean>`(${own} OR ${ofNote})` : ofNote;
}

/** The row without what is withheld; null if all of it is. */
export function withholdContent(table: keyof Tables, row: TableRow): TableRow | null {
  const columns = withheld[table] ?? {};
  return Object.keys(columns).length === 0 ? null : { ...row, ...columns };
}
