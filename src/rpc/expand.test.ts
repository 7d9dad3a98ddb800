import { expect, test } from "vitest";
import * as z from "zod";
import { JsonText } from "../contract/values/json-text.ts";
import { createPartialContext } from "../testing/harness/partial-context.ts";
import { expandOf, findExpandable, readExpanded, type Expandable, type Expansion } from "./expand.ts";

const asked: (readonly string[])[] = [];
const expansion: Expansion = {
  one: "client",
  many: "clients",
  scope: "clients:read",
  schema: z.object({ id: z.string() }),
  idPath: "plaintiff.id",
  find: (_, ids) => {
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => id !== "gone").map((id) => ({ id })));
  },
};
const ofList: Expandable = { member: "cases", isList: true, expansions: [expansion] };

test("the related records of a page are read at once, each once, also of records that are text", async () => {
  const cases = [
    { plaintiff: { id: "a" } },
    new JsonText(JSON.stringify({ plaintiff: { id: "b" } })),
    { plaintiff: { id: "a" } },
    { plaintiff: { id: "gone" } },
    { isDeleted: true },
    { plaintiff: null },
  ];
  asked.length = 0;
  expect(await readExpanded(createPartialContext({}), ofList, ["client"], { cases })).toEqual({
    clients: [{ id: "a" }, { id: "b" }],
  });
  expect(asked).toEqual([["a", "b", "gone"]]);
});

test("nothing is read for a page without related records, and one record without one has null", async () => {
  asked.length = 0;
  const context = createPartialContext({});
  expect(await readExpanded(context, ofList, ["client"], { cases: [] })).toEqual({ clients: [] });
  expect(await readExpanded(context, ofList, [], { cases: [{ plaintiff: { id: "a" } }] })).toEqual({});
  const ofOne: Expandable = { member: "case", isList: false, expansions: [expansion] };
  expect(await readExpanded(context, ofOne, ["client"], { case: { plaintiff: null } })).toEqual({ client: null });
  expect(asked).toEqual([]);
});

test("the parameter takes each name once, and a response without one member of records takes none", () => {
  const schema = expandOf(ofList);
  expect(schema.parse("client")).toEqual(["client"]);
  for (const wrong of ["client,client", "clients", "", "client."]) expect(schema.safeParse(wrong).success).toBe(false);
  expect(() => findExpandable(z.object({ cases: z.array(z.string()), total: z.int() }), [expansion])).toThrow();
});
