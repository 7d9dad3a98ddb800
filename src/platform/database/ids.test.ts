import { decodeTime } from "ulid";
import { expect, test } from "vitest";
import { createId, createIdsOfThePast, createRequestId, lowestId } from "./ids.ts";

test("IDs of one process increase strictly, also within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, () => createId("case"));
  expect(ids).toEqual([...new Set(ids)].toSorted());
  // Many more than there were milliseconds: the order within one is what this is about.
  expect(new Set(ids.map((id) => id.slice(0, "cas_".length + 10))).size).toBeLessThan(ids.length / 2);
});

test("an ID of an instant is within the bounds of its millisecond", () => {
  const at = new Date("2026-03-14T15:09:26.535Z");
  const id = createId("auditEntry", at);
  expect(decodeTime(id.slice(4).toUpperCase())).toBe(at.getTime());
  expect(id >= lowestId("auditEntry", at)).toBe(true);
  expect(id < lowestId("auditEntry", new Date(at.getTime() + 1))).toBe(true);
});

test("IDs of the past sort by their instant, and within it in the order of creation, whatever came between", () => {
  const create = createIdsOfThePast();
  const [early, late] = [new Date("2026-03-14T15:09:26.535Z"), new Date("2026-03-14T15:09:26.536Z")];
  const made = Array.from({ length: 200 }, () => [create("lead", late), create("lead", early)] as const);
  const ids = [...made.map(([, id]) => id), ...made.map(([id]) => id)];
  expect(ids).toEqual([...new Set(ids)].toSorted());
  expect(decodeTime(ids[199]?.slice(4).toUpperCase() ?? "")).toBe(early.getTime());
});

test("request IDs are tokens that callers may send themselves", () => {
  expect(createRequestId()).toMatch(/^req_[0-9a-z]{26}$/);
});
