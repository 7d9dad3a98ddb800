import { describe, expect, test } from "vitest";
import { listPageLimit } from "../../../contract/page.ts";
import { commonSorts, readSortedPage, type Sort, type SortedPage } from "./sorted-list.ts";
import { createInstallationKeys } from "../../crypto/installation-keys.ts";

const installationKeys = createInstallationKeys("the secret of a test, longer than it needs to be");
const sorts = {
  ...commonSorts,
  name: { column: "nameKey", type: "text", descending: false },
} as const satisfies Record<string, Sort>;
const list = { organizationId: "org_1", installationKeys, name: "people", alias: "p", sorts };

interface Person {
  id: string;
  nameKey: string;
  updatedAt: string;
}
const people: Person[] = "abcdefgh".split("").map((letter, index) => ({
  id: `per_${index}`,
  nameKey: letter.repeat(100),
  updatedAt: new Date(Date.UTC(2026, 0, 8 - index)).toISOString(),
}));

/** A page of a list of eight, as a store would return it. */
async function readPage(
  sort: keyof typeof sorts,
  after?: string,
  of: Partial<typeof list> = {},
): Promise<{ ids: string[]; nextCursor: string | null; requested: SortedPage }> {
  const requested: SortedPage[] = [];
  const { rows, nextCursor } = await readSortedPage({ ...list, ...of }, { sort, after, limit: 3 }, (page) => {
    requested.push(page);
    return Promise.resolve(people.slice(0, page.limit));
  });
  const [page] = requested;
  if (page === undefined) throw new Error("nothing was requested");
  return { ids: rows.map(({ id }) => id), nextCursor, requested: page };
}

/** The values that a condition compares with. */
const parametersOf = ({ after }: SortedPage) =>
  JSON.stringify(after.toOperationNode(), (key, value: unknown) => (key === "queryId" ? undefined : value)).match(
    /"value":("[^"]*"|\d+)/g,
  ) ?? [];

describe("a page of a sorted list", () => {
  test("reads one record more than it returns, and ends when there is none", async () => {
    const { ids, nextCursor, requested } = await readPage("newest");
    expect([requested.limit, ids]).toEqual([4, ["per_0", "per_1", "per_2"]]);
    expect(nextCursor).toMatch(/^[\w-]+\.[\w-]{12}$/);
    const whole = await readSortedPage(list, { sort: "newest", limit: listPageLimit.maximum }, () =>
      Promise.resolve(people),
    );
    expect([whole.rows.length, whole.nextCursor]).toEqual([8, null]);
  });

  test.each(["newest", "updated", "name"] as const)("by %s continues after the last returned record", async (sort) => {
    const { nextCursor } = await readPage(sort);
    const { requested } = await readPage(sort, nextCursor ?? "");
    const place = {
      newest: ['"value":"per_2"'],
      updated: [`"value":"${people[2]?.updatedAt}"`, '"value":"per_2"'],
      name: [`"value":"${"c".repeat(100)}"`, '"value":"per_2"'],
    }[sort];
    expect(parametersOf(requested)).toEqual(place);
  });

  test("has a cursor that contains none of a record's values and fits a query", async () => {
    const { nextCursor } = await readPage("name");
    expect(nextCursor).toMatch(/^[\w-]+\.[\w-]{12}$/);
    expect(Buffer.from(nextCursor?.split(".")[0] ?? "", "base64url").toString("latin1")).not.toContain("ccc");
  });

  test("rejects a modified cursor and one of another sort, list, organization or installation", async () => {
    const { nextCursor } = await readPage("updated");
    const cursor = nextCursor ?? "";
    const edited = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`;
    const otherKeys = createInstallationKeys("another secret of a test, longer than it needs to be");
    const tries = [
      readPage("newest", cursor),
      readPage("updated", cursor, { name: "others" }),
      readPage("updated", cursor, { organizationId: "org_2" }),
      readPage("updated", cursor, { installationKeys: otherKeys }),
      readPage("updated", edited),
    ];
    for (const rejected of tries)
      await expect(rejected).rejects.toMatchObject({
        code: "VALIDATION_FAILED",
        message: expect.stringContaining("after: not a cursor of this list"),
      });
  });
});
