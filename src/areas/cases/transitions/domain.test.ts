import { describe, expect, test } from "vitest";
import { matterTransitions, needsReason, planMove, type Standing } from "./domain.ts";
import { MatterStatus, type MatterStage } from "../schema.input.ts";

const from = (status: MatterStatus, stage: MatterStage = "negotiation"): Standing => ({ status, stage });

describe("the transition table", () => {
  test("reaches every status from pending and never repeats a status", () => {
    const reachable = new Set<MatterStatus>(["pending"]);
    for (const status of reachable) for (const next of matterTransitions[status]) reachable.add(next);
    expect([...reachable].toSorted()).toEqual(MatterStatus.options.toSorted());
    for (const status of MatterStatus.options) expect(matterTransitions[status]).not.toContain(status);
  });

  test.each(MatterStatus.options.flatMap((status) => MatterStatus.options.map((to) => [status, to] as const)))(
    "%s to %s",
    (status, toStatus) => {
      const standing = from(status, status === "closed" || status === "archived" ? "closed" : "negotiation");
      const plan = () => planMove(standing, { toStatus });
      if ((matterTransitions[status] as readonly string[]).includes(toStatus)) expect(plan().status).toBe(toStatus);
      else
        expect(plan).toThrow(
          `A case in status ${status} cannot go to ${toStatus}; it allows ${matterTransitions[status].join(", ")}`,
        );
    },
  );
});

describe("status and stage are closed together", () => {
  test("closing either one closes both", () => {
    expect(planMove(from("open"), { toStatus: "closed" })).toEqual({ status: "closed", stage: "closed" });
    expect(planMove(from("open"), { toStage: "closed" })).toEqual({ status: "closed", stage: "closed" });
    expect(planMove(from("settled"), { toStage: "closed", toStatus: "closed" })).toEqual({
      status: "closed",
      stage: "closed",
    });
  });

  test("closing by stage follows the same rules as closing by status", () => {
    expect(() => planMove(from("pending"), { toStage: "closed" })).toThrow(
      "A case in status pending cannot go to closed",
    );
  });

  test("an archived case keeps the stage closed and returns to it", () => {
    expect(planMove(from("closed", "closed"), { toStatus: "archived" })).toEqual({
      status: "archived",
      stage: "closed",
    });
    expect(planMove(from("archived", "closed"), { toStatus: "closed" })).toEqual({ status: "closed", stage: "closed" });
  });

  test("a reopened case returns to its previous stage or to the requested one", () => {
    expect(planMove(from("closed", "closed"), { toStatus: "open" })).toEqual({ status: "open", stage: null });
    expect(planMove(from("closed", "closed"), { toStatus: "open", toStage: "discovery" })).toEqual({
      status: "open",
      stage: "discovery",
    });
  });

  test.each([
    [from("open"), { toStatus: "closed", toStage: "trial" }],
    [from("open"), { toStatus: "on_hold", toStage: "closed" }],
    [from("closed", "closed"), { toStatus: "open", toStage: "closed" }],
  ] as const)("%j to %j is contradictory", (standing, wanted) => {
    expect(() => planMove(standing, wanted)).toThrow("toStage: the stage closed requires");
  });

  test.each(["closed", "archived"] as const)("a case that is %s cannot change its stage", (status) => {
    for (const toStage of ["trial", "closed"] as const)
      expect(() => planMove(from(status, "closed"), { toStage })).toThrow("cannot change");
  });
});

test("stages move forward and back, but not to the current stage", () => {
  expect(planMove(from("open", "trial"), { toStage: "intake" })).toEqual({ status: "open", stage: "intake" });
  expect(planMove(from("on_hold", "intake"), { toStage: "disbursement" })).toEqual({
    status: "on_hold",
    stage: "disbursement",
  });
  expect(() => planMove(from("open", "trial"), { toStage: "trial" })).toThrow("The case is already in stage trial");
});

test("a reason is required to close, reopen or reconsider", () => {
  const needing = MatterStatus.options.flatMap((status) =>
    matterTransitions[status].filter((to) => needsReason(status, to)).map((to) => `${status} ${to}`),
  );
  expect(needing).toEqual([
    "open closed",
    "on_hold closed",
    "settled closed",
    "referred_out closed",
    "declined pending",
    "withdrawn closed",
    "closed open",
  ]);
});
