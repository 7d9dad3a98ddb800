import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import type { Snapshot } from "../../../platform/database/statements/row-stream.ts";
import type { TableRow } from "../../../platform/file-formats/table-values.ts";
import type { ArchivePart } from "../../../contract/export-parts.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import type { ArchivedTable } from "../../../rpc/archive.ts";
import { isWithheld, withholdContent } from "./store.privileged.ts";

export interface Extent {
  organizationId: string;
  /** null for the whole organization. */
  caseId: string | null;
  parts: ReadonlySet<ArchivePart>;
  /** Whether the file may have the content of privileged notes. */
  showsPrivileged: boolean;
  /** Whether it may have the content of messages and calls. */
  showsContent: boolean;
  tables: ReadonlyMap<keyof Tables, ArchivedTable>;
}

/**
 * Columns that no API response shows, in any table: normalized forms, storage object names, tokens, internal state, and
 * those that a later migration drops. `api.tables.test.ts` lists the columns of every file.
 */
export const hiddenColumns: ReadonlySet<string> = new Set([
  "nameKey",
  "partnerOrganizationId",
  "docketKey",
  "emailKey",
  "addressKey",
  "phoneE164",
  "secondaryPhoneE164",
  "boundContactId",
  "objectId",
  "userId",
  "requestedByUserId",
  "leaseToken",
  "leasedUntil",
  "noticedDays",
  "noticedFor",
  "expirySetAt",
  "isBarredOnlyInactive",
  "standingReason",
  "lastAssignedMemberId",
  "authorId",
  "openDueDay",
  "openOn",
  "virtualMeeting",
  "seriesEndAt",
  "nextStartAt",
  "nextStartOn",
  "nextStatus",
  "nextAttendeesOn",
  "nextUntil",
  "placedFromOn",
  "placedThroughOn",
  "placeAt",
  "lastUsedAt",
  "lastUsedAddress",
  "lastUsedRoute",
  "preparedByPersons",
  "templateObjectId",
  "passcodeDigest",
  "codeDigest",
  "sealedSecret",
  "textMessageId",
  "codeSentAt",
  "codeExpiresAt",
  "failedCodes",
  "input",
  "signature",
  "submissionId",
  "workId",
  "workingSince",
  "requestedByPersons",
  "decidedByPersons",
  "staleAfterDays",
  "remindedForOn",
  "overdueNoticeOn",
  "responseNoticeOn",
]);

/**
 * Rows of the organization and the case that are neither deleted nor owned by a deleted record.
 *
 * @param depth distinguishes the aliases of nested tables; `t0` is the outermost
 */
function isInside(extent: Extent, table: keyof Tables, depth = 0): RawBuilder<boolean> {
  const alias = `t${depth}`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions: RawBuilder<unknown>[] = [
    sql`${column(table === "Organization" ? "id" : "organizationId")} = ${extent.organizationId}`,
  ];
  const declared = extent.tables.get(table);
  if (declared?.isSoftDeleted === true) conditions.push(sql`${column("deletedAt")} IS NULL`);
  const withLeads = extent.caseId !== null && extent.parts.has("leads") && ofLeads.has(table);
  conditions.push(...listSpecial(extent, table, alias), ...(withLeads ? [isOfCaseOrLead(extent, table, depth)] : []));
  const owners = withLeads ? [] : Object.entries(declared?.owners ?? {});
  for (const [index, [name, owner]] of owners.entries()) {
    // The first leads to the case; the others only have to exist.
    const ofTheCase = index === 0 && extent.caseId !== null;
    conditions.push(
      ofTheCase
        ? sql`${column(name)} IN (${selectIds(extent, owner, depth + 1)})`
        : isOfNoneThatIsGone(extent, column(name), owner, depth),
    );
  }
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

function listSpecial(extent: Extent, table: string, alias: string): RawBuilder<unknown>[] {
  const special = extent.caseId === null ? undefined : ofCase[table]?.(extent.caseId, alias, extent);
  return [special, ofEverybody[table]?.(alias, extent)].filter((each) => each !== undefined);
}

/**
 * Whether the referenced record, if any, is in the organization's archive too. Checks each row for a deleted owner
 * through its primary key: a list of existing ids that is too large to hash would be scanned for every row.
 */
function isOfNoneThatIsGone(
  extent: Extent,
  name: RawBuilder<unknown>,
  owner: keyof Tables,
  depth: number,
): RawBuilder<boolean> {
  const alias = `t${depth + 1}`;
  return sql<boolean>`NOT EXISTS (
    SELECT FROM ${sql.table(owner)} AS ${sql.ref(alias)} WHERE ${sql.ref(`${alias}.organizationId`)} = ${extent.organizationId} AND ${sql.ref(`${alias}.id`)} = ${name}
      AND (${isInside({ ...extent, caseId: null }, owner, depth + 1)}) IS NOT TRUE)`;
}

function selectIds(extent: Extent, owner: keyof Tables, depth: number): RawBuilder<unknown> {
  const alias = `t${depth}`;
  return sql`SELECT ${sql.ref(`${alias}.id`)} FROM ${sql.table(owner)} AS ${sql.ref(alias)} WHERE ${isInside(extent, owner, depth)}`;
}

/** Belongs to a case or to the lead that became the case; it need not have been moved to the case. */
const ofLeads: ReadonlySet<string> = new Set(["Document", "IntakeAnswer", "Note"]);

/**
 * Rows of the case, or of its lead only. Arrays instead of subqueries: they are computed once and let an index find
 * either.
 */
function isOfCaseOrLead(extent: Extent, table: string, depth: number): RawBuilder<boolean> {
  const caseId = sql.ref(`t${depth}.caseId`);
  const leadId = sql.ref(`t${depth}.leadId`);
  const leads = sql`ARRAY(${selectIds(extent, "Lead", depth + 1)})`;
  const live = isOfNoneThatIsGone(extent, leadId, "Lead", depth);
  return sql`(${caseId} = ANY (ARRAY(${selectIds(extent, "Case", depth + 1)})) AND ${live} OR ${caseId} IS NULL AND ${leadId} = ANY (${leads}))`;
}

/** Rows visible to others than their owner: a downloader need not be the owner of a report. */
const isEverybodys = (reportId: RawBuilder<unknown>, { organizationId }: Extent) =>
  sql`${reportId} NOT IN (SELECT r.id FROM "Report" r WHERE r."organizationId" = ${organizationId} AND r.visibility IN ('private', 'team'))`;
const ofEverybody: Readonly<Record<string, ((alias: string, extent: Extent) => RawBuilder<unknown>) | undefined>> = {
  Report: (alias, extent) => isEverybodys(sql.ref(`${alias}.id`), extent),
  ReportSetting: (alias, extent) => isEverybodys(sql.ref(`${alias}.reportId`), extent),
  ReportSchedule: (alias, extent) => isEverybodys(sql.ref(`${alias}.reportId`), extent),
  // Of a private event nobody but its people knows more than the time.
  CalendarEvent: (alias) => sql`${sql.ref(`${alias}.visibility`)} = 'default'`,
};

type OfCase = (caseId: string, alias: string, extent: Extent) => RawBuilder<unknown>;

/** Rows of a case in tables without a case column. */
const ofCase: Readonly<Record<string, OfCase | undefined>> = {
  Case: (caseId, alias) => sql`${sql.ref(`${alias}.id`)} = ${caseId}`,
  Client: (caseId, alias, { organizationId }) =>
    sql`${sql.ref(`${alias}.id`)} = (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId})`,
  Lead: (caseId, alias, { organizationId }) =>
    sql`(${sql.ref(`${alias}.convertedCaseId`)} = ${caseId} OR ${sql.ref(`${alias}.id`)} = (SELECT c."leadId" FROM "Case" c WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}))`,
  Tag: (caseId, alias, { organizationId }) =>
    sql`${sql.ref(`${alias}.id`)} IN (SELECT k."tagId" FROM "CaseTag" k WHERE k."organizationId" = ${organizationId} AND k."caseId" = ${caseId})`,
  CustomFieldDefinition: (_, alias) => sql`${sql.ref(`${alias}.entity`)} = 'case'`,
  Contact: (caseId, alias, extent) => sql`${sql.ref(`${alias}.id`)} IN (${listContacts(caseId, extent)})`,
};

/** Contacts that records of the case name; treatment providers and addressees of records requests are medical. */
function listContacts(caseId: string, { organizationId, parts, tables }: Extent): RawBuilder<unknown> {
  const of = (table: keyof Tables, ...columns: string[]) =>
    columns.map((column) => {
      const live = tables.get(table)?.isSoftDeleted === true ? sql` AND x."deletedAt" IS NULL` : sql``;
      return sql`SELECT ${sql.ref(`x.${column}`)} FROM ${sql.table(table)} AS x WHERE x."organizationId" = ${organizationId} AND x."caseId" = ${caseId}${live}`;
    });
  const ofClient = ["employerContactId", "guardianContactId", "representativeContactId"].map(
    (
      column,
    ) => sql`SELECT ${sql.ref(`x.${column}`)} FROM "Client" x JOIN "Case" c ON c."organizationId" = x."organizationId" AND c."plaintiffId" = x.id
      WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`,
  );
  const medical = [
    ...of("MedicalFacility", "contactId"),
    ...of("MedicalTreatment", "providerContactId"),
    ...of("RetrievalRequest", "vendorId"),
  ];
  const ledger = of("Expense", "vendorContactId");
  const payees = sql`SELECT l."payeeContactId" FROM "SettlementStatementLine" l
    JOIN "SettlementStatement" s ON s."organizationId" = ${organizationId} AND s.id = l."statementId"
    WHERE l."organizationId" = ${organizationId} AND s."caseId" = ${caseId}`;
  const all = [
    ...of("CaseParty", "contactId", "representedByContactId"),
    ...of("InsurancePolicy", "carrierContactId", "adjusterContactId", "thirdPartyAdminContactId"),
    ...of("CourtAction", "courtContactId", "judgeContactId"),
    ...(parts.has("clients") ? ofClient : []),
    ...(parts.has("medical") ? medical : []),
    ...(parts.has("ledger") ? ledger : []),
    ...(parts.has("settlements") && parts.has("medical") ? of("Lien", "lienholderContactId", "handlerContactId") : []),
    ...(parts.has("settlements") ? [payees] : []),
  ];
  return sql.join(all, sql` UNION `);
}

/** The tables of the parts that an archive has. An archive of one case leaves out what is the organization's. */
export function listTables({ caseId, parts, tables }: Extent): ArchivedTable[] {
  return [...tables.values()].filter(
    ({ part, isOfOrganization }) => parts.has(part) && (caseId === null || isOfOrganization !== true),
  );
}

type Reading = Pick<Snapshot, "transaction" | "read">;

function compile<Row>({ transaction }: Pick<Snapshot, "transaction">, query: RawBuilder<Row>): CompiledQuery<Row> {
  return query.compile(transaction);
}

/** The rows of a table in primary key order, without internal columns. */
export async function* readTable(
  snapshot: Reading,
  extent: Extent,
  { table, order }: ArchivedTable,
): AsyncGenerator<TableRow[], void> {
  const withheld = isWithheld(extent, table);
  const flag = withheld === null ? sql`` : sql`, ${withheld} AS "isWithheld"`;
  const query = sql<TableRow>`SELECT t0.*${flag} FROM ${sql.table(table)} AS t0 WHERE ${isInside(extent, table)} ORDER BY ${sql.join(order.map((column) => sql.ref(`t0.${column}`)))}`;
  for await (const rows of snapshot.read(compile(snapshot, query))) {
    yield rows.flatMap((row) => {
      const shown = row["isWithheld"] === true ? withholdContent(table, row) : row;
      return shown === null ? [] : [showRow(shown)];
    });
  }
}

function showRow({ isWithheld: _isWithheld, ...row }: TableRow): TableRow {
  const shown = Object.entries(row).filter(([column]) => !hiddenColumns.has(column));
  // The only decimal column: pg returns text, the wire format is a number.
  return Object.fromEntries(shown.map(([column, value]) => [column, column === "quantity" ? Number(value) : value]));
}

export interface DocumentFile {
  id: string;
  name: string;
  fileName: string;
  objectId: string;
  sizeBytes: number;
  sha256: string;
  /** The number of the case or lead. */
  owner: string;
  isOfLead: boolean;
  /** Folder names, from the case down. */
  folders: string[];
}

/** The current files of the extent's documents, by case and id. */
export function readFiles(snapshot: Reading, extent: Extent): AsyncGenerator<DocumentFile[], void> {
  const query = sql<DocumentFile>`
    SELECT t0.id, t0.name, v."fileName", v."objectId", v."sizeBytes", v.sha256,
      coalesce(c."sequenceId", l."sequenceId") AS owner, t0."caseId" IS NULL AS "isOfLead",
      coalesce((
        WITH RECURSIVE up AS (
          SELECT f."parentFolderId", f.name, f.depth FROM "Folder" f WHERE f."organizationId" = ${extent.organizationId} AND f.id = t0."folderId"
          UNION ALL
          SELECT f."parentFolderId", f.name, f.depth FROM up JOIN "Folder" f ON f."organizationId" = ${extent.organizationId} AND f.id = up."parentFolderId")
        SELECT array_agg(up.name ORDER BY up.depth) FROM up), '{}') AS folders
    ${fromFiles(extent)}
    ORDER BY t0.id`;
  return snapshot.read(compile(snapshot, query));
}

function fromFiles(extent: Extent): RawBuilder<unknown> {
  return sql`FROM "Document" AS t0
    JOIN "DocumentVersion" v ON v."organizationId" = t0."organizationId" AND v."documentId" = t0.id AND v.number = t0.version
    LEFT JOIN "Case" c ON c."organizationId" = t0."organizationId" AND c.id = t0."caseId"
    LEFT JOIN "Lead" l ON l."organizationId" = t0."organizationId" AND l.id = t0."leadId"
    WHERE t0.status = 'available' AND ${isInside(extent, "Document")}`;
}

/** Estimated rows and bytes, without events. */
export async function measureArchive(
  { transaction }: Reading,
  extent: Extent,
  withFiles: boolean,
): Promise<{ rows: number; bytes: number }> {
  const counts = listTables(extent).map(
    ({ table }) => sql`(SELECT count(*) FROM ${sql.table(table)} AS t0 WHERE ${isInside(extent, table)})`,
  );
  const { rows } = await sql<{ rows: number; bytes: number }>`
    SELECT (${counts.length === 0 ? sql`0` : sql.join(counts, sql` + `)})::bigint AS rows,
      (${withFiles ? sql`SELECT coalesce(sum(v."sizeBytes"), 0) ${fromFiles(extent)}` : sql`0`})::bigint AS bytes`.execute(
    transaction,
  );
  return rows[0] ?? { rows: 0, bytes: 0 };
}
