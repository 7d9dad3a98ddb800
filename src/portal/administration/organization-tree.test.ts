import fc from "fast-check";
import { expect, test } from "vitest";
import { listPossibleParents, orderByHierarchy } from "./organization-tree.ts";

const organization = (id: string, parentOrganizationId: string | null = null) => ({
  id,
  name: id,
  parentOrganizationId,
});

test("children are listed below their parent, sorted by name", () => {
  const rows = orderByHierarchy([
    organization("texas", "hq"),
    organization("alone"),
    organization("hq"),
    organization("nevada", "hq"),
    organization("austin", "texas"),
  ]);
  expect(rows.map(({ organization: { id }, depth }) => `${depth} ${id}`)).toEqual([
    "0 alone",
    "0 hq",
    "1 nevada",
    "1 texas",
    "2 austin",
  ]);
});

test("lists every organization once, whatever its parent", () => {
  const ids = ["a", "b", "c", "d", "e"];
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.constantFrom(...ids, "elsewhere")), { minLength: 5, maxLength: 5 }),
      (parents) => {
        const rows = orderByHierarchy(ids.map((id, index) => organization(id, parents[index] ?? null)));
        expect(rows.map((row) => row.organization.id).toSorted()).toEqual(ids);
      },
    ),
  );
});

test("an organization can be moved below any other except its descendants", () => {
  const organizations = [
    organization("texas", "hq"),
    organization("alone"),
    organization("hq"),
    organization("nevada", "hq"),
    organization("austin", "texas"),
  ];
  const parentsOf = (id: string | null) => listPossibleParents(organizations, id).map((each) => each.id);
  expect(parentsOf("texas")).toEqual(["alone", "hq", "nevada"]);
  expect(parentsOf("hq")).toEqual(["alone"]);
  expect(parentsOf(null)).toEqual(["alone", "austin", "hq", "nevada", "texas"]);
});
