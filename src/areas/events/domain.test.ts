import { describe, expect, test } from "vitest";
import { allScopes } from "../../testing/harness/tenant.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { seesInFull } from "./domain.redaction.ts";

const cursor = writeCursor("org_1", "document-events", 12_345);
const read = (text: string, organization = "org_1", list = "document-events") => readCursor(organization, list, text);

describe("a cursor", () => {
  test.each([0, 1, 35, 36, 1_000_000, Number.MAX_SAFE_INTEGER])("keeps the place %i", (number) => {
    expect(read(writeCursor("org_1", "document-events", number))).toBe(number);
  });

  test("is short, opaque and fit for a query", () => {
    expect(cursor).toMatch(/^[0-9A-Za-z_-]{10,40}$/);
    expect(cursor).not.toContain("12345");
  });

  test("of another organization or list is refused", () => {
    expect(() => read(cursor, "org_2")).toThrow("after: not a cursor of this list");
    expect(() => read(cursor, "org_1", "events")).toThrow("after: not a cursor of this list");
  });

  test("with any one character changed, left out or added is refused", () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "a" ? "b" : "a";
      expect(() => read(cursor.slice(0, index) + other + cursor.slice(index + 1))).toThrow("after");
      expect(() => read(cursor.slice(0, index) + cursor.slice(index + 1))).toThrow("after");
      expect(() => read(cursor.slice(0, index) + other + cursor.slice(index))).toThrow("after");
    }
  });

  test.each(["", "0", "_", "null", "12345", "-1_aaaaaaaaaaaa", "zzzzzzzzzzz_aaaaaaaaaaaa", cursor.toUpperCase(), ` ${cursor}`, `0${cursor}`])("%j is refused", (text) => {
    expect(() => read(text)).toThrow("after");
  });
});

test("an event of a kind that this version does not know is shown without what it says", () => {
  expect(seesInFull(new Set(allScopes), "case")).toBe(true);
  expect(seesInFull(new Set(allScopes), "gadget")).toBe(false);
  expect(seesInFull(new Set(allScopes), "toString")).toBe(false);
});
