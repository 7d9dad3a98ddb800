import { Readable } from "node:stream";
import { byteOrderMark, csvCell, csvLine } from "../../../contract/values/csv.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import { reasonColumn, type MappedColumn } from "../mapping/domain.columns.ts";
import type { RowFault } from "../mapping/domain.record.ts";
import type { Table } from "../reading/domain.table.ts";
import type { ImportRecord } from "../store.ts";
import type { ImportTools } from "./domain.tools.ts";
import { listRejected, type ReportFile } from "./store.ts";

/** Rejected rows that are read at a time. */
const page = 1_000;

/**
 * Stores the file of the rejected rows: the columns of the import's file and why each was rejected. Mended, it can be
 * imported as it is.
 *
 * @returns null if no row was rejected
 */
export async function storeReport(tools: ImportTools, row: ImportRecord, table: Table): Promise<ReportFile | null> {
  if (row.rejected === 0) return null;
  const { organizationId } = row;
  const { files } = tools;
  const file = await files.take(Readable.from(writeReport(tools, row, table), { objectMode: false }));
  try {
    const objectId = await files.name(organizationId);
    await files.storage
      .put(objectKey(organizationId, objectId), file.read(), file.sizeBytes)
      .catch(async (error: unknown) => {
        await files.drop(organizationId, objectId);
        throw error;
      });
    return { objectId, sizeBytes: file.sizeBytes, sha256: file.sha256 };
  } finally {
    await file.drop();
  }
}

async function* writeReport(tools: ImportTools, row: ImportRecord, table: Table): AsyncGenerator<Buffer> {
  const all = row.columns as MappedColumn[];
  const columns = all.filter(({ name }) => name !== reasonColumn);
  const header = [...columns.map(({ name }) => name), reasonColumn];
  yield Buffer.from(`${byteOrderMark}${csvLine(header.map(csvCell))}`);
  const rejected = readRejected(tools, row);
  let next = await rejected.next();
  for await (const { number, cells } of table.readRows()) {
    if (next.done === true) return;
    if (number !== next.value.number) continue;
    const values = [
      ...columns.map(({ index }) => cells[index] ?? ""),
      describeFaults(next.value.faults),
      // What stands beyond the names of the columns is why such a row was rejected.
      ...cells.slice(all.length),
    ];
    yield Buffer.from(csvLine(values.map(csvCell)));
    next = await rejected.next();
  }
}

async function* readRejected(
  { database }: ImportTools,
  { organizationId, id }: ImportRecord,
): AsyncGenerator<{ number: number; faults: RowFault[] }> {
  for (let after = 0; ;) {
    const rows = await database.withTenantReads(organizationId, (transaction) =>
      listRejected({ organizationId, transaction }, id, after, page),
    );
    yield* rows;
    after = rows.at(-1)?.number ?? 0;
    if (rows.length < page) return;
  }
}

const describeFaults = (faults: readonly RowFault[]): string =>
  faults.map(({ column, message }) => (column === null ? message : `${column}: ${message}`)).join("; ");
