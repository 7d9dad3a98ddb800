import { valuesOf } from "../../contract/enumeration.ts";
import type { InstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { defineEncryptedColumn } from "../../platform/jobs/encrypted-columns.ts";
import type { Context } from "../../rpc/context.ts";
import { getImportRecord, type Operations } from "./domain.ts";
import { checkCall, describeMissingOwner } from "./mapping/domain.check.ts";
import type { MappedColumn } from "./mapping/domain.columns.ts";
import { importFields, type ImportKind } from "./mapping/domain.fields.ts";
import { describeCreation, readRecord, type DefaultValue, type Mapping } from "./mapping/domain.record.ts";
import type { TableRow } from "./reading/domain.table.ts";
import { previewRows, type ImportPreview } from "./schema.ts";
import { findSample, type ImportRecord } from "./store.ts";

/** How many values of a column a preview shows. */
const samplesShown = 3;

/** Characters of the rows that a preview shows at most, beyond the first row: a request reads them at once. */
const maxSampleLength = 1_000_000;

/** The first rows that a preview shows: of long rows fewer. */
export function chooseSample(rows: readonly TableRow[]): readonly TableRow[] {
  let length = 0;
  return rows.slice(0, previewRows).filter(({ cells }, place) => {
    length += cells.reduce((sum, cell) => sum + cell.length, 0);
    return place === 0 || length <= maxSampleLength;
  });
}

/** Binds the encrypted rows to their import. */
const describePlace = (organizationId: string, importId: string) => `import sample ${organizationId} ${importId}`;

/** The first rows of files, until these are deleted. */
export const importSampleColumn = defineEncryptedColumn<Pick<ImportRecord, "organizationId" | "id">>({
  table: "Import",
  column: "sample",
  key: ["id"],
  listing: "list_import_samples_to_reencrypt",
  describePlace: ({ organizationId, id }) => describePlace(organizationId, id),
});

/** The first rows of a file, encrypted for its import: they are stored, and a firm's clients are in them. */
export function encryptSample(
  keys: InstallationKeys,
  { organizationId, id }: Pick<ImportRecord, "organizationId" | "id">,
  rows: readonly TableRow[],
): Buffer {
  return keys.encrypt(describePlace(organizationId, id), JSON.stringify(rows));
}

/** How an import's rows become records, as it is mapped now. */
export async function readMapping(context: Context, row: ImportRecord): Promise<Mapping> {
  return {
    kind: row.kind as ImportKind,
    columns: row.columns as MappedColumn[],
    defaults: row.defaults as DefaultValue[],
    hasSeparators: row.format === "csv",
    dateOrder: row.dateOrder as Mapping["dateOrder"],
    timezone: await readTimezone(context),
  };
}

/**
 * What each column fills, and the first rows as the records that they would become, with the faults of their input.
 * Whether what they name exists is only checked by a check of all rows.
 *
 * @throws NOT_FOUND
 */
export async function previewImport(
  context: Context,
  operations: Operations,
  importId: string,
): Promise<ImportPreview> {
  const row = await getImportRecord(context, importId);
  if (row.kind === null) return { fields: [], columns: [], rows: [] };
  const mapping = await readMapping(context, row);
  const sample = await findSample(context, importId);
  const text =
    sample === null ? null : context.installationKeys.decrypt(describePlace(row.organizationId, importId), sample);
  const rows = text === null ? [] : (JSON.parse(text) as TableRow[]);
  return {
    fields: importFields[mapping.kind].map(({ name, label, choices }) => ({
      name,
      label,
      choices: choices === undefined ? [] : valuesOf(choices),
    })),
    columns: mapping.columns.map((column) => ({
      ...column,
      samples: rows
        .map(({ cells }) => cells[column.index] ?? "")
        .filter((cell) => cell !== "")
        .slice(0, samplesShown)
        .map((cell) => (column.field === "ssn" ? maskSsn(cell) : cell.slice(0, 200))),
    })),
    rows: rows.map(({ number, cells }) => previewRow(operations, mapping, number, cells)),
  };
}

function previewRow(
  operations: Operations,
  mapping: Mapping,
  number: number,
  cells: readonly string[],
): ImportPreview["rows"][number] {
  const record = readRecord(mapping, cells);
  const call = describeCreation(mapping.kind, record);
  if (call === null)
    return { number, operation: null, body: {}, faults: [...record.faults, describeMissingOwner(mapping.kind)] };
  const checked = checkCall(operations(), mapping, call);
  const unread = new Set(record.faults.map(({ column }) => column));
  // A value that cannot be read is missing in the input: that is one fault, not two.
  const ofInput = "faults" in checked ? checked.faults.filter(({ column }) => !unread.has(column)) : [];
  const { ssn, ...body } = call.body;
  return {
    number,
    operation: call.operation,
    body: { ...call.pathValues, ...body, ...(typeof ssn === "string" && { ssn: maskSsn(ssn) }) },
    faults: [...record.faults, ...ofInput],
  };
}

const maskSsn = (text: string) => `***-**-${text.replaceAll(/\D/gu, "").slice(-4)}`;
