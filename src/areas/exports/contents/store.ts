import { sql } from "kysely";
import type { CompiledQuery, RawBuilder } from "kysely";
import type { Snapshot } from "../../../platform/database/row-stream.ts";
import type { TableRow } from "../../../platform/file-formats/table-values.ts";
import { archivedTables, hiddenColumns } from "./store.tables.ts";
import type { ArchivedTable, ArchivePart, OwnerTable } from "./store.tables.ts";

/** Which records an archive holds. */
export interface Extent {
  organizationId: string;
  /** null: all of the organization. */
  caseId: string | null;
  parts: ReadonlySet<ArchivePart>;
}

/** Tables whose records can be deleted and taken back: in an archive those are that the API lists. */
const deletable: ReadonlySet<string> = new Set([
  "Case", "Tag", "CaseParty", "InsurancePolicy", "Client", "Contact", "Lead", "Folder", "Document", "Invoice", "IntakeAnswer", "MedicalFacility",
  "MedicalTreatment", "MedicalBill", "MedicalRecord", "Report", "ReportSchedule",
]);

const ownersOf = new Map(archivedTables.map(({ table, owners }) => [table as string, owners ?? {}]));

/**
 * What a row of a table must meet: to be of the organization and of the case, not deleted, and of no record that is.
 * @param depth tells the aliases of nested tables apart: `t0` is the outermost
 */
function isInside(extent: Extent, table: string, depth = 0): RawBuilder<boolean> {
  const alias = `t${depth}`;
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const conditions: RawBuilder<unknown>[] = [sql`${column(table === "Organization" ? "id" : "organizationId")} = ${extent.organizationId}`];
  if (deletable.has(table)) conditions.push(sql`${column("deletedAt")} IS NULL`);
  const withLeads = extent.caseId !== null && extent.parts.has("leads") && ofLeads.has(table);
  conditions.push(...listSpecial(extent, table, alias), ...(withLeads ? [isOfCaseOrLead(extent, table, depth)] : []));
  const owners = withLeads ? [] : Object.entries(ownersOf.get(table) ?? {});
  for (const [index, [name, owner]] of owners.entries()) {
    // The first leads to the case; of what else it names only that it is there.
    const ofTheCase = index === 0 && extent.caseId !== null;
    conditions.push(ofTheCase ? sql`${column(name)} IN (${selectIds(extent, owner, depth + 1)})` : isOfNoneThatIsGone(extent, column(name), owner, depth));
  }
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

function listSpecial(extent: Extent, table: string, alias: string): RawBuilder<unknown>[] {
  const special = extent.caseId === null ? undefined : ofCase[table]?.(extent.caseId, alias, extent);
  return [special, ofEverybody[table]?.(alias, extent)].filter((each) => each !== undefined);
}

/**
 * Whether the record that a column names, if any, is in the archive of the organization too. Asked for what is gone, row by row through its
 * primary key: a list of those that are there is searched from its beginning for every row as soon as it is too large to be hashed.
 */
function isOfNoneThatIsGone(extent: Extent, name: RawBuilder<unknown>, owner: OwnerTable, depth: number): RawBuilder<boolean> {
  const alias = `t${depth + 1}`;
  return sql<boolean>`NOT EXISTS (
    SELECT FROM ${sql.table(owner)} AS ${sql.ref(alias)} WHERE ${sql.ref(`${alias}.organizationId`)} = ${extent.organizationId} AND ${sql.ref(`${alias}.id`)} = ${name}
      AND (${isInside({ ...extent, caseId: null }, owner, depth + 1)}) IS NOT TRUE)`;
}

function selectIds(extent: Extent, owner: OwnerTable, depth: number): RawBuilder<unknown> {
  const alias = `t${depth}`;
  return sql`SELECT ${sql.ref(`${alias}.id`)} FROM ${sql.table(owner)} AS ${sql.ref(alias)} WHERE ${isInside(extent, owner, depth)}`;
}

/** What is of a case or of a lead, and need not have been handed over when the lead became the case. */
const ofLeads: ReadonlySet<string> = new Set(["Document", "IntakeAnswer"]);

/** Whether a row is the case's, or none's and its lead's. Arrays, and no subqueries: they are made once and let an index find either. */
function isOfCaseOrLead(extent: Extent, table: string, depth: number): RawBuilder<boolean> {
  const caseId = sql.ref(`t${depth}.caseId`);
  const leadId = sql.ref(`t${depth}.leadId`);
  const leads = sql`ARRAY(${selectIds(extent, "Lead", depth + 1)})`;
  const live = isOfNoneThatIsGone(extent, leadId, "Lead", depth);
  return sql`(${caseId} = ANY (ARRAY(${selectIds(extent, "Case", depth + 1)})) AND ${live} OR ${caseId} IS NULL AND ${leadId} = ANY (${leads}))`;
}

/** Which rows are not their owner's alone: whoever fetches an archive need not be the one who owns a report. */
const isEverybodys = (reportId: RawBuilder<unknown>, { organizationId }: Extent) =>
  sql`${reportId} NOT IN (SELECT r.id FROM "Report" r WHERE r."organizationId" = ${organizationId} AND r.visibility IN ('private', 'team'))`;
const ofEverybody: Readonly<Record<string, ((alias: string, extent: Extent) => RawBuilder<unknown>) | undefined>> = {
  Report: (alias, extent) => isEverybodys(sql.ref(`${alias}.id`), extent),
  ReportSetting: (alias, extent) => isEverybodys(sql.ref(`${alias}.reportId`), extent),
  ReportSchedule: (alias, extent) => isEverybodys(sql.ref(`${alias}.reportId`), extent),
};

type OfCase = (caseId: string, alias: string, extent: Extent) => RawBuilder<unknown>;

/** Which rows are a case's, of tables that have no column for it. */
const ofCase: Readonly<Record<string, OfCase | undefined>> = {
  Case: (caseId, alias) => sql`${sql.ref(`${alias}.id`)} = ${caseId}`,
  Client: (caseId, alias) =>
    sql`${sql.ref(`${alias}.id`)} = (SELECT c."plaintiffId" FROM "Case" c WHERE c."organizationId" = ${sql.ref(`${alias}.organizationId`)} AND c.id = ${caseId})`,
  Lead: (caseId, alias) =>
    sql`(${sql.ref(`${alias}.convertedCaseId`)} = ${caseId} OR ${sql.ref(`${alias}.id`)} = (SELECT c."leadId" FROM "Case" c WHERE c."organizationId" = ${sql.ref(`${alias}.organizationId`)} AND c.id = ${caseId}))`,
  Tag: (caseId, alias) =>
    sql`${sql.ref(`${alias}.id`)} IN (SELECT k."tagId" FROM "CaseTag" k WHERE k."organizationId" = ${sql.ref(`${alias}.organizationId`)} AND k."caseId" = ${caseId})`,
  CustomFieldDefinition: (_, alias) => sql`${sql.ref(`${alias}.entity`)} = 'case'`,
  Contact: (caseId, alias, extent) => sql`${sql.ref(`${alias}.id`)} IN (${listContacts(caseId, extent)})`,
};

/** Whom the records of a case name; who treats the client, and who is asked for records, is medical. */
function listContacts(caseId: string, { organizationId, parts }: Extent): RawBuilder<unknown> {
  const of = (table: string, ...columns: string[]) =>
    columns.map((column) => {
      const live = deletable.has(table) ? sql` AND x."deletedAt" IS NULL` : sql``;
      return sql`SELECT ${sql.ref(`x.${column}`)} FROM ${sql.table(table)} AS x WHERE x."organizationId" = ${organizationId} AND x."caseId" = ${caseId}${live}`;
    });
  const ofClient = ["employerContactId", "guardianContactId", "representativeContactId"].map(
    (column) => sql`SELECT ${sql.ref(`x.${column}`)} FROM "Client" x JOIN "Case" c ON c."organizationId" = x."organizationId" AND c."plaintiffId" = x.id
      WHERE c."organizationId" = ${organizationId} AND c.id = ${caseId}`,
  );
  const medical = [...of("MedicalFacility", "contactId"), ...of("MedicalTreatment", "providerContactId"), ...of("RetrievalRequest", "vendorId")];
  const all = [
    ...of("CaseParty", "contactId", "representedByContactId"),
    ...of("InsurancePolicy", "carrierContactId", "adjusterContactId", "thirdPartyAdminContactId"),
    ...(parts.has("clients") ? ofClient : []),
    ...(parts.has("medical") ? medical : []),
  ];
  return sql.join(all, sql` UNION `);
}

/** The tables that an archive of this extent holds. */
export function listTables({ caseId, parts }: Extent): ArchivedTable[] {
  return archivedTables.filter(({ part, isOfOrganization }) => parts.has(part) && (caseId === null || isOfOrganization !== true));
}

type Reading = Pick<Snapshot, "transaction" | "read">;

function compile<Row>({ transaction }: Pick<Snapshot, "transaction">, query: RawBuilder<Row>): CompiledQuery<Row> {
  return query.compile(transaction);
}

/** The rows of a table, sorted by its primary key, without what no answer shows. */
export async function* readTable(snapshot: Reading, extent: Extent, { table, order }: ArchivedTable): AsyncGenerator<TableRow[], void> {
  const query = sql<TableRow>`SELECT t0.* FROM ${sql.table(table)} AS t0 WHERE ${isInside(extent, table)} ORDER BY ${sql.join(order.map((column) => sql.ref(`t0.${column}`)))}`;
  for await (const rows of snapshot.read(compile(snapshot, query))) yield rows.map(showRow);
}

function showRow(row: TableRow): TableRow {
  const shown = Object.entries(row).filter(([column]) => !hiddenColumns.has(column));
  // The one column of decimals: pg leaves them text, the wire has a number.
  return Object.fromEntries(shown.map(([column, value]) => [column, column === "quantity" ? Number(value) : value]));
}

/** A document whose file is there to be read. */
export interface DocumentFile {
  id: string;
  name: string;
  fileName: string;
  objectId: string;
  sizeBytes: number;
  sha256: string;
  isCompressed: boolean;
  /** The case's or lead's human number. */
  owner: string;
  /** Whether it is not a case's. */
  isOfLead: boolean;
  /** Its folders' names, from the case down. */
  folders: string[];
}

/** Types whose bytes do not get smaller. */
const compressedTypes = "^(image/(jpeg|png|gif|webp|heic|heif)|video/|audio/(mpeg|mp4|aac|ogg)|application/(zip|gzip|x-7z-compressed|vnd\\.openxmlformats|vnd\\.oasis|epub))";

/** The documents of the extent that have a file, as it is now, by case and id. */
export function readFiles(snapshot: Reading, extent: Extent): AsyncGenerator<DocumentFile[], void> {
  const query = sql<DocumentFile>`
    SELECT t0.id, t0.name, v."fileName", v."objectId", v."sizeBytes", v.sha256, v."contentType" ~ ${compressedTypes} AS "isCompressed",
      coalesce(c."sequenceId", l."sequenceId") AS owner, t0."caseId" IS NULL AS "isOfLead",
      coalesce((
        WITH RECURSIVE up AS (
          SELECT f."parentFolderId", f.name, f.depth FROM "Folder" f WHERE f."organizationId" = t0."organizationId" AND f.id = t0."folderId"
          UNION ALL
          SELECT f."parentFolderId", f.name, f.depth FROM up JOIN "Folder" f ON f."organizationId" = t0."organizationId" AND f.id = up."parentFolderId")
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

/** How many rows and bytes of files an archive will hold, without events. */
export async function measureArchive({ transaction }: Reading, extent: Extent, withFiles: boolean): Promise<{ rows: number; bytes: number }> {
  const counts = listTables(extent).map(({ table }) => sql`(SELECT count(*) FROM ${sql.table(table)} AS t0 WHERE ${isInside(extent, table)})`);
  const { rows } = await sql<{ rows: number; bytes: number }>`
    SELECT (${counts.length === 0 ? sql`0` : sql.join(counts, sql` + `)})::bigint AS rows,
      (${withFiles ? sql`SELECT coalesce(sum(v."sizeBytes"), 0) ${fromFiles(extent)}` : sql`0`})::bigint AS bytes`.execute(transaction);
  return rows[0] ?? { rows: 0, bytes: 0 };
}
