import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startTestServer, type TestServer } from "../harness/server.ts";
import { changeRow } from "../harness/tenant.ts";
import { openSubjectHarness, subjects } from "./subject.ts";

/**
 * The first and the last day that are dates, in zones on both sides of UTC: every date and every instant in a query or
 * a body is no 5xx.
 */

type Schema = Record<string, unknown>;

const extremes: Readonly<Record<string, readonly string[]>> = {
  date: ["0001-01-01", "9996-12-20", "9999-12-31"],
  "date-time": ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
};
const zones = ["Pacific/Kiritimati", "America/Adak"];
/** Where the first day begins before the calendar does, and where the last one ends after it. */
const worstZone = (value: string) => (value.startsWith("0001") ? zones[0] : zones[1]);

const formatOf = ({ format, anyOf }: Schema): unknown =>
  format ?? (anyOf as Schema[] | undefined)?.find((each) => each["format"] !== undefined)?.["format"];

/**
 * One value for each extreme of each member of query and body that is a date or an instant; not those below another
 * member.
 */
function listChanges({ declaration: { input, meta } }: (typeof subjects)[number]): Record<string, string>[] {
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as {
    properties?: Record<string, Schema>;
  };
  return Object.entries(properties).flatMap(([name, schema]) =>
    meta.path.includes(`{${name}}`)
      ? []
      : (extremes[String(formatOf(schema))] ?? []).map((value) => ({ [name]: value })),
  );
}

const dated = subjects.filter((subject) => listChanges(subject).length > 0);
const [reads, writes] = [
  dated.filter(({ declaration }) => declaration.kind === "query"),
  dated.filter(({ declaration }) => declaration.kind !== "query"),
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close(1000));

test("reads with dates are found", () => {
  const names = reads.map(({ declaration }) => declaration.name);
  expect(names).toEqual(
    expect.arrayContaining([
      "cases.list",
      "tasks.list",
      "notes.list",
      "deadlines.list",
      "invoices.list",
      "holidayCalendars.calculate",
    ]),
  );
  expect(names.length).toBeGreaterThan(20);
});

test.each(reads.map((subject) => [subject.label, subject] as const))("%s", async (_, subject) => {
  const harness = await openSubjectHarness(server, subject);
  const { tenant, arranged } = harness;
  const failed: object[] = [];
  for (const timezone of zones) {
    await changeRow(tenant, "Organization", tenant.organizationId, { timezone });
    for (const query of listChanges(subject)) {
      const { status, text } = await harness.call({
        arranged: { ...arranged, query: { ...arranged.query, ...query } },
      });
      if (status >= 500) failed.push({ timezone, query, text });
    }
  }
  expect(failed).toEqual([]);
});

test.each(writes.map((subject) => [subject.label, subject] as const))("%s", async (_, subject) => {
  const harness = await openSubjectHarness(server, subject);
  const failed: object[] = [];
  for (const change of listChanges(subject)) {
    const arranged = await harness.arrangeAnother();
    await changeRow(harness.tenant, "Organization", harness.tenant.organizationId, {
      timezone: worstZone(Object.values(change)[0] ?? ""),
    });
    const { status, text } = await harness.call({ arranged: { ...arranged, body: { ...arranged.body, ...change } } });
    if (status >= 500) failed.push({ change, text });
  }
  expect(failed).toEqual([]);
});
