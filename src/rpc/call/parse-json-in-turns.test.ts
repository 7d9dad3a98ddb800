import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseJsonInTurns } from "./parse-json-in-turns.ts";
import { parseJson } from "./parse-json.ts";

/** Longer than what is parsed at once. */
const padding = " ".repeat(66_000);
const expectSame = async (text: string) => {
  const bytes = Buffer.from(text + padding);
  expect(await parseJsonInTurns(bytes), text).toEqual(parseJson(bytes));
};

test.each([
  '{"items":[{"a":[1,2]},{"b":"],[\\""},3,"x",null,[[]]],"name":"n"}',
  '{"items":[],"others":[ ],"more":[[ ]]}',
  '{"a":[1],"a":[2,3]}',
  '{"__proto__":[1,{"__proto__":2}]}',
  '{"a":{"b":[1,2]},"c":[0]}',
  "[[1],[2]]",
  '[{"items":[1]}]',
  '"text"',
  "7",
  '{"a":[1,]}',
  '{"a":[,1]}',
  '{"a":[1 2]}',
  '{"a":[1}]',
  '{"a":[1}}',
  '{"a":[1]]',
  '{"a":["\\ud800","é\u2028"]}',
  '{"a":[1],}',
  '{"a":[\n]}',
  '{"a":["unended]}',
  "{",
  "",
])("%s is read as at once", async (text) => {
  await expectSame(text);
});

test("what is JSON, and what is nearly JSON, is read as at once", async () => {
  const texts = fc.tuple(
    fc.dictionary(fc.string(), fc.array(fc.jsonValue())),
    fc.nat(),
    fc.constantFrom("", ",", "]", "}", "[", '"', "\\", "1"),
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.boolean(), async ([value, at, added], isChanged) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      await expectSame(isChanged ? text.slice(0, place) + added + text.slice(place + 1) : text);
    }),
    { numRuns: 500 },
  );
});

test("the depth is limited, and the size of an element and of all else", async () => {
  await expectSame(`{"a":[${"[".repeat(30)}${"]".repeat(30)}]}`);
  await expectSame(`{"a":[${"[".repeat(31)}${"]".repeat(31)}]}`);
  const long = JSON.stringify("x".repeat(1_048_576));
  for (const text of [`{"a":[1,${long}]}`, `{"a":[1],"b":${long}}`])
    expect(await parseJsonInTurns(Buffer.from(text))).toMatchObject({
      fault: expect.stringContaining("1 MiB") as string,
    });
  const short = JSON.stringify("x".repeat(1_000_000));
  const { length } = ((await parseJsonInTurns(Buffer.from(`{"a":[${short},${short}]}`))) as { value: { a: string[] } })
    .value.a;
  expect(length).toBe(2);
});

test("invalid UTF-8 is a fault, and a byte order mark is none", async () => {
  const bytes = Buffer.concat([Buffer.from('{"a":["'), Buffer.from([0xff]), Buffer.from(`"]}${padding}`)]);
  expect(await parseJsonInTurns(bytes)).toEqual(parseJson(bytes));
  await expectSame('\ufeff{"a":[1]}');
});
