import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import type { Deadline } from "../deadlines/schema.ts";
import type { DraftDeadline } from "./schema.drafts.ts";
import type { DeadlineChain, Move } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

interface Applied {
  deadlineChain: DeadlineChain;
  deadlines: Deadline[];
}
const change = async <Body extends object>(path: string, body: object): Promise<Body> =>
  readBody<Body>(await api.change("POST", path, body));

// Each count from the second day ends on a holiday that either the federal courts or those of the state have alone.
test.each([
  ["CA", "ca.discovery_served", "2027-05-19"],
  ["FL", "fl.discovery_served", "2027-05-19"],
  ["GA", "ga.discovery_served", "2027-05-19"],
  ["IL", "il.discovery_served", "2027-06-06"],
  ["MI", "mi.discovery_served", "2027-09-13"],
  ["TX", "tx.discovery_served", "2027-09-11"],
])(
  "without a court calendar of the firm, a chain of %s is recalculated in the days of the state, as a new one is counted",
  async (caseState, templateKey, triggerOn) => {
    const { caseId } = await createCase(tenant);
    await changeRow(tenant, "Case", caseId, { caseState });
    const wanted = { templateKey, triggerOn, facts: {} };
    const { deadlines } = await change<{ deadlines: DraftDeadline[] }>("/deadline-chains/preview", {
      ...wanted,
      caseId,
    });
    const expected = Object.fromEntries(deadlines.map(({ itemKey, dueOn }) => [itemKey, dueOn]));
    const applied = await change<Applied>(`/cases/${caseId}/deadline-chains`, { ...wanted, triggerOn: "2027-03-01" });
    const path = `/deadline-chains/${applied.deadlineChain.id}/recalculate`;
    const { changes } = await change<{ changes: Move[] }>(path, { triggerOn, reason: "Served later.", commit: false });
    expect(Object.fromEntries(changes.map(({ itemKey, toOn }) => [itemKey, toOn]))).toEqual(expected);
    // A correction that changes no day counts in the same days.
    const [first] = applied.deadlines;
    const { dueOn, id } = first ?? expect.fail("a chain without a deadline");
    const reason = { reason: "Looked up again." };
    const corrected = await api.change("PATCH", `/deadlines/${id}`, { observedHolidays: "closed", ...reason });
    expect([corrected.status, readBody<{ deadline: Deadline }>(corrected).deadline.dueOn >= dueOn]).toEqual([
      200,
      true,
    ]);
  },
);
