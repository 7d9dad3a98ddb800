import { expect, test } from "vitest";
import type { EsignField } from "../requests/schema.ts";
import { readValues, type SentValues } from "./domain.values.ts";

const field = (values: Partial<EsignField> & Pick<EsignField, "id" | "kind">): EsignField => ({
  position: 1,
  recipientKey: "client",
  required: true,
  label: "A field",
  acroField: null,
  page: 1,
  x: 10,
  y: 10,
  width: 100,
  height: 20,
  format: null,
  maxLength: null,
  group: null,
  source: null,
  fallback: null,
  sets: null,
  fontSize: 10,
  value: null,
  ...values,
});

const typed = { mode: "typed", text: "Rosa Diaz" } as const;
const drawn = { mode: "drawn", width: 1_000, height: 400, strokes: [[[1, 2]]] } as const;
const read = (fields: EsignField[], sent: SentValues) => readValues(fields, sent, { ...drawn, strokes: [[[1, 2]]] });

test("required fields are missed, optional ones are null, and blanks alone are nothing", () => {
  const fields = [
    field({ id: "a", kind: "text" }),
    field({ id: "b", kind: "text", required: false }),
    field({ id: "c", kind: "initials" }),
    field({ id: "d", kind: "checkbox" }),
    field({ id: "e", kind: "checkbox", required: false }),
    field({ id: "s", kind: "signature" }),
    field({ id: "t", kind: "date_signed" }),
  ];
  expect(read(fields, { a: "  " }).faults).toEqual([
    { path: "values.a", message: "required" },
    { path: "values.c", message: "required" },
    { path: "values.d", message: "required" },
  ]);
  expect(read(fields, { a: " x ", c: "RD", d: true, e: false })).toMatchObject({
    faults: [],
    values: { a: "x", b: null, c: "RD", d: "true", e: null },
  });
});

test.each(["\u200B\u200B", "\u2800", "\u3164", "\u2060 \u00AD"])(
  "%j shows nothing: it is no value, and no signature",
  (text) => {
    const fields = [field({ id: "a", kind: "text" }), field({ id: "i", kind: "initials" })];
    expect(readValues(fields, { a: text, i: text }, { mode: "typed", text }).faults).toEqual([
      { path: "values.a", message: "required" },
      { path: "values.i", message: "required" },
      { path: "signature.text", message: "signature_missing" },
    ]);
  },
);

test("a signature has a letter or a digit; a text need not", () => {
  const fields = [field({ id: "a", kind: "text" }), field({ id: "i", kind: "initials" })];
  expect(readValues(fields, { a: "–", i: "..." }, { mode: "typed", text: "..." }).faults).toEqual([
    { path: "values.i", message: "required" },
    { path: "signature.text", message: "signature_missing" },
  ]);
  for (const name of ["X", "Núñez", "Nu\u0301n\u0303ez", "2Pac", "李小龙"])
    expect(readValues([], {}, { mode: "typed", text: name }).faults).toEqual([]);
});

test("a value of a field that the signer does not fill in is refused without its name", () => {
  expect(read([field({ id: "s", kind: "signature" })], { s: "x", "../../y": true }).faults).toEqual([
    { path: "values", message: "unknown" },
    { path: "values", message: "unknown" },
  ]);
});

test.each([
  ["date", ["02/29/2028", "12/31/1999"], ["02/29/2027", "2/3/2026", "2026-03-05", "13/01/2026"]],
  ["number", ["0", "-12", "1,250.50", "12500.00"], ["1,25", "12-3", "1e5", "$5"]],
  ["zip", ["30303", "30303-1234"], ["3030", "30303-12", "abcde"]],
  ["phone", ["(404) 555-0132", "+1 404.555.0132", "4045550132"], ["555-0132", "404555013x"]],
  ["email", ["ana@example.com"], ["ana@", "ana"]],
  ["any", ["¡Sí!"], []],
] as const)("format %s", (format, right, wrong) => {
  const fields = [field({ id: "a", kind: "text", format })];
  for (const value of right)
    expect(read(fields, { a: value }), value).toMatchObject({ faults: [], values: { a: value } });
  for (const value of wrong)
    expect(read(fields, { a: value }).faults, value).toEqual([{ path: "values.a", message: "format" }]);
});

test("length counts characters, and a line break is none that can be printed", () => {
  const fields = [field({ id: "a", kind: "text", maxLength: 3 })];
  expect(read(fields, { a: "😀😀😀" }).faults).toEqual([]);
  expect(read(fields, { a: "abcd" }).faults).toEqual([{ path: "values.a", message: "too_long" }]);
  expect(read(fields, { a: "a\nb" }).faults).toEqual([{ path: "values.a", message: "characters" }]);
});

test("groups: exactly one, at least one", () => {
  const one = { key: "how", rule: "exactly_one" } as const;
  const some = { key: "what", rule: "at_least_one" } as const;
  const fields = [
    field({ id: "a", kind: "checkbox", group: one }),
    field({ id: "b", kind: "checkbox", group: one }),
    field({ id: "c", kind: "checkbox", group: some }),
    field({ id: "d", kind: "checkbox", group: some }),
  ];
  const faultsOf = (sent: SentValues) => read(fields, sent).faults.map(({ path, message }) => `${path} ${message}`);
  expect(faultsOf({})).toEqual(["values.group-how choose_one", "values.group-what choose_some"]);
  expect(faultsOf({ a: true, b: true, c: true, d: true })).toEqual(["values.group-how choose_one"]);
  expect(faultsOf({ b: true, d: true })).toEqual([]);
});

test("what is drawn is measured: texts, initials, and a typed signature in each of its places", () => {
  const fields = [
    field({ id: "a", kind: "text", fontSize: 9 }),
    field({ id: "i", kind: "initials", width: 30 }),
    field({ id: "s", kind: "signature", width: 180, height: 40 }),
    field({ id: "u", kind: "signature", width: 90, height: 20 }),
    field({ id: "c", kind: "checkbox", required: false }),
  ];
  expect(readValues(fields, { a: "x", i: "RD", c: true }, typed).texts).toEqual([
    { path: "values.a", mark: { kind: "text", text: "x", fontSize: 9 }, width: 100, height: 20 },
    { path: "values.i", mark: { kind: "typed", text: "RD" }, width: 30, height: 20 },
    { path: "signature.text", mark: { kind: "typed", text: "Rosa Diaz" }, width: 180, height: 40 },
    { path: "signature.text", mark: { kind: "typed", text: "Rosa Diaz" }, width: 90, height: 20 },
  ]);
});
