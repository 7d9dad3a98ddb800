import { describe, expect, test } from "vitest";
import { mergeSources, MergeSource, parseMergeSource } from "../../../contract/merge-fields.ts";
import {
  formatAddressBlock,
  formatCents,
  formatCode,
  formatCustomValue,
  formatName,
  formatPercent,
} from "./domain.format.ts";

test.each([
  [33.3333, "33.3333%"],
  [33.33, "33.33%"],
  [40, "40%"],
  [0, "0%"],
  [33.333_333_3, "33.3333%"],
])("%d percent is %s", (percent, text) => expect(formatPercent(percent)).toBe(text));

test.each([
  [1_250_000, "$12,500.00"],
  [5, "$0.05"],
  [100_000_000_000, "$1,000,000,000.00"],
  [-2_500, "-$25.00"],
])("%d cents are %s", (cents, text) => expect(formatCents(cents)).toBe(text));

test("an address has a line for each part, without those that are missing", () => {
  const address = { line1: "12 Elm St", line2: "Apt 4", city: "Austin", state: "TX", zipCode: "78701", country: null };
  expect(formatAddressBlock(address)).toBe("12 Elm St\nApt 4\nAustin, TX 78701");
  expect(formatAddressBlock({ ...address, line2: null, state: null, country: "CA" })).toBe(
    "12 Elm St\nAustin, 78701\nCA",
  );
  const nothing = { line1: null, line2: null, city: null, state: null, zipCode: null, country: null };
  expect([formatAddressBlock(nothing), formatAddressBlock(null)]).toEqual([null, null]);
});

test("names and codes are words", () => {
  expect(formatName("Ana", null, "Ruiz", "Jr.")).toBe("Ana Ruiz Jr.");
  expect(formatName(null, "")).toBeNull();
  expect(formatCode("motor_vehicle_accident")).toBe("Motor vehicle accident");
});

describe("a custom field", () => {
  const options = [{ value: "a", label: "Alpha" }];
  const surroundings = { timezone: "America/New_York", names: new Map([["con_1", "Alamo Casualty"]]) };
  test.each([
    ["currency", 1_250_000, "$12,500.00"],
    ["percent", 12.5, "12.5%"],
    ["date", "2026-03-05", "03/05/2026"],
    ["datetime", "2026-03-06T04:30:00.000Z", "03/05/2026"],
    ["boolean", false, "No"],
    ["select", "a", "Alpha"],
    ["select", "gone", "gone"],
    ["multi_select", ["a", "b"], "Alpha, b"],
    ["contact", "con_1", "Alamo Casualty"],
    ["member", "mem_gone", null],
    ["case", "case_1", null],
    ["text", "  ", null],
    ["number", 7, "7"],
    ["text", null, null],
  ])("of type %s: %j is %j", (type, value, text) => {
    expect(formatCustomValue(value, { type, options }, surroundings)).toBe(text);
  });
});

describe("a merge source", () => {
  test.each([...Object.keys(mergeSources), "custom.policyLimit", "input.deposit_amount"])("%s", (source) => {
    expect(MergeSource.safeParse(source).success).toBe(true);
    expect(parseMergeSource(source)).not.toBeNull();
  });
  test.each([
    "client.ssn",
    "client.ssnFourDigits",
    "clientXfullName",
    "custom.",
    "input.Deposit",
    "toString",
    "custom.a.b",
    "today\n",
  ])("%j is none", (source) => {
    expect(MergeSource.safeParse(source).success).toBe(false);
    expect(parseMergeSource(source)).toBeNull();
  });
});
