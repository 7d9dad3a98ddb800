import { boundWork, TooCostlyError } from "../../../platform/bounded-work/bounded-work.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import { findSeparator, readCsvRows, type Separator } from "./domain.csv.ts";
import { decodeText } from "./domain.text.ts";
import { FileUnreadable } from "./domain.unreadable.ts";
import type { WorkbookFormat, WorkbookInput, WorkbookOutput } from "./domain.workbook.ts";

/** The rows of data that a file may have. */
export const maxRows = 200_000;
/** How many rows may stand above the names of the columns: a title, the day of the export. */
export const maxRowsAbove = 10;
/** How much of a file is looked at to find its separator. Characters. */
const headLength = 65_536;

/** A workbook of 100,000 rows and 20 columns took 6 s of a thread. */
const readWorkbookInThread = boundWork<WorkbookInput, WorkbookOutput>(
  new URL("./domain.workbook-thread.ts", import.meta.url),
  { threads: 1, processorMilliseconds: 120_000, waitMilliseconds: 600_000, memoryBytes: 1_536 * 1_048_576 },
);

export interface TableRow {
  /** As a spreadsheet counts it, from 1. */
  number: number;
  /** Without blanks at the ends. */
  cells: string[];
}

export interface Table {
  format: "csv" | WorkbookFormat;
  /** All rows that are not blank, in their order, in turns of the event loop. Each call begins anew. */
  readRows(): AsyncGenerator<TableRow>;
}

const beginsWith = (bytes: Uint8Array, begin: readonly number[]) => begin.every((byte, place) => bytes[place] === byte);

/** What begins a workbook: zip, and the container of Excel before 2007 and of workbooks with a password. */
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** What begins a file that is neither text nor a workbook: PDF, pictures. */
const otherFiles = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];

/**
 * What begins text that is no table: HTML, which some programs export as `.xls`, XML, RTF and JSON. Read as CSV it
 * would be rows of markup.
 */
const markup = /^\s*(?:<[!?/a-z]|\{\\rtf|[[{]\s*["[{])/iu;

/**
 * Opens a file as a table: CSV in any usual encoding, with commas, semicolons, tabs or bars; or the first sheet with a
 * table of a workbook.
 *
 * @throws FileUnreadable; the rows throw it, too
 */
export async function openTable(organizationId: string, bytes: Uint8Array): Promise<Table> {
  if (workbooks.some((begin) => beginsWith(bytes, begin))) {
    const { format, csv } = await convertWorkbook(organizationId, bytes);
    return createTable(format, await decodeText(csv), ",");
  }
  if (otherFiles.some((begin) => beginsWith(bytes, begin))) throw new FileUnreadable("not_a_table");
  const text = await decodeText(bytes);
  const head = text.slice(0, headLength);
  if (head.includes("\0") || markup.test(head)) throw new FileUnreadable("not_a_table");
  return createTable("csv", text, findSeparator(head));
}

/** @throws FileUnreadable */
async function convertWorkbook(
  organizationId: string,
  bytes: Uint8Array,
): Promise<{ format: WorkbookFormat; csv: Uint8Array }> {
  try {
    const output = await readWorkbookInThread(organizationId, { bytes, maxRows: maxRows + maxRowsAbove + 1 });
    if ("csv" in output) return output;
    throw new FileUnreadable(output.fault);
  } catch (error) {
    throw error instanceof TooCostlyError ? new FileUnreadable("too_costly") : error;
  }
}

function createTable(format: Table["format"], text: string, separator: Separator): Table {
  return {
    format,
    async *readRows() {
      const turn = createTurn();
      let number = 0;
      let filled = 0;
      for (const read of readCsvRows(text, separator)) {
        number += 1;
        const cells = read.map(cleanCell);
        if (cells.some((cell) => cell !== "")) {
          filled += 1;
          if (filled > maxRows + maxRowsAbove + 1) throw new FileUnreadable("too_many_rows");
          yield { number, cells };
        }
        const pause = turn.end();
        if (pause !== undefined) await pause;
      }
    },
  };
}

/** What a spreadsheet would take for a formula has an apostrophe before it in files that this product writes. */
const escapedFormula = /^'(?=\s*[=+\-@＝＋－＠]|[\t\r\n])/u;

/** What ends files of DOS programs. */
const endOfFile = "\u001A";

/** A cell without blanks at its ends, without a formula's apostrophe, and without characters that no record holds. */
function cleanCell(cell: string): string {
  return cell
    .replace(escapedFormula, "")
    .replaceAll("\0", "")
    .replaceAll(endOfFile, "")
    .replaceAll(/\r\n?/gu, "\n")
    .toWellFormed()
    .trim();
}
