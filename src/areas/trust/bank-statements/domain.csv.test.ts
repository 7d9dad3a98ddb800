import { describe, expect, test } from "vitest";
import { readBankCsv } from "./domain.csv.ts";
import { maxBankLines } from "./schema.ts";

const amountsOf = (text: string) => readBankCsv(text).lines.map(({ amountCents }) => amountCents);

describe("a bank's file", () => {
  test("with signed amounts, check numbers and a running balance, the newest first", () => {
    const text =
      "﻿Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\r\n" +
      'DEBIT,11/30/2026,"SERVICE CHARGE, MONTHLY",-15.00,FEE,20528.65,\r\n' +
      "CHECK,11/24/2026,CHECK 1041,-4217.58,CHECK_PAID,20543.65,1041\r\n" +
      'CREDIT,11/3/2026,DEPOSIT,"12,011.23",DEPOSIT,24761.23,0\r\n';
    expect(readBankCsv(text)).toEqual({
      lines: [
        {
          postedOn: "2026-11-30",
          amountCents: -1_500,
          description: "SERVICE CHARGE, MONTHLY",
          checkNumber: null,
          bankReference: null,
        },
        {
          postedOn: "2026-11-24",
          amountCents: -421_758,
          description: "CHECK 1041",
          checkNumber: "1041",
          bankReference: null,
        },
        {
          postedOn: "2026-11-03",
          amountCents: 1_201_123,
          description: "DEPOSIT",
          checkNumber: null,
          bankReference: null,
        },
      ],
      openingCents: 1_275_000,
      closingCents: 2_052_865,
      faults: [],
    });
  });

  test("with debits and credits, rows above the names of columns, semicolons and empty rows", () => {
    const text = [
      "First National Bank;;;;",
      "Account ending 4417;;;;",
      ";;;;",
      "Date;Description;Debit;Credit;Reference Number",
      "2026-11-02;Wire in;;100000.00;FED-77",
      ";;;;",
      "2026-11-20;Check;33,333.33;;",
      "2026-11-21;Check;-4217.58;0.00;",
      ";;;;",
    ].join("\n");
    expect(amountsOf(text)).toEqual([10_000_000, -3_333_333, -421_758]);
    expect(readBankCsv(text)).toMatchObject({ openingCents: null, closingCents: null, faults: [] });
    expect(readBankCsv(text).lines[0]?.bankReference).toBe("FED-77");
  });

  test.each([
    ["1", 100],
    ["0.5", 50],
    ["$1,234,567.89", 123_456_789],
    ["(12.00)", -1_200],
    ["-$12.00", -1_200],
    ["$-12.00", -1_200],
    ["12.00-", -1_200],
    ["−12.00", -1_200],
    ["+12.00", 1_200],
    ["999999999999.99", 99_999_999_999_999],
    // As a number of floating point it would be 1_000_000.
    ["10000.005", undefined],
    ["1,23.00", undefined],
    ["1.2.3", undefined],
    ["12e3", undefined],
    ["", undefined],
    ["0.00", undefined],
  ])("the amount %s is %s cents", (written, cents) => {
    expect(amountsOf(`Date,Amount\n11/30/2026,"${written}"\n`)).toEqual(cents === undefined ? [] : [cents]);
  });

  test.each([
    ["2026-11-30", "2026-11-30"],
    ["11/30/2026", "2026-11-30"],
    ["1/2/26", "2026-01-02"],
    ["02-29-2028", "2028-02-29"],
    ["11/30/2026 00:00:00", "2026-11-30"],
    ["2026-11-30T08:00:00Z", "2026-11-30"],
    ["2026/11/30", "2026-11-30"],
    ["20261130", "2026-11-30"],
    ["30-Nov-26", "2026-11-30"],
    ['"Nov 3, 2026"', "2026-11-03"],
    ["November 30 2026", "2026-11-30"],
    ["02/29/2027", undefined],
    ["30/11/2026", undefined],
    ["30.11.2026", undefined],
    ["20261131", undefined],
    ["11/30/20260", undefined],
    ["30-Nix-26", undefined],
    ["pending", undefined],
  ])("the day %s is %s", (written, on) => {
    const { lines, faults } = readBankCsv(`Date,Amount\n${written},1.00\n`);
    expect(lines.map(({ postedOn }) => postedOn)).toEqual(on === undefined ? [] : [on]);
    expect(faults).toEqual(on === undefined ? [{ row: 2, message: `“${written}” is not a date` }] : []);
  });

  test("that writes amounts without signs says in another column which of them are debits", () => {
    const file = (...rows: string[]) =>
      ["Date Posted,Type,Full Description,Amount,Account Running Balance", ...rows].join("\n");
    const unsigned = file("11/02/2026,Credit,Deposit,100.00,100.00", "11/03/2026,DEBIT,Check 12,40.00,60.00");
    expect(readBankCsv(unsigned)).toMatchObject({
      lines: [
        { amountCents: 10_000, description: "Deposit" },
        { amountCents: -4_000, description: "Check 12" },
      ],
      openingCents: 0,
      closingCents: 6_000,
    });
    // One minus is enough to know that the bank writes them.
    expect(amountsOf(file("11/02/2026,DEBIT,Returned fee,15.00,", "11/03/2026,DEBIT,Check,-40.00,"))).toEqual([
      1_500, -4_000,
    ]);
    expect(amountsOf(file("11/02/2026,FEE,Fee,15.00,", "11/03/2026,DEBIT,Check,40.00,"))).toEqual([1_500, 4_000]);
  });

  test("with rows of balances alone has lines without them", () => {
    const text = [
      "Description,,Summary Amt.",
      'Beginning balance as of 11/01/2026,,"1,000.00"',
      "",
      "Date,Description,Withdrawals/Debits,Deposits/Credits,Running Bal.",
      '11/01/2026,Beginning balance as of 11/01/2026,,,"1,000.00"',
      "11/02/2026,Fee,15.00,,985.00",
      "11/03/2026,Deposit,,20.00,1005.00",
      '11/30/2026,Ending Ledger Balance,,,"1,005.00"',
    ].join("\n");
    expect(readBankCsv(text)).toMatchObject({
      lines: [{ amountCents: -1_500 }, { amountCents: 2_000 }],
      openingCents: 100_000,
      closingCents: 100_500,
      faults: [],
    });
  });

  test("names rows that are no lines as a spreadsheet counts them", () => {
    const text = "Bank\n\nDate,Amount\n11/30/2026,1.00\nTotal,\n11/30/2026,n/a\n";
    expect(readBankCsv(text).faults).toEqual([
      { row: 5, message: "“Total” is not a date" },
      { row: 6, message: "The row has no amount" },
    ]);
  });

  test("whose row has a quotation mark too many names it, and reads no row as a part of another", () => {
    const rows = ["Date,Description,Amount", '11/28/2026,"ROE SETTLEMENT,5.00', "11/29/2026,FEE,-6.00"];
    const message = "A quotation mark of the row is not closed";
    for (const last of ["11/30/2026,DEPOSIT,7.00", '11/30/2026,"DEPOSIT",7.00'])
      expect(readBankCsv([...rows, last].join("\n"))).toMatchObject({ lines: [], faults: [{ row: 2, message }] });
    const description = "WIRE IN\nMARSH, COLE & ROE\nREF 20261";
    expect(readBankCsv(`Date,Description,Amount\n11/30/2026,"${description}",7.00`).lines).toMatchObject([
      { description, amountCents: 700 },
    ]);
  });

  test("has no lines that the bank has not posted", () => {
    const text = "Status,Date,Description,Amount\nPending,11/30/2026,Check,-5.00\nPosted,11/29/2026,Fee,-6.00\n";
    expect(readBankCsv(text)).toMatchObject({ lines: [{ description: "Fee" }], faults: [] });
  });

  test("has a balance only where it agrees with every amount", () => {
    const file = (balance: string) => `Date,Amount,Balance\n11/1/2026,1.00,11.00\n11/2/2026,2.00,${balance}\n`;
    expect(readBankCsv(file("13.00"))).toMatchObject({ openingCents: 1_000, closingCents: 1_300 });
    expect(readBankCsv(file("13.01"))).toMatchObject({ openingCents: null, closingCents: null });
    expect(readBankCsv("Date,Amount,Balance\n11/2/2026,2.00,13.00\n11/2/2026,1.00,11.00\n")).toMatchObject({
      openingCents: 1_000,
      closingCents: 1_300,
    });
  });

  test("without columns of dates and amounts is rejected", () => {
    for (const text of ["", "a,b\n1,2\n", "Date,Debit\n11/1/2026,1\n", "%PDF-1.7"])
      expect(() => readBankCsv(text)).toThrow("no row names a column");
  });

  test("with more lines than a statement has is rejected", () => {
    const file = (count: number) => `Date,Amount\n${"11/1/2026,1.00\n".repeat(count)}`;
    expect(readBankCsv(file(maxBankLines)).lines).toHaveLength(maxBankLines);
    expect(() => readBankCsv(file(maxBankLines + 1))).toThrow("more than 2000 lines");
  });
});
