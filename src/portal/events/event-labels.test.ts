import { expect, test } from "vitest";
import { eventTypeNames } from "../../contract/event-types.ts";
import { isRedacted, isRequestKept, listTypes, nameEvent, nameSource, formatEvent, whyRedacted } from "./event-labels.ts";

test("a type that is not known yet goes by its name", () => {
  expect(nameEvent("retrieval_request.status_changed")).toBe("Retrieval request status changed");
  expect(formatEvent("folder.created")).toBe("A folder was created.");
  expect(formatEvent("lead.evaporated")).toBe("Lead evaporated.");
});

test("every type stands under its kind, once", () => {
  expect(listTypes(null).flatMap(({ types }) => types).toSorted()).toEqual([...eventTypeNames].toSorted());
  expect(listTypes("folder")).toEqual([{ entity: "folder", types: ["folder.created", "folder.updated", "folder.deleted", "folder.restored"] }]);
});

test("redaction is found at every depth, and explained by the scope", () => {
  expect([{ a: 1, b: [{ c: "[redacted]" }] }, "[redacted]", { a: "redacted" }, null].map(isRedacted)).toEqual([true, true, false, false]);
  expect(whyRedacted("medical_facility")).toContain("the scope medical:read.");
  expect(whyRedacted("note")).toContain("the scope for such records");
});

test("where a change came from", () => {
  expect([{ source: "api" }, { source: "import" }, {}].map((metadata) => nameSource({ metadata }))).toEqual(["API", "import", "unknown"]);
});

test("a request is looked for while its log is kept", () => {
  const now = new Date("2026-03-31T00:00:00.000Z");
  expect(["2026-03-01T00:00:01.000Z", "2026-03-01T00:00:00.000Z"].map((instant) => isRequestKept(instant, now))).toEqual([true, false]);
});
