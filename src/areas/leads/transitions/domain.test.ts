import { describe, expect, test } from "vitest";
import { valuesOf } from "../../../contract/enumeration.ts";
import { leadEnumerations } from "../enumerations.ts";
import { trailEnumerations } from "./enumerations.ts";
import { followAttempt } from "../contact-attempts/domain.ts";
import { leadTransitions } from "./domain.moves.ts";

const statuses = valuesOf(leadEnumerations.leadStatus);

const canTransition = (from: keyof typeof leadTransitions, to: string) =>
  (leadTransitions[from] as readonly string[]).includes(to);

describe("the transitions of a lead", () => {
  test("reach every status but new, and every status is reachable from new", () => {
    const reached = new Set<string>(["new"]);
    for (const from of reached)
      for (const to of statuses.filter((status) => canTransition(from as (typeof statuses)[number], status)))
        reached.add(to);
    expect([...reached].toSorted()).toEqual([...statuses].toSorted());
  });

  test("never leave a final status, and declined and lost leads can be reopened", () => {
    expect(statuses.filter((status) => leadTransitions[status].length === 0)).toEqual([
      "converted",
      "duplicate",
      "spam",
    ]);
    expect(statuses.filter((status) => canTransition(status, "new"))).toEqual(["declined", "lost"]);
    expect(statuses.filter((status) => canTransition(status, "converted"))).toEqual([
      "retainer_signed",
      "referred_out",
    ]);
  });

  test("after a contact attempt are always in the table", () => {
    for (const from of statuses) {
      for (const outcome of valuesOf(trailEnumerations.leadContactOutcome)) {
        for (const direction of valuesOf(trailEnumerations.leadContactDirection)) {
          const to = followAttempt(from, { direction, outcome });
          expect([from, to, to === from || canTransition(from, to)]).toEqual([from, to, true]);
        }
      }
    }
  });
});
