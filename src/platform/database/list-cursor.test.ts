import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { cursorForm, eventPageLimit, pageInput, placeCursorForm } from "../../contract/page.ts";
import { readCursor as readNumber, writeCursor as writeNumber } from "../../areas/events/cursor.ts";
import { readCursor, readPage, writeCursor } from "./list-cursor.ts";
import type { PageQuery } from "./list-cursor.ts";

const place = "key_01k8xqvf4m1h5j8z2c3d4e5f6g";
const cursor = writeCursor("org_1", "service-accounts", place);
const read = (text: string, organization = "org_1", list = "service-accounts") => readCursor(organization, list, text).toString("utf8");

describe("a cursor of a list by id", () => {
  test("keeps the place, is opaque and fit for a query", () => {
    expect(read(cursor)).toBe(place);
    expect(cursor).toMatch(/^[0-9A-Za-z_.-]{20,80}$/);
    expect(cursor).not.toContain(place);
  });

  test("keeps any place of at most 300 bytes", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 75, unit: "grapheme" }).filter((text) => text.isWellFormed() && Buffer.byteLength(text) <= 300), (text) => {
        const written = writeCursor("org_1", "list", text);
        expect(written.length).toBeLessThanOrEqual(500);
        expect(readCursor("org_1", "list", written).toString("utf8")).toBe(text);
      }),
    );
  });

  test("of another organization or list is refused", () => {
    expect(() => read(cursor, "org_2")).toThrow("after: not a cursor of this list");
    expect(() => read(cursor, "org_1", "members")).toThrow("after: not a cursor of this list");
  });

  test("with any one character changed, left out or added is refused", () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "a" ? "b" : "a";
      expect(() => read(cursor.slice(0, index) + other + cursor.slice(index + 1))).toThrow("after");
      expect(() => read(cursor.slice(0, index) + cursor.slice(index + 1))).toThrow("after");
      expect(() => read(cursor.slice(0, index) + other + cursor.slice(index))).toThrow("after");
    }
  });

  test.each(["", ".", "null", `.${cursor}`, `${cursor}=`, ` ${cursor}`, writeNumber("org_1", "service-accounts", 12), "__8.aaaaaaaaaaaa"])("%j is refused", (text) => {
    expect(() => read(text)).toThrow("after");
  });
});

describe("the two forms", () => {
  const number = writeNumber("org_1", "document-events", 12_345);

  test("pass their own list alone", () => {
    expect([placeCursorForm.test(cursor), placeCursorForm.test(number)]).toEqual([true, false]);
    expect([cursorForm.test(cursor), cursorForm.test(number)]).toEqual([false, true]);
    const input = z.strictObject(pageInput({ maximum: 200, default: 50 }));
    const feed = z.strictObject(pageInput(eventPageLimit, cursorForm));
    expect([input.safeParse({ after: cursor }).success, input.safeParse({ after: number }).success]).toEqual([true, false]);
    expect([feed.safeParse({ after: cursor }).success, feed.safeParse({ after: number }).success]).toEqual([false, true]);
    expect(() => readNumber("org_1", "document-events", cursor)).toThrow("after");
  });

  test("limit has the list's own bounds", () => {
    const input = z.strictObject(pageInput({ maximum: 200, default: 50 }));
    expect(input.parse({}).limit).toBe(50);
    expect(input.safeParse({ limit: 201 }).success).toBe(false);
  });
});

interface Numbered {
  id: string;
  number: number;
}

test.each<[string, (row: Numbered) => string]>([
  ["id", ({ id }) => id],
  ["number", ({ number }) => `n${number}`],
])("pages of any size, by %s, are the whole list once; the last has no next", async (_, placeOf) => {
  const all: Numbered[] = Array.from({ length: 7 }, (_entry, index) => ({ id: `r${index}`, number: index }));
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const seen: Numbered[] = [];
    let next: string | null = null;
    do {
      const query: PageQuery = { limit, ...(next !== null && { after: next }) };
      const page = await readPage({ organizationId: "org_1", name: "rows", placeOf }, query, (asked) => {
        const begin = all.findIndex((row) => placeOf(row) === asked.after) + 1;
        return Promise.resolve(all.slice(begin, begin + asked.limit));
      });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...page.rows);
      next = page.nextCursor;
    } while (next !== null);
    expect(seen).toEqual(all);
  }
});

test("a page is never read from a place of another organization", async () => {
  const foreign = { limit: 1, after: writeCursor("org_1", "rows", "r1") };
  await expect(readPage({ organizationId: "org_2", name: "rows" }, foreign, () => Promise.resolve([]))).rejects.toThrow("after");
});
