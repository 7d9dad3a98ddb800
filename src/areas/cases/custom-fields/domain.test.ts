import { describe, expect, test } from "vitest";
import { validateChange, listMissing, type CheckedDefinition } from "./domain.ts";
import type { CustomFieldType } from "./schema.ts";

const define = (type: CustomFieldType, values: Partial<CheckedDefinition> = {}): CheckedDefinition => ({
  key: "exposure",
  type,
  options: [
    { value: "low", label: "Low", archived: false },
    { value: "high", label: "High", archived: false },
    { value: "old", label: "Old", archived: true },
  ],
  required: false,
  caseTypes: [],
  archived: false,
  ...values,
});

const fits: Record<CustomFieldType, readonly unknown[]> = {
  text: ["a", "x".repeat(500)],
  long_text: ["x".repeat(10_000)],
  number: [0, -1.5, 1e9],
  currency: [0, -500, Number.MAX_SAFE_INTEGER],
  percent: [0, 33.33, 100],
  date: ["2024-02-29", "0099-01-01"],
  datetime: ["2026-03-14T15:09:26.535Z"],
  boolean: [true, false],
  select: ["low", "high"],
  multi_select: [["low"], ["high", "low"]],
  contact: ["con_1"],
  member: ["mem_1"],
  case: ["case_1"],
  document: ["doc_1"],
  url: ["https://example.com/a?b=c", "http://example.com"],
  email: ["a@example.com"],
  phone: ["+1 512 555 0143"],
};

const rejected: Record<CustomFieldType, readonly unknown[]> = {
  text: ["", "x".repeat(501), 1, true, ["a"], "a\u0000"],
  long_text: ["x".repeat(10_001), 5],
  number: ["1", true, Number.NaN, Number.POSITIVE_INFINITY],
  currency: [1.5, "100", Number.MAX_SAFE_INTEGER + 1],
  percent: [-1, 100.01, "5"],
  date: ["2023-02-29", "2024-2-1", "2024-01-01T00:00:00Z", 20240101],
  datetime: [
    "2025-11-05",
    "2025-11-05T15:09:26",
    "2026-02-30T00:00:00Z",
    "0001-01-01T00:00:00+10:00",
    "9999-12-31T23:00:00-10:00",
    1,
  ],
  boolean: ["true", 0, 1],
  select: ["none", "LOW", "old", ["low"], true],
  multi_select: [[], "low", ["low", "low"], ["none"], ["old"], ["low", "high", "low", "high"]],
  contact: ["", "x".repeat(210), 4],
  member: [false],
  case: [["case_1"]],
  document: [""],
  url: ["example.com", "javascript:alert(1)", "ftp://example.com", `https://example.com/${"x".repeat(2_000)}`],
  email: ["a", "a@b"],
  phone: ["", "5".repeat(51), 5125550143],
};

describe.each(Object.keys(fits) as CustomFieldType[])("a field of type %s", (type) => {
  test.each(fits[type].map((value) => [JSON.stringify(value).slice(0, 60), value]))(
    "accepts %s unchanged",
    (_, value) => {
      expect(validateChange(define(type), null, null, value)).toEqual({ value, fault: null, isNew: true });
    },
  );
  test.each(rejected[type].map((value) => [JSON.stringify(value)?.slice(0, 60) ?? String(value), value]))(
    "rejects %s without repeating it",
    (_, value) => {
      const { fault } = validateChange(define(type), null, null, value);
      expect(fault).toMatch(/^[a-zA-Z]/);
      if (typeof value === "string" && value.length > 6) expect(fault).not.toContain(value);
    },
  );
});

test("an instant is stored in UTC", () => {
  expect(validateChange(define("datetime"), null, null, "2026-03-14T10:09:26-05:00").value).toBe(
    "2026-03-14T15:09:26.000Z",
  );
});

describe("an unchanged value", () => {
  test("is kept even when its definition no longer allows it", () => {
    for (const [definition, current] of [
      [define("text", { archived: true }), "kept"],
      [define("select"), "old"],
      [define("multi_select"), ["old", "low"]],
      [define("number", { caseTypes: ["truck_accident"] }), 7],
    ] as const) {
      expect(validateChange(definition, "dog_bite", current, structuredClone(current))).toEqual({
        value: current,
        fault: null,
        isNew: false,
      });
    }
  });
  test("keeps an archived option beside new ones, but the option cannot be added again", () => {
    expect(validateChange(define("multi_select"), null, ["old"], ["old", "high"]).fault).toBeNull();
    expect(validateChange(define("multi_select"), null, ["low"], ["old", "low"]).fault).toContain("archived");
  });
});

describe("a field cannot be set or removed", () => {
  test("when it is unknown, archived or of other case types", () => {
    expect(validateChange(undefined, null, null, "x").fault).toContain("no custom field");
    expect(validateChange(define("text", { archived: true }), null, null, "x").fault).toContain("archived");
    expect(validateChange(define("text", { caseTypes: ["truck_accident"] }), "dog_bite", null, "x").fault).toContain(
      "case type",
    );
    expect(
      validateChange(define("text", { caseTypes: ["truck_accident"] }), "truck_accident", null, "x").fault,
    ).toBeNull();
    expect(validateChange(define("text", { caseTypes: ["truck_accident"] }), null, null, "x").fault).toBeNull();
  });
  test("when the value is required, unless the field is archived or of other case types", () => {
    const required = { required: true };
    expect(validateChange(define("text", required), null, "x", null).fault).toContain("required");
    expect(validateChange(define("text", required), null, null, null).fault).toBeNull();
    expect(validateChange(define("text", { ...required, archived: true }), null, "x", null).fault).toBeNull();
    expect(
      validateChange(define("text", { ...required, caseTypes: ["truck_accident"] }), "dog_bite", "x", null).fault,
    ).toBeNull();
    expect(validateChange(define("text"), null, "x", null)).toEqual({ value: null, fault: null, isNew: false });
  });
  test("a required, active field of the case type without a value is reported missing", () => {
    const of = (key: string, values: Partial<CheckedDefinition> = {}) =>
      define("text", { required: true, key, ...values });
    const definitions = [
      of("a"),
      of("b"),
      of("toString"),
      of("gone", { archived: true }),
      of("other", { caseTypes: ["dog_bite"] }),
      of("free", { required: false }),
    ];
    expect(listMissing(definitions, "truck_accident", { b: "x" })).toEqual(["a", "toString"]);
  });
});
