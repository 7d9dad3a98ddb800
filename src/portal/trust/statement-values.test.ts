import { describe, expect, test } from "vitest";
import { findDifference, parseStatement, readValues, type ReadStatement } from "./statement-values.ts";

const line = (postedOn: string, amountCents: number) => ({
  postedOn,
  amountCents,
  description: "Deposit",
  checkNumber: null,
  bankReference: null,
});
const read: ReadStatement = {
  lines: [line("2026-11-20", 800_000), line("2026-11-03", -779_365)],
  openingCents: 1_275_000,
  closingCents: null,
  faults: [],
};
const values = { periodStartOn: "2026-11-01", periodEndOn: "2026-11-30", opening: "12,750.00", closing: "12956.35" };

describe("a bank statement", () => {
  test("begins with the days and balances of its file, whatever the order of its lines", () => {
    expect(readValues(read)).toEqual({
      periodStartOn: "2026-11-03",
      periodEndOn: "2026-11-20",
      opening: "12750.00",
      closing: "",
    });
    expect(readValues({ ...read, lines: [], openingCents: -150 })).toMatchObject({ periodEndOn: "", opening: "-1.50" });
  });

  test("is sent in cents", () => {
    expect(parseStatement(read.lines, values)).toEqual({
      statement: {
        periodStartOn: "2026-11-01",
        periodEndOn: "2026-11-30",
        openingCents: 1_275_000,
        closingCents: 1_295_635,
        lines: read.lines,
      },
      faults: {},
    });
    expect(parseStatement([], { ...values, opening: "−1.50", closing: "-1.50" }).statement).toMatchObject({
      openingCents: -150,
      closingCents: -150,
    });
  });

  test.each([
    [{ periodStartOn: "" }, "periodStartOn"],
    [{ periodEndOn: "" }, "periodEndOn"],
    [{ periodEndOn: "2026-10-31" }, "periodEndOn"],
    [{ opening: "" }, "openingCents"],
    [{ closing: "1.5" }, "closingCents"],
  ])("with %j has a fault at %s, and is not sent", (changed, path) => {
    const { statement, faults } = parseStatement(read.lines, { ...values, ...changed });
    expect(statement).toBeNull();
    expect(Object.keys(faults)).toEqual([path]);
  });

  test.each([
    ["12956.35", 0],
    ["12956.36", 1],
    ["", null],
  ])("that closes with %j misses its lines by %s cents", (closing, cents) => {
    expect(findDifference(read.lines, { ...values, closing })).toBe(cents);
  });
});
