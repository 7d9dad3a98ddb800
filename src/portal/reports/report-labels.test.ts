import { expect, test } from "vitest";
import { everything, findReports, readListQuery, writeListQuery } from "./list-query.ts";
import { listMissing, nameMissing } from "./missing-data.ts";
import { formatOrigin } from "./origin-labels.ts";
import { joinList } from "../ui/join-list.ts";
import { placeFaults, describeRunRejection } from "./run/run-rejection.ts";

const report = (name: string, more: object = {}) =>
  ({
    name,
    description: null,
    category: "pipeline",
    entity: "cases",
    isStandard: true,
    lastRunAt: null,
    ...more,
  }) as Parameters<typeof findReports>[0][number];

const aging = report("Invoice aging", {
  description: "What is owed to the firm",
  category: "money",
  entity: "invoices",
});
const pipeline = report("Pipeline by stage");
const own = report("Our trial calendar", {
  isStandard: false,
  category: "deadlines",
  lastRunAt: "2026-11-20T10:00:00.000Z",
});

const names = (query: Partial<typeof everything>) =>
  findReports([own, pipeline, aging], { ...everything, ...query }).map((each) => each.name);

test("reports are one list, what ran last first, then by name, and match all words of a search", () => {
  expect(names({})).toEqual(["Our trial calendar", "Invoice aging", "Pipeline by stage"]);
  expect(names({ search: "OWED firm" })).toEqual(["Invoice aging"]);
  expect(names({ search: "invoices aging" })).toEqual(["Invoice aging"]);
  expect(names({ search: "owed pipeline" })).toEqual([]);
  expect(names({ isOwn: true })).toEqual(["Our trial calendar"]);
  expect(names({ category: "pipeline" })).toEqual(["Pipeline by stage"]);
});

test("the list's filters are in the URL", () => {
  const query = { search: "aging", category: "money", isOwn: true } as const;
  expect(readListQuery(new URLSearchParams(writeListQuery(query)))).toEqual(query);
  expect(writeListQuery(everything)).toBe("");
  expect(readListQuery(new URLSearchParams("category=secrets"))).toEqual(everything);
});

test("missing permissions have the portal's names", () => {
  const can = (permission: string) => permission === "cases:view";
  expect(listMissing(["cases:read", "billing:read", "billing:read"], can)).toEqual(["billing:view"]);
  expect(nameMissing(listMissing(["billing:read", "medical:read", "clients:read"], can))).toBe(
    "Billing data, Medical data and Client data",
  );
  expect(nameMissing(listMissing(["webhooks:manage"], can))).toBe("data that only keys may read");
  expect([joinList([]), joinList(["a"]), joinList(["a", "b"])]).toEqual(["", "a", "a and b"]);
});

test("a badge says where a report comes from", () => {
  const plain = { isStandard: false, organization: null, visibility: "private" } as const;
  expect(formatOrigin({ ...plain, isStandard: true }).label).toBe("Standard");
  expect(formatOrigin({ ...plain, organization: { name: "Hartwell & Pierce" } }).label).toBe("From Hartwell & Pierce");
  expect([formatOrigin(plain).label, formatOrigin({ ...plain, visibility: "shared_children" }).label]).toEqual([
    "Private",
    "Child organizations",
  ]);
});

test("a rejection says what helps", () => {
  const rejection = { message: "", faults: [], reason: null } as const;
  const slow = "this report takes longer than 5 seconds: narrow its parameters, or create a file with POST /exports";
  expect(describeRunRejection({ ...rejection, code: "VALIDATION_FAILED", message: slow }).kind).toBe("slow");
  expect(describeRunRejection({ ...rejection, code: "RATE_LIMITED" }).kind).toBe("busy");
  const moved = "after: the report's organizations have changed since that page; start again without after";
  expect(describeRunRejection({ ...rejection, code: "VALIDATION_FAILED", message: moved }).kind).toBe("changed");
  const lack =
    "a run over child organizations requires reports:headquarters, billing:view; with organizationIds set to your own organization it runs over that one alone";
  expect(describeRunRejection({ ...rejection, code: "FORBIDDEN", message: lack })).toMatchObject({
    kind: "lacking",
    text: "Requires “Child organization reports” and “Billing data”. An owner or administrator can grant it.",
  });
  const faults = [{ path: "parameters.days", message: "must be at most 3650" }];
  expect(describeRunRejection({ ...rejection, code: "VALIDATION_FAILED", message: "x", faults }).kind).toBe("faulty");
  expect(placeFaults({ ...rejection, code: "VALIDATION_FAILED", faults })).toEqual({ days: "must be at most 3650" });
});
