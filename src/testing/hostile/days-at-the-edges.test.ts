import { afterAll, beforeAll, expect, test } from "vitest";
import { createEvent } from "../../areas/calendar/fixtures.ts";
import { openApi } from "../harness/requests/api.ts";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { createTenant, type TestTenant } from "../harness/tenant.ts";

/** Days at the ends of what is accepted: what is reckoned from them has no day before or after. No read fails on one. */

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; format?: string };
}

const edges = ["0001-01-01", "0001-01-02", "1900-01-01", "2199-12-31", "9999-12-30", "9999-12-31"];
/** A day alone, and with the one after it. */
const pairs = edges.flatMap((first, index) => edges.slice(index, index + 2).map((last) => [first, last] as const));

test("days of the years 1, 1900, 2199 and 9999 in every read", { timeout: 240_000 }, async () => {
  const api = openApi(server, tenant.secret);
  const { caseId, eventId } = await createEvent(tenant, { rule: "FREQ=DAILY" });
  const ids: Readonly<Record<string, string>> = { caseId, calendarEventId: eventId, calendarId: "default" };
  /** What a read has to have besides its days, or reckons them with. */
  const more: Readonly<Record<string, string>> = { memberIds: tenant.attorneyId, durationMinutes: "30" };
  const { body } = await api.get("/openapi.json");
  const paths = body["paths"] as Record<string, { get?: { parameters?: Parameter[] } }>;
  const tried: string[] = [];
  const failed: string[] = [];
  for (const [path, { get }] of Object.entries(paths)) {
    const days = (get?.parameters ?? []).filter(
      (each) => each.in === "query" && (each.schema.format ?? "").startsWith("date"),
    );
    if (days.length === 0) continue;
    tried.push(path);
    const url = path.replace("/api/v1", "").replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "unknown");
    const others = (get?.parameters ?? []).filter(({ name }) => name in more);
    for (const [first, last] of pairs) {
      const query = new URLSearchParams(others.map(({ name }) => [name, more[name] ?? ""]));
      for (const [index, { name, schema }] of days.entries()) {
        const on = index === 0 ? first : last;
        // Windows of instants are of some length.
        query.set(name, schema.format === "date" ? on : `${on}T${index === 0 ? "00:00" : "23:59"}:00Z`);
      }
      const { status } = await api.get(`${url}?${query.toString()}`);
      // A rate limit would hide what fails.
      if (status >= 500 || status === 429) failed.push(`${status} ${url}?${query.toString()}`);
    }
  }
  expect(failed).toEqual([]);
  expect(tried).toEqual(
    expect.arrayContaining(["docket-entries", "calendar-occurrences", "usage"].map((name) => `/api/v1/${name}`)),
  );
});
