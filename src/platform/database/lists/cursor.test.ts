import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { eventPageLimit, pageInput } from "../../../contract/page.ts";
import { createInstallationKeys } from "../../crypto/installation-keys.ts";
import {
  decodeCursor,
  encodeCursor,
  idPosition,
  numberPosition,
  smallNumberPosition,
  readPage,
  readPageBy,
  type CursorList,
  type PageQuery,
} from "./cursor.ts";

const id = "key_01k8xqvf4m1h5j8z2c3d4e5f6g";
const installationKeys = createInstallationKeys("the secret of a test, longer than it needs to be");
const pairPosition = z.tuple([z.string(), z.number()]);

const byId: CursorList<string> = { organizationId: "org_1", name: "service-accounts", position: idPosition };
const byNumber: CursorList<number> = { organizationId: "org_1", name: "document-events", position: numberPosition };
const encrypted: CursorList<[string, number]> = {
  organizationId: "org_1",
  name: "people",
  position: pairPosition,
  installationKeys,
};

interface Sample {
  list: CursorList<unknown>;
  position: unknown;
}
const samples: [string, Sample][] = [
  ["by id", { list: byId, position: id }],
  ["by number", { list: byNumber, position: 12_345 }],
  ["encrypted", { list: encrypted, position: ["Rosa Delgado", 7] }],
];
const foreign = {
  code: "VALIDATION_FAILED",
  message: "after: not a cursor of this list; omit it to start at the beginning",
};
const expectForeign = (list: CursorList<unknown>, text: string) =>
  expect(() => decodeCursor(list, text), text).toThrow(expect.objectContaining(foreign));

describe.each(samples)("a cursor %s", (_, { list, position }) => {
  const cursor = encodeCursor(list, position);

  test("preserves the position, is opaque and fits a query", () => {
    expect(decodeCursor(list, cursor)).toEqual(position);
    expect(cursor).toMatch(/^[\w.-]{18,200}$/);
    for (const value of [id, "12345", "Rosa"]) expect(cursor).not.toContain(value);
    expect(z.strictObject(pageInput(eventPageLimit)).safeParse({ after: cursor }).success).toBe(true);
  });

  test("of another organization or list is rejected", () => {
    expectForeign({ ...list, organizationId: "org_2" }, cursor);
    expectForeign({ ...list, name: "members" }, cursor);
  });

  test("with any one character modified, removed or added is rejected", () => {
    for (let index = 0; index < cursor.length; index += 1) {
      const other = cursor[index] === "a" ? "b" : "a";
      expectForeign(list, cursor.slice(0, index) + other + cursor.slice(index + 1));
      expectForeign(list, cursor.slice(0, index) + cursor.slice(index + 1));
      expectForeign(list, cursor.slice(0, index) + other + cursor.slice(index));
    }
  });

  test.each([
    "",
    ".",
    "null",
    `.${cursor}`,
    `${cursor}=`,
    ` ${cursor}`,
    `${cursor}.`,
    cursor.toUpperCase(),
    "__8.aaaaaaaaaaaa",
  ])("%j is rejected", (text) => {
    expectForeign(list, text);
  });

  test("with a position that the list does not know is rejected, since anyone can compute the checksum", () => {
    const anything = { ...list, position: z.unknown() };
    for (const other of [null, {}, [], -1, 1.5, 1e300, "", "a\u0000b", "x".repeat(101), ["a"], ["a", "b"], ["a", 1, 2]])
      expectForeign(list, encodeCursor(anything, other));
  });
});

test("a number that an integer column cannot have is rejected where the list is numbered by one", () => {
  const byRow = { ...byNumber, position: smallNumberPosition };
  expect(decodeCursor(byRow, encodeCursor(byRow, 2_147_483_647))).toBe(2_147_483_647);
  for (const number of [2_147_483_648, Number.MAX_SAFE_INTEGER, -1, 0.5])
    expectForeign(byRow, encodeCursor(byRow, number));
});

test("a cursor that is not JSON is rejected", () => {
  const cursor = encodeCursor(byId, id);
  const raw = {
    ...byId,
    position: z.unknown(),
    installationKeys: { ...installationKeys, encrypt: () => Buffer.from("{"), open: () => "{" },
  };
  expectForeign(byId, encodeCursor(raw, ""));
  expect(decodeCursor(byId, cursor)).toBe(id);
});

test.each([0, 1, 35, 36, 1_000_000, Number.MAX_SAFE_INTEGER])(
  "a cursor preserves the number %i and is the same every time",
  (number) => {
    expect(decodeCursor(byNumber, encodeCursor(byNumber, number))).toBe(number);
    // The payload of a webhook carries it and is sent again byte for byte.
    expect(encodeCursor(byNumber, number)).toBe(encodeCursor(byNumber, number));
  },
);

test("an encrypted position of at most 100 characters is preserved and fits a query", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), fc.integer(), (text, number) => {
      const written = encodeCursor(encrypted, [text, number]);
      expect(written.length).toBeLessThanOrEqual(1_000);
      expect(decodeCursor(encrypted, written)).toEqual([text, number]);
    }),
  );
});

test("an encrypted position does not decrypt with another installation's secret, and a plain one is rejected", () => {
  const other = createInstallationKeys("another secret of a test, longer than it needs to be");
  expectForeign({ ...encrypted, installationKeys: other }, encodeCursor(encrypted, ["Rosa", 7]));
  const { installationKeys: _, ...plain } = encrypted;
  expectForeign(encrypted, encodeCursor(plain, ["Rosa", 7]));
});

test("limit has the bounds of its list", () => {
  const input = z.strictObject(pageInput({ maximum: 200, default: 50 }));
  expect(input.parse({}).limit).toBe(50);
  expect(input.safeParse({ limit: 201 }).success).toBe(false);
});

interface Numbered {
  id: string;
  number: number;
}
const all: Numbered[] = Array.from({ length: 7 }, (_entry, index) => ({ id: `r${index}`, number: index }));

test.each<[string, (query: PageQuery) => Promise<{ rows: Numbered[]; nextCursor: string | null }>]>([
  [
    "id",
    (query) =>
      readPage(byId, query, ({ after, limit }) =>
        Promise.resolve(all.filter((row) => after === null || row.id > after).slice(0, limit)),
      ),
  ],
  [
    "number",
    (query) =>
      readPageBy(
        byNumber,
        query,
        ({ after, limit }) =>
          Promise.resolve(all.filter(({ number }) => after === null || number > after).slice(0, limit)),
        ({ number }) => number,
      ),
  ],
])("pages of any size, by %s, return the whole list once, and the last has no nextCursor", async (_, read) => {
  for (const limit of [1, 2, 3, 6, 7, 8]) {
    const seen: Numbered[] = [];
    let next: string | null = null;
    do {
      const page = await read({ limit, ...(next !== null && { after: next }) });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      seen.push(...page.rows);
      next = page.nextCursor;
    } while (next !== null);
    expect(seen).toEqual(all);
  }
});

test("a page is never read from a position of another organization", async () => {
  const query = { limit: 1, after: encodeCursor(byId, "r1") };
  await expect(readPage({ ...byId, organizationId: "org_2" }, query, () => Promise.resolve([]))).rejects.toThrow(
    "after",
  );
});

test("a cursor that was returned once stays valid", () => {
  expect(encodeCursor({ ...byNumber, name: "events" }, 12_345)).toBe("MTIzNDU.XaJeVokkWf9J");
});
