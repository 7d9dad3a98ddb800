import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { writeXlsxStream } from "hucre/xlsx";
import { expect, test } from "vitest";
import { textBytes, writeArchive } from "../../../platform/file-formats/archive.ts";
import { openTable, type TableRow } from "./domain.table.ts";

const readAll = async (bytes: Uint8Array): Promise<TableRow[]> => {
  const rows: TableRow[] = [];
  for await (const row of (await openTable("org_1", bytes)).readRows()) rows.push(row);
  return rows;
};
const cellsOf = async (text: string, encoding: BufferEncoding = "utf8") =>
  (await readAll(Buffer.from(text, encoding))).map(({ cells }) => cells);

test.each([
  ["commas", "a,b\n1,2\n"],
  ["semicolons, as where the comma is the decimal sign", "a;b\r\n1;2\r\n"],
  ["tabs", "a\tb\n1\t2"],
  ["bars", "a|b\n1|2"],
  ["a declared separator", "sep=;\r\na;b\r\n1;2"],
  ["blank lines and blanks at the ends", "\n a , b\n,\n1,2 \n\n"],
])("reads %s", async (_, text) => {
  expect(await cellsOf(text)).toEqual([
    ["a", "b"],
    ["1", "2"],
  ]);
});

test("reads quoted separators, line ends and quotes, and counts rows as a spreadsheet does", async () => {
  const rows = await readAll(
    Buffer.from('Name,Note\r\n"Marsh, Elena","She said ""no"".\r\nThen left."\r\n\r\nAli,x\r\n'),
  );
  expect(rows).toEqual([
    { number: 1, cells: ["Name", "Note"] },
    { number: 2, cells: ["Marsh, Elena", 'She said "no".\nThen left.'] },
    { number: 4, cells: ["Ali", "x"] },
  ]);
});

test.each([
  ["UTF-8 with its mark", Buffer.from("\uFEFFName\nJosé\n")],
  ["UTF-8", Buffer.from("Name\nJosé\n")],
  ["Windows-1252", Buffer.from("Name\nJosé\n", "latin1")],
  ["UTF-16", Buffer.from("\uFEFFName\nJosé\n", "utf16le")],
])("reads %s", async (_, bytes) => {
  expect((await readAll(bytes)).map(({ cells }) => cells)).toEqual([["Name"], ["José"]]);
});

test("takes the apostrophe away that keeps spreadsheets from reading a formula, and no other one", async () => {
  expect(await cellsOf("a,b,c\n'=1+1,'tis,'-5\n")).toEqual([
    ["a", "b", "c"],
    ["=1+1", "'tis", "-5"],
  ]);
});

test("reads a workbook's first sheet: days, times, numbers, and rows where they stand", async () => {
  const rows = [
    ["Name", "Born", "Seen", "Amount", "Open"],
    ["Elena", new Date("1988-04-17T00:00:00Z"), new Date("2026-03-14T15:09:26Z"), 1234.5, true],
    [null, null, null, null, null],
    ["=2+2", null, null, 0.1 + 0.2, false],
    ["02134", null, null, 5_125_550_182, null],
  ];
  const stream = writeXlsxStream(rows, {
    name: "Rows",
    columns: [{}, { style: { numFmt: "yyyy-mm-dd" } }, { style: { numFmt: "yyyy-mm-dd hh:mm:ss" } }, {}, {}],
  });
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(await readAll(bytes)).toEqual([
    { number: 1, cells: rows[0] },
    { number: 2, cells: ["Elena", "1988-04-17", "2026-03-14T15:09:26", "1234.5", "true"] },
    { number: 4, cells: ["=2+2", "", "", "0.3", "false"] },
    { number: 5, cells: ["02134", "", "", "5125550182"] },
  ]);
});

// SheetJS 0.20 writes days so with `cellDates`: findings/typed-dates-of-one-workbook-library-in-another.sh.
test("reads days and times that a workbook has as text of ISO 8601", async () => {
  const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const rows = ["1985-03-15T00:00:00.000Z", "1985-03-15", "2026-01-31T10:30:00"];
  const cells = rows.map(
    (text, index) => `<row r="${index + 1}"><c r="A${index + 1}" s="1" t="d"><v>${text}</v></c></row>`,
  );
  const parts = {
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${relationships}"><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relationships}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${spreadsheet}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${spreadsheet}"><sheetData>${cells.join("")}</sheetData></worksheet>`,
  };
  const entries = Object.entries(parts).map(([path, text]) => ({ path, open: () => textBytes(text) }));
  const bytes = new Uint8Array(await buffer(writeArchive(Readable.from(entries), "2026-11-30T00:00:00Z")));
  expect((await readAll(bytes)).flatMap(({ cells: read }) => read)).toEqual([
    "1985-03-15",
    "1985-03-15",
    "2026-01-31T10:30:00",
  ]);
});

test.each([
  ["open_quote", Buffer.from('a,b\n"1,2\n')],
  ["too_wide", Buffer.from(`${",".repeat(600)}\n`)],
  ["not_a_table", Buffer.from("%PDF-1.7\n")],
  ["not_a_table", Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
  ["not_a_table", Buffer.from("a\0b,c\n")],
])("refuses a file that is no table: %s", async (reason, bytes) => {
  await expect(readAll(bytes)).rejects.toMatchObject({ reason });
});
