import type { Readable } from "node:stream";
import { visibleEntities } from "../../../contract/events/event-types.ts";
import { exportParts, type ArchivePart, type ExportPart } from "../../../contract/export-parts.ts";
import type { Scope } from "../../../contract/scopes.ts";
import { createPaths } from "../../../platform/file-formats/archive-paths.ts";
import { textBytes, writeArchive, type ArchiveEntry } from "../../../platform/file-formats/archive.ts";
import { extensionOf } from "../../../platform/storage/content-type.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { writeLines } from "../../../platform/file-formats/table.ts";
import type { TableRow } from "../../../platform/file-formats/table-values.ts";
import type { Context } from "../../../rpc/context.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { describeEvent } from "../../events/domain.redaction.ts";
import { countRows, inPerCent, type Progress } from "./domain.progress.ts";
import { assertContained, listAllowed } from "./domain.scopes.ts";
import type { Contents, ExportWork } from "./domain.work.ts";
import type { ExportRequest } from "../schema.ts";
import { countEvents, readEvents } from "./store.events.ts";
import { listTables, measureArchive, readFiles, readTable, type DocumentFile, type Extent } from "./store.ts";

type ArchiveRequest = Extract<ExportRequest, { format: "zip" }>;

interface Archive {
  work: ExportWork;
  extent: Extent;
  /** The scopes whose data the file may contain. */
  allowed: ReadonlySet<Scope>;
  done: Progress;
  /** Checksums, and documents whose bytes are missing in storage, that are not written yet. */
  checksums: object[];
}

const allParts = Object.keys(exportParts) as ExportPart[];

/**
 * A ZIP archive of a case or of the organization: JSON lines and, if requested, document files.
 *
 * @throws as openContents
 */
export async function openArchive(work: ExportWork, request: ArchiveRequest): Promise<Contents> {
  const {
    context,
    snapshot,
    export: { createdAt },
  } = work;
  const caseId = request.type === "case_file" ? request.caseId : null;
  const chosen = request.include ?? allParts;
  assertContained(work, [
    ...chosen.map((part) => exportParts[part]),
    ...(caseId === null ? ["org:manage" as const] : []),
  ]);
  if (caseId !== null) await getLiveCase(context, caseId);
  const parts = new Set<ArchivePart>(caseId === null ? [...chosen, "organization"] : chosen);
  const tables = new Map(work.archivedTables.map((declared) => [declared.table, declared]));
  const allowed = listAllowed(work);
  const extent = {
    organizationId: context.organizationId,
    caseId,
    parts,
    tables,
    showsPrivileged: allowed.has("notes:privileged"),
    showsContent: allowed.has("communications:content"),
  };
  const hasFiles = request.files && parts.has("documents");
  const archive: Archive = { work, extent, allowed, done: { rows: 0, bytes: 0 }, checksums: [] };
  const expected = await measureArchive(snapshot, extent, hasFiles);
  if (parts.has("activity")) expected.rows += await countEvents(snapshot, extent, visibleEntities(archive.allowed));
  return {
    progress: () => inPerCent(archive.done, expected),
    countRows: () => archive.done.rows,
    bytes: writeArchive(listEntries(archive, request, hasFiles), createdAt),
  };
}

const pathOf = (part: ArchivePart, file: string) => `${part}/${file}.ndjson`;
const eventsFile = pathOf("activity", "events");

/** Maximum lines per checksum file, since they are held in memory. */
const maxChecksums = 1_000;

async function* listEntries(
  archive: Archive,
  request: ArchiveRequest,
  hasFiles: boolean,
): AsyncGenerator<ArchiveEntry> {
  let number = 0;
  const flush = (): ArchiveEntry => {
    const lines = archive.checksums.splice(0);
    number += 1;
    return {
      path: `checksums/${String(number).padStart(6, "0")}.ndjson`,
      open: () => textBytes(lines.map((line) => `${JSON.stringify(line)}\n`).join("")),
    };
  };
  for await (const entry of listContents(archive, request, hasFiles)) {
    yield entry;
    if (archive.checksums.length >= maxChecksums) yield flush();
  }
  if (archive.checksums.length > 0) yield flush();
}

async function* listContents(
  archive: Archive,
  request: ArchiveRequest,
  hasFiles: boolean,
): AsyncGenerator<ArchiveEntry> {
  const { work, extent } = archive;
  const tables = listTables(extent).map((table) => ({ table, path: pathOf(table.part, table.file) }));
  const paths = [...tables.map(({ path }) => path), ...(extent.parts.has("activity") ? [eventsFile] : [])];
  yield { path: "manifest.json", open: () => textBytes(describeArchive(archive, request, hasFiles, paths)) };
  for (const { table, path } of tables) yield linesEntry(archive, path, readTable(work.snapshot, extent, table));
  if (extent.parts.has("activity")) yield linesEntry(archive, eventsFile, readActivity(archive));
  if (hasFiles) yield* listFiles(archive);
}

function describeArchive(
  { work, extent }: Archive,
  { type }: ArchiveRequest,
  hasFiles: boolean,
  files: readonly string[],
): string {
  const {
    organization,
    export: { id: exportId, createdAt },
  } = work;
  const parts = [...extent.parts]
    .toSorted()
    .map((part) => ({ part, files: files.filter((path) => path.startsWith(`${part}/`)) }));
  const manifest = {
    organization,
    exportId,
    type,
    ...(extent.caseId !== null && { caseId: extent.caseId }),
    createdAt,
    parts,
    documents: hasFiles ? "files/" : null,
    checksums: "checksums/",
    leftOut: listLeftOut(extent),
    note: "Each .ndjson file has one record per line, as the API returns it. The files in checksums/ list rows, bytes and SHA-256 of each file, and the documents whose files are missing (isMissing).",
  };
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

function listLeftOut({ caseId, parts, showsPrivileged, showsContent }: Extent): string[] {
  const isShielded = parts.has("notes") && !showsPrivileged;
  const privileged =
    "The content of privileged notes, of their wordings and comments, their tags and attachments; it requires notes:privileged.";
  const events = `Private events of the calendar; meeting links${parts.has("medical") ? "" : "; the content of medical events, which requires the part medical"}.`;
  const always = [
    "Deleted records and their related records.",
    "Social security numbers and secrets.",
    ...(isShielded ? [privileged] : []),
    ...(parts.has("communications") && !showsContent
      ? ["Subjects, texts and summaries of messages and calls; they require communications:content."]
      : []),
    ...(parts.has("calendar") ? [events] : []),
  ];
  if (caseId === null)
    return [
      ...always,
      "Private and team reports with their settings and schedules; they belong to their owners.",
      "Webhook subscriptions; read them with webhooks:read.",
    ];
  const isLeadLess = !parts.has("leads") && (parts.has("documents") || parts.has("intake") || parts.has("notes"));
  return [
    ...always,
    ...(isLeadLess
      ? ["Documents, intake answers and notes that stayed with the case's lead; they are in the part leads."]
      : []),
  ];
}

function linesEntry({ done, checksums }: Archive, path: string, rows: AsyncIterable<TableRow[]>): ArchiveEntry {
  const before = done.rows;
  return {
    path,
    open: () => writeLines(countRows(rows, done)),
    onWritten: (written) => checksums.push({ path, rows: done.rows - before, ...written }),
  };
}

/** Events, redacted by the scopes of the file. */
async function* readActivity({ work, extent, allowed }: Archive): AsyncGenerator<TableRow[], void> {
  const { context, snapshot } = work;
  const reader: Context = { ...context, principal: { ...context.principal, scopes: allowed } };
  for await (const events of readEvents(snapshot, extent, visibleEntities(allowed))) {
    // A cursor is a position in the feed and means nothing in a file.
    yield events.map((row) => ({ ...describeEvent(reader, "", row).toJSON(), cursor: undefined }));
  }
}

async function* listFiles(archive: Archive): AsyncGenerator<ArchiveEntry> {
  const { work, extent } = archive;
  const name = createPaths();
  for await (const files of readFiles(work.snapshot, extent)) {
    for (const file of files) {
      const folders = ["files", ...(extent.caseId === null || file.isOfLead ? [file.owner] : []), ...file.folders];
      yield fileEntry(
        archive,
        file,
        name({ folders, name: file.name, extension: extensionOf(file.fileName), id: file.id }),
      );
    }
  }
}

function fileEntry({ work, extent, done, checksums }: Archive, file: DocumentFile, path: string): ArchiveEntry {
  const key = objectKey(extent.organizationId, file.objectId);
  const open = async (): Promise<Readable | null> => {
    try {
      return await work.storage.read(key);
    } catch (error) {
      if ((await work.storage.sizeOf(key)) !== null) throw error;
      checksums.push({ documentId: file.id, fileName: file.fileName, isMissing: true });
      return null;
    }
  };
  return {
    path,
    open,
    canReopen: true,
    onWritten: ({ sizeBytes, sha256 }) => {
      done.bytes += sizeBytes;
      checksums.push({
        path,
        documentId: file.id,
        sizeBytes,
        sha256,
        ...(sha256 !== file.sha256 && { isDamaged: true }),
      });
    },
  };
}
