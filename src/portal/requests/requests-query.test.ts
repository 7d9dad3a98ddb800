import { expect, test } from "vitest";
import {
  everything,
  readAddress,
  readBulkJob,
  readRequestsQuery,
  readRoute,
  toRequestsInput,
  writeRequestsQuery,
  type RequestsQuery,
} from "./requests-query.ts";
import { writeSpanQuery } from "./requests-href.ts";

const full: RequestsQuery = {
  status: "409",
  keyId: "key_01",
  text: "stale",
  method: "PATCH",
  route: "/cases/{caseId}",
  reason: "stale_revision",
  address: "2001:db8::1",
  bulkJobId: "blk_01",
  source: "mcp",
  span: "between",
  since: "2026-11-20T10:00:00.000Z",
  until: "2026-11-21T10:00:00.000Z",
};

test("every filter is in the URL, beside what else is there", () => {
  const written = writeRequestsQuery("?tab=requests&status=4xx", full);
  expect(readRequestsQuery(new URLSearchParams(written))).toEqual(full);
  expect(new URLSearchParams(written).get("tab")).toBe("requests");
  expect(writeRequestsQuery(written, everything)).toBe("tab=requests");
});

test("what is no value of a filter is ignored", () => {
  const parameters = new URLSearchParams(
    "status=abc&key=mem_1&q=%20&method=TRACE&route=cases&reason=bad_mood&job=req_1&ip=host.example&time=ever&since=2026-11-20T10:00:00Z",
  );
  expect(readRequestsQuery(parameters)).toEqual(everything);
});

test("a route is read with the API's prefix, too, a bulk job from its items, and an address by its form", () => {
  expect([" /api/v1/cases/{caseId} ", "/cases/case_01", "/clients", "clients", "/a b"].map(readRoute)).toEqual([
    "/cases/{caseId}",
    "/cases/case_01",
    "/clients",
    null,
    null,
  ]);
  expect(["blk_01", " blk_01.7 ", "req_01", "blk_"].map(readBulkJob)).toEqual(["blk_01", "blk_01", null, null]);
  expect([" 203.0.113.24", "::1", "203.0.113", "key_1"].map(readAddress)).toEqual(["203.0.113.24", "::1", null, null]);
});

test("the procedure gets the filters that are set, and the start of a span to the minute", () => {
  expect(toRequestsInput(full, 0)).toEqual({
    status: "409",
    keyId: "key_01",
    q: "stale",
    method: "PATCH",
    route: "/cases/{caseId}",
    reason: "stale_revision",
    address: "2001:db8::1",
    bulkJobId: "blk_01",
    source: "mcp",
    from: full.since,
    until: full.until,
  });
  expect(toRequestsInput({ ...everything, span: "hour" }, Date.parse("2026-11-21T10:00:40.000Z"))).toEqual({
    from: "2026-11-21T09:00:00.000Z",
  });
  expect(toRequestsInput({ ...full, until: "2026-11-19T10:00:00.000Z" }, 0)).not.toHaveProperty("until");
});

test("the span that a point of a chart stands for is the one that the list reads, while its requests are kept", () => {
  const hour = 3_600_000;
  const from = Math.floor(Date.now() / hour) * hour - 5 * hour;
  expect(readRequestsQuery(new URLSearchParams(writeSpanQuery(from, hour, "key_1") ?? ""))).toEqual({
    ...everything,
    keyId: "key_1",
    span: "between",
    since: new Date(from).toISOString(),
    until: new Date(from + hour).toISOString(),
  });
  expect(writeSpanQuery(from - 400 * 24 * hour, hour)).toBeNull();
});
