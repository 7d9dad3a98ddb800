import { describe, expect, test } from "vitest";
import {
  everything,
  fromLocal,
  narrow,
  readEventsQuery,
  readRecordId,
  toEventsInput,
  toLocal,
  writeEventsQuery,
  type EventsQuery,
} from "./events-query.ts";

const read = (text: string) => readEventsQuery(new URLSearchParams(text));

describe("the query in the URL", () => {
  test.each<Partial<EventsQuery>>([
    {},
    { entity: "folder", eventType: "folder.created", actorId: "key_01jc", entityId: "fld_01jc" },
    { span: "day" },
    { span: "between", since: "2026-11-20T09:00:00.000Z", until: "2026-11-21T09:00:00.000Z" },
  ])("%j reads as it was written", (chosen) => {
    const query = { ...everything, ...chosen };
    expect(read(writeEventsQuery(query))).toEqual(query);
  });

  test("default values are omitted", () => {
    expect(writeEventsQuery(everything)).toBe("");
  });

  test("invalid values are ignored", () => {
    expect(
      read(
        "entity=weather&type=case.exploded&actor=Maria+Gutierrez&record=maria_gutierrez&time=century&since=yesterday",
      ),
    ).toEqual(everything);
    expect(read("time=between&since=2026-99-99T00:00:00Z")).toEqual({ ...everything, span: "between" });
    expect(read("time=day&since=2026-11-20T09:00:00Z")).toEqual({ ...everything, span: "day" });
  });

  test("an event type of another record type is dropped", () => {
    expect(narrow({ ...everything, entity: "case", eventType: "folder.created" }).eventType).toBeNull();
    expect(narrow({ ...everything, entity: "folder", eventType: "folder.created" }).eventType).toBe("folder.created");
  });
});

test.each([
  [" case_01jc0 ", "case_01jc0"],
  ["cpk_abcdefgh", null],
  ["whsec_abcdefgh", null],
  ["Maria Gutierrez", null],
  ["maria_gutierrez", null],
  ["", null],
])("%j as the id of a record: %s", (text, id) => {
  expect(readRecordId(text)).toBe(id);
});

test("the procedure's span starts at the full minute", () => {
  const now = Date.parse("2026-11-21T10:00:42.123Z");
  expect(toEventsInput({ ...everything, span: "hour", entity: "case" }, now)).toEqual({
    entity: "case",
    since: "2026-11-21T09:00:00.000Z",
  });
  expect(toEventsInput(everything, now)).toEqual({});
  const backwards = {
    ...everything,
    span: "between",
    since: "2026-11-21T09:00:00.000Z",
    until: "2026-11-20T09:00:00.000Z",
  } as const;
  expect(toEventsInput(backwards, now)).toEqual({ since: backwards.since });
});

test("an instant is formatted for a field and parsed back", () => {
  expect(fromLocal(toLocal("2026-11-21T09:30:00.000Z"))).toBe("2026-11-21T09:30:00.000Z");
  expect([toLocal(null), fromLocal(""), fromLocal("no")]).toEqual(["", null, null]);
});
