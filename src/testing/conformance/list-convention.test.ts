import { expect, test } from "vitest";
import { conform } from "./rules.ts";
import { expectRejection, expectSuccess, subjects } from "./subject.ts";

/** Every list of the router: the verb of such an operation is `list`. */
const lists = subjects.filter(
  ({ declaration: { name, kind, meta } }) => kind === "query" && meta.method === "GET" && name.endsWith(".list"),
);

/** Lists that were returned whole before they had pages: `limit` has no default. */
const isWhole = ({ input }: (typeof lists)[number]["declaration"]) =>
  "after" in input.shape && input.shape["limit"]?._zod.def.type === "optional";

test("every list takes after and limit, and returns nextCursor (specification, convention 4)", () => {
  expect(lists.length).toBeGreaterThan(70);
  const lacking = lists.filter(
    ({ declaration: { input, output } }) =>
      !("after" in input.shape && "limit" in input.shape && "nextCursor" in output.shape),
  );
  expect(lacking.map(({ declaration }) => declaration.name)).toEqual([]);
});

conform({
  "without a limit the list is whole, and pages of one record are the same list": {
    when: isWhole,
    shares: true,
    check: async (harness) => {
      const whole = expectSuccess(await harness.call()).body;
      const items = Object.keys(whole).find((name) => Array.isArray(whole[name])) ?? "";
      expect(whole["nextCursor"]).toBeNull();
      const all = whole[items] as unknown[];
      const read: unknown[] = [];
      let search = "limit=1";
      for (let page = 0; page < Math.min(all.length, 5); page += 1) {
        const { body } = expectSuccess(await harness.call({ search }));
        read.push(...(body[items] as unknown[]));
        expect(typeof body["nextCursor"]).toBe(read.length < all.length ? "string" : "object");
        search = `limit=1&after=${String(body["nextCursor"])}`;
      }
      expect(read).toEqual(all.slice(0, 5));
      expectRejection(
        await harness.call({ search: "after=AAAA.AAAAAAAAAAAA" }),
        "VALIDATION_FAILED",
        "after: not a cursor of this list",
      );
    },
  },
});
