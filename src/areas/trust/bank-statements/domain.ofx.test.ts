import { describe, expect, test } from "vitest";
import { readBankFile } from "./domain.file.ts";
import { maxBankLines } from "./schema.ts";

const header = ["OFXHEADER:100", "DATA:OFXSGML", "VERSION:102", "ENCODING:USASCII", "CHARSET:1252", "", ""].join(
  "\r\n",
);
const signOn =
  "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261201020000</SONRS></SIGNONMSGSRSV1>";
const transaction = (...values: readonly string[]) => `<STMTTRN>${values.join("\r\n")}</STMTTRN>`;
const check = transaction(
  "<TRNTYPE>CHECK",
  "<DTPOSTED>20261124230000.000[-5:EST]",
  "<TRNAMT>-4217.58",
  "<FITID>20261124-0012",
  "<CHECKNUM>0001041",
  "<NAME>ORTHO &amp; SPINE PC",
);
const deposit = transaction(
  "<TRNTYPE>CREDIT",
  "<DTPOSTED>20261103",
  "<TRNAMT>12011.23",
  "<FITID>20261103-0001",
  "<CHECKNUM>0",
  "<NAME>EXAMPLE MUTUAL",
  "<MEMO>Claim &lt;R-77&gt; &#38; lien",
);

interface Account {
  transactions?: readonly string[];
  currency?: string;
  /** The day of the ledger's balance. */
  asOf?: string;
  more?: string;
}

const account = ({ transactions = [check, deposit], currency = "USD", asOf = "20261130", more = "" }: Account = {}) =>
  `<STMTTRNRS><TRNUID>1<STMTRS><CURDEF>${currency}<BANKACCTFROM><BANKID>021000021<ACCTID>4417<ACCTTYPE>CHECKING</BANKACCTFROM>` +
  `<BANKTRANLIST><DTSTART>20261101<DTEND>20261130${transactions.join("")}</BANKTRANLIST>${more}` +
  `<LEDGERBAL><BALAMT>20543.65<DTASOF>${asOf}120000[0:GMT]</LEDGERBAL><AVAILBAL><BALAMT>19000<DTASOF>20261130</AVAILBAL></STMTRS></STMTTRNRS>`;
const file = (...accounts: readonly string[]) =>
  `${header}<OFX>${signOn}<BANKMSGSRSV1>${accounts.join("")}</BANKMSGSRSV1></OFX>\r\n`;

const lines = [
  {
    postedOn: "2026-11-24",
    amountCents: -421_758,
    description: "ORTHO & SPINE PC",
    checkNumber: "0001041",
    bankReference: "20261124-0012",
  },
  {
    postedOn: "2026-11-03",
    amountCents: 1_201_123,
    description: "EXAMPLE MUTUAL · Claim <R-77> & lien",
    checkNumber: null,
    bankReference: "20261103-0001",
  },
];

describe("a bank's file for QuickBooks or Quicken", () => {
  test("in SGML, whose values have no end tags", () => {
    expect(readBankFile(file(account()))).toEqual({
      lines,
      openingCents: 2_054_365 - 779_365,
      closingCents: 2_054_365,
      faults: [],
    });
  });

  test("in XML", () => {
    const close = (text: string) => text.replaceAll(/<([A-Z]+)>([^<\r\n]+)/g, "<$1>$2</$1>");
    const xml = file(account()).replace(header, '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="220"?>');
    expect(readBankFile(close(xml))).toEqual(readBankFile(file(account())));
  });

  test("in lower case, with blanks around values", () => {
    const spaced = file(account()).replaceAll(/<\/?[A-Z]+>/g, (tag) => `  ${tag.toLowerCase()} `);
    expect(readBankFile(spaced).lines).toEqual(lines);
  });

  test("has no balance where the bank's is not that of the last day", () => {
    expect(readBankFile(file(account({ asOf: "20261201" })))).toMatchObject({
      lines,
      openingCents: null,
      closingCents: null,
    });
  });

  test("has no pending transactions", () => {
    const pending = `<BANKTRANLISTP><DTASOF>20261201<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20261130<TRNAMT>-1.00<NAME>P</STMTTRNP></BANKTRANLISTP>`;
    expect(readBankFile(file(account({ more: pending })))).toEqual(readBankFile(file(account())));
  });

  test("describes a payment by its own payee, and a text that repeats the name once", () => {
    const describeFirst = (...values: readonly string[]) =>
      readBankFile(file(account({ transactions: [transaction("<DTPOSTED>20261130<TRNAMT>-1", ...values)] }))).lines.map(
        ({ description }) => description,
      );
    expect(
      describeFirst("<PAYEE><NAME>Roe Clinic<CITY>Denver</PAYEE>", "<BANKACCTTO><NAME>Other</BANKACCTTO>"),
    ).toEqual(["Roe Clinic"]);
    expect(describeFirst("<NAME>WIRE OUT 00123", "<MEMO>WIRE OUT 00123 ROE CLINIC")).toEqual([
      "WIRE OUT 00123 ROE CLINIC",
    ]);
    expect(describeFirst("<MEMO>Service charge")).toEqual(["Service charge"]);
    expect(describeFirst("<FITID>1")).toEqual(["—"]);
  });

  test("names transactions that are no lines, and then has no balances", () => {
    const faulty = [
      "<DTPOSTED>20261131<TRNAMT>1",
      "<DTPOSTED>20261130<TRNAMT>1.234,56",
      "<DTPOSTED>20261130<TRNAMT>0.00",
    ];
    expect(readBankFile(file(account({ transactions: faulty.map((values) => transaction(values)) })))).toEqual({
      lines: [],
      openingCents: null,
      closingCents: null,
      faults: [
        { row: 1, message: "“20261131” is not a date" },
        { row: 2, message: "The transaction has no amount" },
        { row: 3, message: "The amount is 0" },
      ],
    });
  });

  test.each([
    [
      "several accounts",
      file(account(), account()),
      "2 accounts: download the transactions of the trust account alone",
    ],
    ["no account", file(), "the file has no account"],
    ["another currency", file(account({ currency: "CAD" })), "not in US dollars"],
    [
      "more lines than a statement has",
      file(account({ transactions: Array.from({ length: maxBankLines + 1 }, () => deposit) })),
      "more than 2000 lines",
    ],
  ])("of %s is rejected", (_, text, message) => {
    expect(() => readBankFile(text)).toThrow(message);
  });
});
