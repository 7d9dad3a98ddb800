import { expect, test } from "vitest";
import { listEffects } from "./move-effects.ts";

const head = { id: "org_1", name: "Head", count: 12, names: ["Office", "Desk"] };

test.each([
  [
    { moving: 3, gains: [head], losses: [] },
    ["2 organizations below it move, too.", "Reports of Head will include Office, Desk and 10 others."],
  ],
  [
    { moving: 2, gains: [], losses: [{ ...head, count: 2 }] },
    ["1 organization below it moves, too.", "Reports of Head will no longer include Office and Desk."],
  ],
  [{ moving: 1, gains: [], losses: [] }, ["No headquarters gains or loses access to figures."]],
])("the effects of %o are described", (effects, described) => expect(listEffects(effects)).toEqual(described));
