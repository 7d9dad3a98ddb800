import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, fingerprint, fingerprintInTurns, sha256 } from "./digest.ts";

test("sha256 is the standard digest over UTF-8", () => {
  expect(sha256("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(sha256("€").toString("hex")).toBe(sha256("\u20ac").toString("hex"));
});

describe("canonicalJson", () => {
  // The example of RFC 8785, section 3.2.2 and 3.2.3.
  test("returns the text of the RFC's example", () => {
    const parsed: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`);
    expect(canonicalJson(parsed)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test("sorts by UTF-16 code units, as the RFC's sorting example", () => {
    const parsed: unknown = JSON.parse(
      String.raw`{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
    );
    expect(canonicalJson(parsed)).toBe('{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}');
  });

  test("sorts at every level and keeps arrays in their order", () => {
    expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3, 1], a: { z: null, y: {} } })).toBe(
      '{"a":{"y":{},"z":null},"b":[{"c":2,"d":1},3,1]}',
    );
  });

  test("keeps a member called __proto__, which assigning to an object would lose", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"x":1}}'))).toBe('{"__proto__":{"x":1},"b":1}');
  });

  test("distinguishes an out-of-range number from null", () => {
    expect(canonicalJson(JSON.parse("[1e999]"))).not.toBe(canonicalJson([null]));
    expect(canonicalJson(JSON.parse("[-0]"))).toBe("[0]");
  });

  test("rejects what JSON.parse cannot produce", () => {
    for (const value of [undefined, 1n, () => 1, Symbol("x"), new Date(), new Map(), { a: undefined }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });

  test("is independent of member order and can be parsed again", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const parsed: unknown = JSON.parse(JSON.stringify(value));
        const canonical = canonicalJson(parsed);
        expect(JSON.parse(canonical)).toEqual(parsed);
        expect(canonicalJson(reverseMembers(parsed))).toBe(canonical);
      }),
    );
  });
});

describe("fingerprint", () => {
  test("differs for every different list, however its parts are split", () => {
    const lists = [
      [],
      [""],
      ["", ""],
      ["ab", "c"],
      ["a", "bc"],
      ["abc"],
      ['a","b'],
      ["a", "b"],
      ["a\u0000b"],
      ["a", ""],
    ];
    const digests = new Set(lists.map((parts) => fingerprint(parts).toString("hex")));
    expect(digests.size).toBe(lists.length);
    expect(fingerprint(["a", "b"])).toEqual(fingerprint(["a", "b"]));
    expect(fingerprint([])).toHaveLength(32);
  });
});

function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reverseMembers(member)]),
  );
}

test("a digest in turns is that of the whole", async () => {
  const values = fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.array(fc.jsonValue())));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string(), { minLength: 1 }), values, async (parts, value) => {
      const parsed: unknown = JSON.parse(JSON.stringify(value));
      expect(await fingerprintInTurns(parts, parsed)).toEqual(fingerprint([...parts, canonicalJson(parsed)]));
    }),
  );
});
