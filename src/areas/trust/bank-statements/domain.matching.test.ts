import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchDays, matchLines, normalizeCheckNumber } from "./domain.matching.ts";

type Movement = Parameters<typeof matchLines>[0][number];

const movement = (id: string, amountCents: number, on: string, more: Partial<Movement> = {}): Movement => ({
  id,
  amountCents,
  on,
  checkNumber: null,
  reference: null,
  ...more,
});

const pairs = (lines: Movement[], transactions: Movement[]) =>
  matchLines(lines, transactions).map(({ lineId, transactionId, method }) => `${lineId} ${transactionId} ${method}`);

describe("a line of the bank matches", () => {
  test("the check of its number and amount, whenever it was written", () => {
    const line = movement("l1", -779_365, "2026-11-30", { checkNumber: "0001042" });
    const check = movement("t1", -779_365, "2026-05-04", { checkNumber: "1042" });
    const other = movement("t2", -779_365, "2026-11-29", { checkNumber: "1043" });
    expect(pairs([line], [check, other])).toEqual(["l1 t1 check_number"]);
  });

  test("the transaction of its reference and amount", () => {
    const line = movement("l1", 10_000_000, "2026-11-30", { reference: "FED-77 " });
    expect(pairs([line], [movement("t1", 10_000_000, "2026-10-02", { reference: "fed-77" })])).toEqual([
      "l1 t1 reference",
    ]);
  });

  test.each([
    ["3 days before it", "2026-11-13", true],
    ["4 days before it", "2026-11-14", false],
    ["10 days after it", "2026-10-31", true],
    ["11 days after it", "2026-10-30", false],
  ])("the only transaction of its amount, posted %s", (_words, occurredOn, isMatch) => {
    const found = pairs([movement("l1", 500, "2026-11-10")], [movement("t1", 500, occurredOn)]);
    expect(found).toEqual(isMatch ? ["l1 t1 amount_date"] : []);
  });

  test("across the turn of a year and a leap day", () => {
    expect(pairs([movement("l1", 500, "2027-01-05")], [movement("t1", 500, "2026-12-27")])).toHaveLength(1);
    expect(pairs([movement("l1", 500, "2028-03-07")], [movement("t1", 500, "2028-02-26")])).toHaveLength(1);
    expect(pairs([movement("l1", 500, "2028-03-08")], [movement("t1", 500, "2028-02-26")])).toHaveLength(0);
  });
});

describe("nothing matches", () => {
  test("of another amount, or another sign", () => {
    expect(pairs([movement("l1", 500, "2026-11-10")], [movement("t1", -500, "2026-11-10")])).toEqual([]);
    expect(pairs([movement("l1", 500, "2026-11-10")], [movement("t1", 501, "2026-11-10")])).toEqual([]);
  });

  test("of several candidates of a line, or several lines of a candidate", () => {
    const [one, other] = [movement("t1", 500, "2026-11-10"), movement("t2", 500, "2026-11-12")];
    expect(pairs([movement("l1", 500, "2026-11-12")], [one, other])).toEqual([]);
    const lines = [movement("l1", 500, "2026-11-12"), movement("l2", 500, "2026-11-13")];
    expect(pairs(lines, [one])).toEqual([]);
  });

  test("a line that has one candidate where another line could be its match, too", () => {
    // l1 could be t1 alone; t1 could be l1 or l2.
    const lines = [movement("l1", 500, "2026-11-01"), movement("l2", 500, "2026-11-10")];
    const transactions = [movement("t1", 500, "2026-11-02"), movement("t2", 500, "2026-11-09")];
    expect(pairs(lines, transactions)).toEqual([]);
  });

  test("of another check number", () => {
    const line = movement("l1", -500, "2026-11-10", { checkNumber: "1042", reference: "R" });
    expect(pairs([line], [movement("t1", -500, "2026-11-10", { checkNumber: "1043", reference: "R" })])).toEqual([]);
  });

  test("by two checks of one number and amount", () => {
    const check = { checkNumber: "7" };
    const lines = [movement("l1", -500, "2026-11-10", check), movement("l2", -500, "2026-11-11", check)];
    expect(pairs(lines, [movement("t1", -500, "2026-11-10", check)])).toEqual([]);
  });
});

test("a match by number makes what is left unique", () => {
  const lines = [movement("l1", -500, "2026-11-10", { checkNumber: "7" }), movement("l2", -500, "2026-11-10")];
  const transactions = [movement("t1", -500, "2026-11-10", { checkNumber: "7" }), movement("t2", -500, "2026-11-10")];
  expect(pairs(lines, transactions)).toEqual(["l1 t1 check_number", "l2 t2 amount_date"]);
});

test("leading zeros of a check number do not count; those of check 0 do", () => {
  expect(["0001042", " 1042", "00", "A-01"].map(normalizeCheckNumber)).toEqual(["1042", "1042", "0", "a-01"]);
});

/** The page's sentences, word by word: quadratic. */
function matchSlowly(lines: readonly Movement[], transactions: readonly Movement[]): string[] {
  const days = (on: string) => Date.parse(on) / 86_400_000;
  const passes: ((line: Movement, transaction: Movement) => boolean)[] = [
    (line, transaction) => line.checkNumber !== null && line.checkNumber === transaction.checkNumber,
    (line, transaction) => line.reference !== null && line.reference === transaction.reference,
    (line, transaction) => {
      const later = days(line.on) - days(transaction.on);
      const areChecks = line.checkNumber !== null && transaction.checkNumber !== null;
      return !areChecks && later >= -matchDays.before && later <= matchDays.after;
    },
  ];
  const found: string[] = [];
  let left = { lines, transactions };
  for (const [pass, isCandidate] of passes.entries()) {
    const candidates = (line: Movement) =>
      left.transactions.filter((each) => each.amountCents === line.amountCents && isCandidate(line, each));
    const rivals = (transaction: Movement) =>
      left.lines.filter((each) => each.amountCents === transaction.amountCents && isCandidate(each, transaction));
    const contradict = (line: Movement, other: Movement) =>
      line.checkNumber !== null && other.checkNumber !== null && line.checkNumber !== other.checkNumber;
    const matched = left.lines.flatMap((line) => {
      const [only, ...others] = candidates(line);
      if (only === undefined || others.length > 0 || rivals(only).length > 1 || contradict(line, only)) return [];
      return [{ line, only }];
    });
    found.push(...matched.map(({ line, only }) => `${line.id} ${only.id} ${pass}`));
    left = {
      lines: left.lines.filter((line) => !matched.some((match) => match.line === line)),
      transactions: left.transactions.filter((each) => !matched.some((match) => match.only === each)),
    };
  }
  return found.toSorted();
}

const methods = ["check_number", "reference", "amount_date"];
const movements = (prefix: string) =>
  fc
    .array(
      fc.record({
        amountCents: fc.constantFrom(-500, 500, 700),
        on: fc
          .integer({ min: 0, max: 30 })
          .map((day) => new Date(Date.UTC(2027, 1, 14 + day)).toISOString().slice(0, 10)),
        checkNumber: fc.constantFrom(null, null, "1", "2"),
        reference: fc.constantFrom(null, null, "a", "b"),
      }),
      { maxLength: 12 },
    )
    .map((all) => all.map((each, place) => ({ ...each, id: `${prefix}${place}` })));

test("finds what the rules find when each line is compared with each transaction", () => {
  fc.assert(
    fc.property(movements("l"), movements("t"), (lines, transactions) => {
      const quickly = matchLines(lines, transactions);
      expect(
        quickly
          .map(({ lineId, transactionId, method }) => `${lineId} ${transactionId} ${methods.indexOf(method)}`)
          .toSorted(),
      ).toEqual(matchSlowly(lines, transactions));
    }),
    { numRuns: 2_000 },
  );
});
