import { text, buffer } from "node:stream/consumers";
import fc from "fast-check";
import { parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { naughtyStrings } from "../../testing/hostile/naughty-strings.ts";
import { arbitraryText } from "../../testing/harness/arbitrary-text.ts";
import { readArchive } from "../../testing/harness/read-archive.ts";
import { assertRoom, writeTable } from "./table.ts";
import { FileTooLarge, dollars, type TableColumn, type TableRow } from "./table-values.ts";

/** A column of each type. */
const columns: readonly TableColumn[] = [
  { key: "text", label: "Text", type: "text" },
  { key: "integer", label: "Integer", type: "integer" },
  { key: "number", label: "Number", type: "number" },
  { key: "money", label: "Money", type: "money" },
  { key: "boolean", label: "Boolean", type: "boolean" },
  { key: "date", label: "Date", type: "date" },
  { key: "instant", label: "Instant", type: "instant" },
];
const [textColumn] = columns as [TableColumn];
const [dayColumn, instantColumn] = columns.slice(5) as [TableColumn, TableColumn];

async function* inBatches(...batches: (readonly TableRow[])[]) {
  yield* batches;
}

/** A byte order mark is shown by one test. */
const plain = { hasByteOrderMark: false };

const write = (format: "csv" | "xlsx" | "ndjson", rows: readonly TableRow[], of = columns) =>
  buffer(writeTable(format, of, inBatches(rows.slice(0, 2), [], rows.slice(2)), plain));

/** Text as PostgreSQL can hold it, with a leaning to what spreadsheets take for formulas. */
const hostile = fc
  .oneof(
    arbitraryText({ maxLength: 40 }),
    fc.constantFrom(...naughtyStrings),
    fc
      .tuple(
        fc.constantFrom(
          "=",
          "+",
          "-",
          "@",
          "\t=",
          "\r",
          "\n",
          " =",
          "＝",
          "＋",
          "－",
          "＠",
          "'=",
          "\ufeff=",
          "|",
          '"',
          ",",
        ),
        fc.string({ maxLength: 10 }),
      )
      .map((parts) => parts.join("")),
    fc.constantFrom(
      "_x0041_",
      "_x005F_x0041_",
      "a\r\nb",
      '=HYPERLINK("http://x")',
      "https://example.com/",
      "]]>",
      "&#0;",
      "\u0001\u000b\u001f\ufffe\uffff",
    ),
  )
  .map((each) => each.toWellFormed().replaceAll("\u0000", ""));
const rowOf = fc.record({
  text: fc.option(hostile, { nil: null }),
  integer: fc.option(fc.integer(), { nil: null }),
  number: fc.option(
    fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
    { nil: null },
  ),
  money: fc.option(fc.maxSafeInteger(), { nil: null }),
  boolean: fc.option(fc.boolean(), { nil: null }),
  date: fc.option(
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    { nil: null },
  ),
  instant: fc.option(
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("9999-12-30"), noInvalidDate: true })
      .map((at) => at.toISOString()),
    { nil: null },
  ),
});

/** What a spreadsheet takes for a formula, stated in another way than the writer does. */
const formulaSigns = "=+-@＝＋－＠";
const isFormula = (cell: string) =>
  (cell.trim() !== "" && formulaSigns.includes(cell.trimStart().slice(0, 1))) ||
  "\t\r\n".includes(cell.slice(0, 1) || "x");

describe("CSV", () => {
  test("begins with a byte order mark where it is for Excel", async () => {
    const file = await buffer(writeTable("csv", [textColumn], inBatches([{ text: "é" }]), { hasByteOrderMark: true }));
    expect(file.toString()).toBe("\uFEFFText\r\né\r\n");
  });

  test("follows RFC 4180: labels, quotes, CRLF, amounts in dollars, empty for null", async () => {
    const row = {
      text: 'He said "a, b"\nand left',
      integer: -3,
      number: 1.5,
      money: -123_405,
      boolean: false,
      date: "2026-03-14",
      instant: "2026-03-14T09:00:00.000Z",
    };
    expect(String(await write("csv", [row, { text: null, money: 7 }]))).toBe(
      'Text,Integer,Number,Money (USD),Boolean,Date,Instant\r\n"He said ""a, b""\nand left",-3,1.5,-1234.05,false,2026-03-14,2026-03-14T09:00:00.000Z\r\n,,,0.07,,,\r\n',
    );
  });

  test("a single empty cell is still a line", async () => {
    expect(String(await write("csv", [{ text: null }, { text: "a" }, { text: "" }], [textColumn]))).toBe(
      'Text\r\n""\r\na\r\n""\r\n',
    );
  });

  test("escapes labels as well", async () => {
    expect(String(await write("csv", [], [{ ...textColumn, label: "=1+1" }]))).toBe("'=1+1\r\n");
  });

  test("never starts a cell with a formula character, and values can be read back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { maxLength: 5 }), async (rows) => {
        const read = parseCsv(String(await write("csv", rows)), { skipBom: false, delimiter: "," }).slice(
          1,
        ) as string[][];
        expect(read).toHaveLength(rows.length);
        for (const [index, row] of rows.entries()) {
          const [first = "", integer, number, money, boolean, date, instant] = read[index] ?? [];
          expect(isFormula(first)).toBe(false);
          // The apostrophe is there exactly where it must be.
          expect(first).toBe(isFormula(row.text ?? "") ? `'${row.text ?? ""}` : (row.text ?? ""));
          expect([integer, number, boolean, date, instant]).toEqual(
            [row.integer, row.number, row.boolean, row.date, row.instant].map((each) => String(each ?? "")),
          );
          expect(money).toBe(row.money === null ? "" : dollars(row.money));
        }
      }),
      { numRuns: 300 },
    );
  });
});

test("dollars are exact for every whole number of cents", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (cents) => {
      expect(BigInt(dollars(cents).replace(".", ""))).toBe(BigInt(cents));
      expect(dollars(cents)).toMatch(/^-?\d+\.\d\d$/);
    }),
  );
});

describe("JSON lines", () => {
  test("has one line per row with members in the order of the columns, in their API form", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { maxLength: 5 }), async (rows) => {
        const lines = (
          await text(writeTable("ndjson", columns, inBatches(rows.map((row) => ({ ...row, other: "secret" }))), plain))
        ).split("\n");
        expect(lines.pop()).toBe("");
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows);
        for (const line of lines)
          expect(Object.keys(JSON.parse(line) as object)).toEqual(columns.map(({ key }) => key));
      }),
      { numRuns: 100 },
    );
  });
});

/**
 * Cells of a sheet as the XML has them, by reference: what stands in `<is><t>` or `<v>`. Fails on whatever else there
 * may be.
 */
function readCells(xml: string): Map<string, { type: string; style: string; content: string }> {
  const body = /<sheetData>(.*)<\/sheetData>/su.exec(xml)?.[1] ?? "";
  const cells = new Map<string, { type: string; style: string; content: string }>();
  const cell =
    /<c r="([A-Z]+\d+)"(?: t="(\w+)")?(?: s="(\d+)")?(?:\/>|>(?:<is>(?:<t(?: xml:space="preserve")?>([^<]*)<\/t>|<t\/>)<\/is>|<v>([^<]*)<\/v>)<\/c>)/gu;
  const rest = body.replace(cell, "");
  for (const [, reference = "", type = "n", style = "0", shown, value] of body.matchAll(cell))
    cells.set(reference, { type, style, content: shown ?? value ?? "" });
  expect(rest.replace(/<row r="\d+">|<\/row>|<row r="\d+"\/>/gu, "")).toBe("");
  return cells;
}

/** What a workbook can say of text. */
const asShown = (given: string) => given.replace(/\r\n?/g, "\n").replace(/[^\t\n -\uFFFD]/g, "\uFFFD");

/** Excel's days have a part of a day. */
const isWithinMillisecond = (expected: Date) => (read: unknown) =>
  read instanceof Date && Math.abs(read.getTime() - expected.getTime()) <= 1;

/**
 * What a row's cells after the text are, read by hucre: days before March 1900 are text, and instants are cut to the
 * second.
 */
function asCells({ integer, number, money, boolean, date, instant }: TableRow): unknown[] {
  const asDate = (given: unknown) => {
    if (typeof given !== "string") return null;
    return given < "1900-03-01" ? given : new Date(Math.floor(Date.parse(given) / 1_000) * 1_000);
  };
  const near = (at: Date | string | null) => (at instanceof Date ? { asymmetricMatch: isWithinMillisecond(at) } : at);
  return [
    integer,
    number,
    typeof money === "number" ? money / 100 : null,
    boolean,
    asDate(date),
    near(asDate(instant)),
  ];
}

describe("workbooks", () => {
  test("have a frozen bold header, and text, numbers and dates in their own cell types and formats", async () => {
    const row = {
      text: "=1+1",
      integer: -3,
      number: 1.5,
      money: -123_405,
      boolean: true,
      date: "2026-03-14",
      instant: "2026-03-14T09:00:00.000Z",
    };
    const parts = await readArchive(await write("xlsx", [row]));
    const sheet = String(parts.get("xl/worksheets/sheet1.xml"));
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"');
    const cells = readCells(sheet);
    expect(cells.get("A2")).toEqual({ type: "inlineStr", style: "0", content: "=1+1" });
    expect(cells.get("B2")).toEqual({ type: "n", style: "0", content: "-3" });
    expect(cells.get("D2")?.content).toBe("-1234.05");
    expect(cells.get("E2")).toEqual({ type: "b", style: "0", content: "1" });
    // 2026-03-14 is 46095 days after the last of December 1899.
    expect(cells.get("F2")?.content).toBe("46095");
    expect(cells.get("G2")?.content).toBe("46095.375");
    const styles = String(parts.get("xl/styles.xml"));
    const formats = [...styles.matchAll(/formatCode="([^"]*)"/gu)].map(([, code]) => code);
    expect(formats).toEqual(expect.arrayContaining(["yyyy-mm-dd", "yyyy-mm-dd hh:mm:ss"]));
    // Every cell of the header has one style, which no other cell has; its font is bold.
    const header = new Set(["A1", "B1", "C1", "D1", "E1", "F1", "G1"].map((reference) => cells.get(reference)?.style));
    expect([...header]).toHaveLength(1);
    expect(["A2", "B2", "C2", "D2", "E2", "F2", "G2"].map((reference) => cells.get(reference)?.style)).not.toContain(
      [...header][0],
    );
    const fonts = [...(/<fonts[^>]*>(.*)<\/fonts>/su.exec(styles)?.[1] ?? "").matchAll(/<font>.*?<\/font>/gsu)].map(
      ([font]) => font,
    );
    const xfs = [...(/<cellXfs[^>]*>(.*)<\/cellXfs>/su.exec(styles)?.[1] ?? "").matchAll(/<xf [^>]*>/gu)].map(
      ([xf]) => xf,
    );
    const fontOf = (style: string | undefined) => fonts[Number(/fontId="(\d+)"/u.exec(xfs[Number(style)] ?? "")?.[1])];
    expect(fontOf([...header][0])).toContain("<b/>");
    expect(fontOf(cells.get("A2")?.style)).not.toContain("<b/>");
    for (const xml of parts.values()) expect(String(xml)).not.toMatch(/<f[ >]|<hyperlink|externalLink/u);
  });

  test("contain no formula for any values, and two libraries read the values back", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 5 }), async (rows) => {
        const file = await write("xlsx", rows);
        const cells = readCells(String((await readArchive(file)).get("xl/worksheets/sheet1.xml")));
        const read = (await readXlsx(file)).sheets[0]?.rows.slice(1) ?? [];
        for (const [index, row] of rows.entries()) {
          const [first, ...others] = read[index] ?? [];
          expect(row.text === null ? "inlineStr" : cells.get(`A${index + 2}`)?.type).toBe("inlineStr");
          expect(first ?? "").toBe(asShown(row.text ?? ""));
          expect(others.map((each) => each ?? null)).toEqual(asCells(row));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("truncate text beyond Excel's limit, never within a character", async () => {
    const long = `${"a".repeat(32_765)}👍 and on`;
    const read = async (given: string) =>
      (await readXlsx(await write("xlsx", [{ text: given }], [textColumn]))).sheets[0]?.rows[1]?.[0];
    expect(await read(long)).toBe(`${"a".repeat(32_765)}…`);
    expect(await read("b".repeat(32_767))).toBe("b".repeat(32_767));
    expect(await read("b".repeat(32_768))).toBe(`${"b".repeat(32_766)}…`);
  });

  test("write days before March 1900 as text, which programs count differently", async () => {
    const days = ["1899-12-31", "1900-01-01", "1900-02-28", "1900-03-01"];
    const file = await write(
      "xlsx",
      days.map((date) => ({ date, instant: `${date}T00:00:00.000Z` })),
      [dayColumn, instantColumn],
    );
    const read = (await readXlsx(file)).sheets[0]?.rows.slice(1);
    const asText = days.slice(0, 3).map((date) => [date, `${date}T00:00:00.000Z`]);
    expect(read).toEqual([...asText, [new Date("1900-03-01"), new Date("1900-03-01")]]);
  });

  test("cut instants to the second: the last of a day is not the next day", async () => {
    const file = await write("xlsx", [{ instant: "2026-03-14T23:59:59.999Z" }], [instantColumn]);
    const cell = readCells(String((await readArchive(file)).get("xl/worksheets/sheet1.xml"))).get("A2");
    const seconds = Math.round((Number(cell?.content) - 46_095) * 86_400);
    expect(seconds).toBe(86_399);
    expect((Number(cell?.content) - 46_095) * 86_400).toBeCloseTo(86_399, 3);
  });

  test("end a text's lines with LF alone", async () => {
    const file = await write("xlsx", [{ text: "one\r\ntwo\rthree\nfour" }], [textColumn]);
    const sheet = String((await readArchive(file)).get("xl/worksheets/sheet1.xml"));
    expect(sheet).not.toMatch(/_x000D_|\r|&#x?0*(?:13|d);/i);
    expect((await readXlsx(file)).sheets[0]?.rows[1]?.[0]).toBe("one\ntwo\nthree\nfour");
  });

  test("write labels as text, and truncate them the same way", async () => {
    const read = (await readXlsx(await write("xlsx", [], [{ ...textColumn, label: "=1+1" }]))).sheets[0]?.rows;
    expect(read?.[0]?.[0]).toBe("=1+1");
  });

  test("reject more rows than a sheet can have", async () => {
    async function* many() {
      const batch = Array.from({ length: 1_024 }, (): TableRow => ({ text: null }));
      for (let count = 0; count < 1_024; count += 1) yield batch;
    }
    await expect(buffer(writeTable("xlsx", [textColumn], many(), plain))).rejects.toThrow(FileTooLarge);
  });

  test("check the number of rows beforehand: 1,048,575 in a sheet, unlimited in other formats", () => {
    expect(() => assertRoom("xlsx", 1_048_576)).toThrow(FileTooLarge);
    for (const [format, rows] of [
      ["xlsx", 1_048_575],
      ["csv", 2e9],
      ["ndjson", 2e9],
    ] as const)
      expect(() => assertRoom(format, rows)).not.toThrow();
  });
});

describe.each(["csv", "xlsx", "ndjson"] as const)("%s", (format) => {
  test("the same rows give the same bytes, however they are batched", async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      text: `row ${index} ${naughtyStrings[index % naughtyStrings.length] ?? ""}`,
      money: index * 7,
      instant: "2026-03-14T09:00:00.000Z",
    }));
    const first = await buffer(writeTable(format, columns, inBatches(rows), plain));
    const second = await buffer(
      writeTable(format, columns, inBatches(rows.slice(0, 1), rows.slice(1, 2_000), rows.slice(2_000)), plain),
    );
    expect(second.equals(first)).toBe(true);
  });

  test("reads no more than is consumed, and closes its source when it is abandoned", async () => {
    let given = 0;
    let ended = false;
    async function* endless() {
      try {
        for (;;) {
          given += 1;
          yield Array.from({ length: 500 }, (_, index): TableRow => ({
            text: `${given} ${Math.sin(index * given)} ${"x".repeat(200)}`,
          }));
        }
      } finally {
        ended = true;
      }
    }
    const bytes = writeTable(format, columns, endless(), plain);
    for await (const _chunk of bytes) break;
    const atFirst = given;
    expect(atFirst).toBeLessThan(100);
    await expect.poll(() => ended).toBe(true);
    expect(given).toBeLessThan(atFirst + 100);
  });

  test("fails with the error of its rows", async () => {
    async function* broken() {
      yield [{ text: "a" }];
      throw new Error("the database is gone");
    }
    await expect(buffer(writeTable(format, columns, broken(), plain))).rejects.toThrow("the database is gone");
  });
});
