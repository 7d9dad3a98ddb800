import { expect, test } from "vitest";
import * as z from "zod";
import { createOutputPicker } from "./pick-output.ts";

const Summary = z.object({ id: z.string(), note: z.string().optional() });
const Detail = z.object({ id: z.string(), name: z.string().nullable(), tags: z.array(z.object({ name: z.string() })) });

test.each([
  { id: "a", name: null, tags: [{ name: "x", color: "red" }], note: "n" },
  { id: "a", name: undefined, tags: [], note: "n", secret: 1 },
  { id: "a", name: "n" },
])("of a union of records it picks what zod parses: %j", (row) => {
  const schema = z.object({ rows: z.array(z.union([Detail, Summary])) });
  expect(createOutputPicker(schema)({ rows: [row] })).toEqual(schema.parse({ rows: [row] }));
});

test.each([
  { found: false, requests: 1 },
  { found: true, requests: 1 },
])("of a union discriminated by a value zod picks: %j", (row) => {
  const schema = z.discriminatedUnion("found", [
    z.object({ found: z.literal(false) }),
    z.object({ found: z.literal(true), requests: z.number() }),
  ]);
  expect(createOutputPicker(schema)(row)).toEqual(schema.parse(row));
});

test("a value that no record of a union fits is rejected", () => {
  expect(() => createOutputPicker(z.union([Detail, Summary]))({ name: "n" })).toThrow("invalid_union");
});
