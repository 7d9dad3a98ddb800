import { describe, expect, test } from "vitest";
import { fitsQuestion, fitsValueType } from "./domain.value-types.ts";
import { buildQuestion } from "../../../../prisma/seed/builders/intake.ts";
import type { QuestionType } from "../forms/schema.ts";

const options = ["neck", "back", "knee"].map((value) => ({ value, label: value }));

const rows: [type: QuestionType, fitting: string[], others: string[]][] = [
  ["short_text", ["one line"], ["two\nlines"]],
  ["long_text", ["two\nlines"], []],
  ["number", ["0", "-12.5", "007"], ["1e5", "one", "1.", ".5", "1,000", "Infinity", "9".repeat(16)]],
  ["currency", ["125000", "-1"], ["12.50", "$5"]],
  ["date", ["2026-02-28"], ["2026-02-29", "02/28/2026", "2026-2-28"]],
  ["time", ["00:00", "23:59"], ["24:00", "7:30", "19:60"]],
  ["yes_no", ["yes", "no"], ["true", "Yes", "maybe"]],
  ["consent", ["yes"], ["I agree"]],
  ["select", ["neck"], ["Neck", "neck,back", "head"]],
  ["multi_select", ["neck", "neck, back", "knee,back,neck"], ["neck,neck", "neck,,back", "head"]],
  ["phone", ["+1 512 555 0143", "(512) 555-0143", "512.555.0143 x12"], ["call me", "12345", "+1 512 555 0143; DROP"]],
  ["email", ["elena.marsh@example.com"], ["elena.marsh", "a@b"]],
  ["address", ["1108 Kinney Avenue\nAustin"], []],
  ["file", ["doc_1"], ["x".repeat(129)]],
  ["signature", ["doc_1"], ["x".repeat(129)]],
  ["body_diagram", ['{"neck":true}'], ["{neck}"]],
  ["section", [], ["anything", ""]],
];

describe.each(rows)("the answer to a %s", (type, fitting, others) => {
  const question = buildQuestion({ accessor: "a", type, options: type.endsWith("select") ? options : [] });
  test("accepts fitting values, and an empty one unless it is required", () => {
    expect(fitting.filter((value) => !fitsQuestion(question, value))).toEqual([]);
    expect(fitsQuestion(question, "")).toBe(type !== "section");
    expect(fitsQuestion({ ...question, required: true }, "")).toBe(false);
  });
  test("rejects other values", () => {
    expect(others.filter((value) => fitsQuestion(question, value))).toEqual([]);
  });
});

test("bounds apply to a number's value, a text's length and the number of selected options", () => {
  const validation = { min: 2, max: 3 };
  const fits = (type: QuestionType, value: string) =>
    fitsQuestion(buildQuestion({ accessor: "a", type, options, validation }), value);
  expect(["1", "2", "3", "4"].map((value) => fits("number", value))).toEqual([false, true, true, false]);
  expect(["1", "2", "3", "4"].map((value) => fits("currency", value))).toEqual([false, true, true, false]);
  expect(["é", "𝒜𝒜", "abc", "abcd"].map((value) => fits("long_text", value))).toEqual([false, true, true, false]);
  expect(["neck", "neck,back", "neck,back,knee"].map((value) => fits("multi_select", value))).toEqual([
    false,
    true,
    true,
  ]);
});

test.each([
  ["number", ["12", "-3.5"], ["heavy", "12 lb"]],
  ["currency_cents", ["1250"], ["12.50", "$12"]],
  ["date", ["2026-02-28"], ["2026-02-30", "today"]],
  ["datetime", ["2026-02-28T09:30:00Z"], ["2026-02-28"]],
  ["boolean", ["yes", "no"], ["maybe"]],
  ["phone", ["+1 512 555 0143"], ["call me"]],
  ["email", ["rosa@example.com"], ["rosa"]],
  ["json", ['{"a":1}'], ["{a"]],
  ["string", ["anything"], []],
] as const)("an answer without a question is compared with its type %s", (type, fitting, others) => {
  expect([...fitting, ""].filter((value) => !fitsValueType(type, value))).toEqual([]);
  expect(others.filter((value) => fitsValueType(type, value))).toEqual([]);
});
