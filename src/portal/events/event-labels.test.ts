import { expect, test } from "vitest";
import { eventTypeNames } from "../../contract/events/event-types.ts";
import {
  isRedacted,
  isRequestKept,
  listTypes,
  nameEvent,
  nameSource,
  formatEvent,
  whyRedacted,
} from "./event-labels.ts";

test("an unknown event type is shown by its name", () => {
  expect(nameEvent("retrieval_request.status_changed")).toBe("Retrieval request status changed");
  expect(
    ["integration_key.created", "webhook_subscription.tested", "esign_request.sent", "hipaa_authorization.revoked"].map(
      nameEvent,
    ),
  ).toEqual(["API key created", "Webhook tested", "Signature request sent", "HIPAA authorization revoked"]);
  expect(formatEvent("folder.created")).toBe("A folder was created.");
  expect(formatEvent("lead.evaporated")).toBe("Lead evaporated.");
});

test("every event type is listed once, below its record type", () => {
  expect(
    listTypes(null)
      .flatMap(({ types }) => types)
      .toSorted(),
  ).toEqual([...eventTypeNames].toSorted());
  expect(listTypes("folder")).toEqual([
    { entity: "folder", types: ["folder.created", "folder.updated", "folder.deleted", "folder.restored"] },
  ]);
});

test("redacted values are found at every depth, and the missing scope is named", () => {
  expect([{ a: 1, b: [{ c: "[redacted]" }] }, "[redacted]", { a: "redacted" }, null].map(isRedacted)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(whyRedacted("medical_facility")).toContain("the scope medical:read.");
  expect(whyRedacted("appointment")).toContain("the scope for such records");
});

test("shows the source of a change", () => {
  expect([{ source: "api" }, { source: "import" }, {}].map((metadata) => nameSource({ metadata }))).toEqual([
    "API",
    "import",
    "unknown",
  ]);
});

test("links to a request only while its log is stored", () => {
  const now = new Date("2026-03-31T00:00:00.000Z");
  expect(
    ["2026-03-01T00:00:01.000Z", "2026-03-01T00:00:00.000Z"].map((instant) => isRequestKept(instant, now)),
  ).toEqual([true, false]);
});
