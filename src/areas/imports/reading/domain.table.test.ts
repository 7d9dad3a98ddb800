import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { writeOds } from "hucre/ods";
import { writeXlsx, writeXlsxStream } from "hucre/xlsx";
import { expect, test } from "vitest";
import { textBytes, writeArchive } from "../../../platform/file-formats/archive.ts";
import { notCalculated } from "./domain.csv.ts";
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

test("is not misled by a comma in each name", async () => {
  const rows = await cellsOf(`Client ID;Name\n${"C-1;Marsh, Elena\n".repeat(30)}`);
  expect(rows.slice(0, 2)).toEqual([
    ["Client ID", "Name"],
    ["C-1", "Marsh, Elena"],
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
  ["Mac OS Roman", Buffer.from([...Buffer.from("Name\rJos"), 0x8e, 0x0d])],
  ["UTF-16", Buffer.from("\uFEFFName\nJosé\n", "utf16le")],
  ["UTF-16 without its mark", Buffer.from("Name\nJosé\n", "utf16le")],
  ["UTF-16 of the other byte order without its mark", Buffer.from("Name\nJosé\n", "utf16le").swap16()],
  ["the end of a DOS program's file", Buffer.from("Name\r\nJosé\r\n\u001A")],
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

test("takes signs of Windows behind a letter for what they are, beside names in its encoding", async () => {
  const name = "O\x92Brien, Jos\xE9 \x96 Mu\xF1oz\x85";
  const rows = await readAll(Buffer.from(`Name|Born\n${name}|1988\n`, "latin1"));
  expect(rows[1]?.cells).toEqual(["O’Brien, José – Muñoz…", "1988"]);
});

/** Written by xlwt 1.3.0: a text, a day, and a day with a time. */
const excel97 = gunzipSync(
  Buffer.from(
    [
      "H4sIAAAAAAACA+1YTUhUURT+7pt/ccaZaQw0GAYhKzPEIohAx9SSgZzMFv0Q1JgPEp0xZmaRLkozl0FQm6KNYEEtrDb9UIvatQgM",
      "WwRBMFPQolaCUYTO69zz3uSMGThQRvK+4Z57fu4998w9995333s17ctM3K/OYgmaYUFOc8FeoBNUXHnBC7JrmmTztZOKZuK/gstJ",
      "ibTb8MT90iFzKPOdhYJ71udEgfdUjuMMooMJNbSKaOUYYkLG0ERU4AZpPKjiqPxMTzFdx/Qut3zKtIU1l5g2UduMOIbpcLRul7GK",
      "jyg1bPNA+n3Ifd6yphGVeCFX8fnLQm9rw55kX2xgrRiC1nJMgjLdoSbUpJTduCk3bmdDe8NRQtDqxy24FxWh07vj8QwCtDIm8UUL",
      "AXP5I+BZyNSvrl6A9N+K9Y7f6J2U2OX0LsrvUv0VxQqMQDvJO20cFThrlRYH2gb61EQ6NY8IH+9O/RGga0ORduL3x1LpUDQWVy1A",
      "+4FW6ndIVRMktG1rtAHR77PqMEvbSepWh9RUmXTC54636Nxx834sJ9pLEUjex7vSS8PO356d6ezpCp9gzQgHoj+RNsrYoWFU9qDO",
      "HrZYmEpLHffYyvQCe93AfDXTAO0Mqmu7Kg1m3xi3ucjWWhpnB+N1eFMBv5n48c8HHwXHP4S3ED/VkR0OTL0JT6CGpqeX+svfGOpF",
      "vbh+TeJxOF8L4/R6x7Tql5PMqXiN2DXjsVuBBZQx62OqS3J2xE9JMeZKlywkWQxfYhlfgn1ZjfaCfVF2cE6RkkIRfvoqYKG5JEpx",
      "XY3c2Tk3+rFF+lN4tGJ/CvuzG/70zMm0Nit+PJBGOpMXUQYTJkyYMGHChAkT/wqCb3P6fVneB23GXdxhfNdZoJIzP5OsWXRjkH5p",
      "eh/ciwTVSQyVtH7WwybyvsQK++S/F0ocptGT6EcPx9Ff8vqldylR+H9W3NH757ZQqePnSonzL4//A+p0NOcAFgAA",
    ].join(""),
    "base64",
  ),
);

test("reads a workbook of Excel before 2007", async () => {
  expect((await openTable("org_1", excel97)).format).toBe("xls");
  expect((await readAll(excel97)).map(({ cells }) => cells)).toEqual([
    ["Client ID", "Last Name", "DOB", "Seen"],
    ["C-1", "Núñez", "1988-04-17", "2026-03-14T15:09:26"],
    ["C-2", "Reyes"],
  ]);
});

test("reads a workbook of LibreOffice", async () => {
  const rows = [
    ["Name", "Born"],
    ["line\nbreak", new Date("1988-04-17T00:00:00Z")],
  ];
  const bytes = await writeOds({ sheets: [{ name: "Rows", rows }] });
  expect((await openTable("org_1", bytes)).format).toBe("ods");
  expect((await readAll(bytes)).map(({ cells }) => cells)).toEqual([
    ["Name", "Born"],
    ["line\nbreak", "1988-04-17"],
  ]);
});

test("reads the first sheet that has a table and is shown, without cells that have a border alone", async () => {
  const border = { style: { font: { bold: true } } };
  const bytes = await writeXlsx({
    sheets: [
      {
        name: "Choices",
        hidden: true,
        rows: [
          ["Status", "Code"],
          ["Open", "O"],
        ],
      },
      { name: "Title", rows: [["Clients of Marsh & Cole LLP"], ["November 30, 2026"]] },
      {
        name: "Clients",
        rows: [
          ["Client ID", "Last Name"],
          ["C-1", "Marsh"],
        ],
        cells: new Map([
          ["0,16383", border],
          ["1048575,0", border],
        ]),
      },
    ],
  });
  expect(await readAll(bytes)).toEqual([
    { number: 1, cells: ["Client ID", "Last Name"] },
    { number: 2, cells: ["C-1", "Marsh"] },
  ]);
});

test("fills text that is merged with the cell above, and neither amounts nor rows that have nothing of their own", async () => {
  const sheet = {
    name: "Expenses",
    rows: [
      ["Case Number", "Cost", null],
      [null, "Date", "Amount"],
      ["M-1", "2026-01-05", 120],
      [null, "2026-01-06", null],
      [null, null, null],
      ["M-2", "2026-01-07", 40],
    ],
    merges: [
      { startRow: 0, startCol: 0, endRow: 1, endCol: 0 },
      { startRow: 0, startCol: 1, endRow: 0, endCol: 2 },
      { startRow: 2, startCol: 0, endRow: 4, endCol: 0 },
      { startRow: 2, startCol: 2, endRow: 3, endCol: 2 },
    ],
  };
  for (const bytes of [await writeXlsx({ sheets: [sheet] }), await writeOds({ sheets: [sheet] })]) {
    expect((await readAll(bytes)).map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, "Case Number", "Cost"],
      [2, "Case Number", "Date", "Amount"],
      [3, "M-1", "2026-01-05", "120"],
      [4, "M-1", "2026-01-06"],
      [6, "M-2", "2026-01-07", "40"],
    ]);
  }
});

test("reads a list of one column, where no sheet has more", async () => {
  const bytes = await writeXlsx({ sheets: [{ name: "Rows", rows: [["Last Name"], ["Marsh"]] }] });
  expect((await readAll(bytes)).map(({ cells }) => cells)).toEqual([["Last Name"], ["Marsh"]]);
});

test("says of a formula that no program calculated that it has no result, and reads times and the day 0", async () => {
  const formulas: [string, { formula: string; formulaResult?: number | string }][] = [
    ["1,0", { formula: '"C-"&1' }],
    ["1,1", { formula: "1+1", formulaResult: 2 }],
    ["1,2", { formula: 'IF(1=1,"","x")', formulaResult: "" }],
  ];
  const day0 = new Date("1899-12-31T00:00:00Z");
  const rows = [
    ["a", "b", "c", "Day", "Time"],
    [null, null, null, day0, new Date("1899-12-31T14:30:00Z")],
  ];
  const bytes = await writeXlsx({ sheets: [{ name: "Rows", rows, cells: new Map(formulas) }] });
  expect((await readAll(bytes))[1]?.cells).toEqual([notCalculated, "2", "", "1/0/1900", "14:30:00"]);
});

test("says of a workbook with a password that it has one", async () => {
  const rows = [["Name"], ["Marsh"]];
  const bytes = await writeXlsx({ sheets: [{ name: "Rows", rows }], encryption: { password: "x", spinCount: 1_000 } });
  await expect(readAll(bytes)).rejects.toMatchObject({ reason: "password" });
  // Of the older format the record behind the first says so.
  const older = Buffer.from(excel97);
  const begin = older.indexOf(Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]));
  older.writeUInt16LE(0x2f, begin + 20);
  await expect(readAll(older)).rejects.toMatchObject({ reason: "password" });
});

test.each([
  ["open_quote", Buffer.from('a,b\n"1,2\n')],
  ["open_quote", Buffer.from('a,b\n"1,2\n3,4\n"5",6\n')],
  ["too_wide", Buffer.from(`${",".repeat(600)}\n`)],
  ["not_a_table", Buffer.from("%PDF-1.7\n")],
  ["not_a_table", Buffer.from("<html><table><tr><td>Name</td></tr></table></html>")],
  ["not_a_table", Buffer.from('\uFEFF<?xml version="1.0"?><Workbook/>')],
  ["not_a_table", Buffer.from('[{"Name": "Marsh"}]')],
  ["not_a_table", Buffer.from("{\\rtf1 Name}")],
  ["not_a_table", Buffer.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3])],
  ["not_a_table", Buffer.from("a\0b,c\n")],
])("refuses a file that is no table: %s", async (reason, bytes) => {
  await expect(readAll(bytes)).rejects.toMatchObject({ reason });
});
