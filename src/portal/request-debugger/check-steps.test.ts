import { describe, expect, test } from "vitest";
import { rejectionChecks } from "../../contract/portal/request-log.ts";
import { findFixLink, listSteps } from "./check-steps.ts";

describe("the steps of a request", () => {
  test.each(rejectionChecks.filter((check) => check !== "server"))(
    "rejected by %s: all checks before it have passed, none after it is reached",
    (check) => {
      const steps = listSteps(check);
      const place = steps.findIndex((step) => step.check === check);
      expect(steps.map(({ state }) => state)).toEqual(
        steps.map((_, index) => {
          if (index === place) return "failed";
          return index < place ? "passed" : "not_reached";
        }),
      );
      expect(steps).toHaveLength(10);
    },
  );

  test("stand in the order of the contract", () => {
    expect(listSteps("input").map(({ check }) => check)).toEqual([
      "route",
      "media",
      "key",
      "rate",
      "network",
      "scope",
      "acting_attorney",
      "input",
      "idempotency",
      "domain",
    ]);
  });

  test("an accepted request passed all checks", () => {
    expect(new Set(listSteps(null).map(({ state }) => state))).toEqual(new Set(["passed"]));
  });

  test("a server error shows no check as passed", () => {
    const steps = listSteps("server");
    expect(steps.at(-1)).toMatchObject({ check: "server", state: "failed" });
    expect(steps.slice(0, -1).every(({ state }) => state === "not_reached")).toBe(true);
  });
});

test("a fix links to its key; without a key there is no link", () => {
  expect(findFixLink("edit_scopes", "hartwell", "key_1")?.href).toBe("/o/hartwell/credentials/key_1?tab=edit#scopes");
  expect(findFixLink("none", "hartwell", "key_1")).toBeNull();
});
