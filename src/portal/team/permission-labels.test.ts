import { expect, test } from "vitest";
import { permissions } from "../../contract/permissions.ts";
import { groupPermissions } from "./permission-labels.ts";

test("every permission is in one group, and a group without one is left out", () => {
  expect(
    groupPermissions()
      .flatMap((each) => each.permissions)
      .toSorted(),
  ).toEqual([...permissions].toSorted());
  expect(groupPermissions(["trust:view", "reports:view"]).map(({ title }) => title)).toEqual(["Reports", "Money"]);
  expect(groupPermissions([])).toEqual([]);
});
