import { expect, test } from "vitest";
import { countNew } from "./use-new-events.ts";

const at = (second: number, id = `evt_${second}`) => ({ id, occurredAt: `2026-11-21T10:00:0${second}.000Z` });

test("events not yet shown are new, also within the same millisecond", () => {
  expect(countNew([at(4), at(3, "evt_other"), at(3), at(2)], [at(3), at(2)])).toBe(2);
  expect(countNew([at(1)], [])).toBe(1);
});

test("a response older than the list counts no events", () => {
  expect(countNew([at(2), at(1)], [at(4), at(3), at(2)])).toBe(0);
});
