import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { JsonText, orText, writeJson, writeJsonInTurns } from "./json-text.ts";

describe("writeJson", () => {
  test("inserts texts as they are, in their places, and leaves other values to JSON.stringify", () => {
    const texts = ['{"b":1,  "a":1.0}', '"$& \\u00e9 $1"', "null"].map((text) => new JsonText(text));
    expect(writeJson({ success: true, items: texts, at: new Date(0), none: undefined })).toBe(
      '{"success":true,"items":[{"b":1,  "a":1.0},"$& \\u00e9 $1",null],"at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(writeJson({ text: "plain" })).toBe('{"text":"plain"}');
  });

  test("a value that cannot be serialized does not affect the next", () => {
    const fails = {
      text: new JsonText("1"),
      toJSON: () => [
        new JsonText("2"),
        {
          toJSON: () => {
            throw new Error("no JSON");
          },
        },
      ],
    };
    expect(() => writeJson(fails)).toThrow("no JSON");
    expect(writeJson({ text: new JsonText("[1]") })).toBe('{"text":[1]}');
    expect(JSON.stringify({ text: new JsonText("[ 1 ]") })).toBe('{"text":[1]}');
  });
});

test("written in turns, a value is the same text, and others have their turn after each element", async () => {
  let turns = 0;
  const endTurn = () => {
    turns += 1;
    return Promise.resolve();
  };
  const list = [new JsonText('{"b":1.0}'), { on: new Date(0) }, [1], "text", null, undefined];
  const value = { success: true, empty: [], list, none: undefined, text: new JsonText("[ 1 ]"), last: [[]] };
  expect(await writeJsonInTurns(value, endTurn)).toBe(writeJson(value));
  expect(turns).toBe(7);
  expect(await writeJsonInTurns({}, endTurn)).toBe("{}");
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), async (any) => {
      expect(await writeJsonInTurns(any, endTurn)).toBe(JSON.stringify(any));
    }),
    { numRuns: 100, seed: 1 },
  );
});

test("a schema of JSON text passes text through, validates values, and is described as the value", () => {
  const schema = z.object({ items: z.array(orText(z.object({ id: z.string() }))) });
  const text = new JsonText<{ id: string }>("not read");
  expect(schema.parse({ items: [text] }).items[0]).toBe(text);
  expect(schema.parse({ items: [{ id: "a", more: 1 }] })).toEqual({ items: [{ id: "a" }] });
  expect(schema.safeParse({ items: [{ id: 1 }] }).success).toBe(false);
  expect(z.toJSONSchema(schema, { io: "output" })).toEqual(
    z.toJSONSchema(z.object({ items: z.array(z.object({ id: z.string() })) }), { io: "output" }),
  );
});
