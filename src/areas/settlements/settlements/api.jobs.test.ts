import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { warnOfLienDates } from "../liens/domain.jobs.ts";
import { createLien } from "../liens/fixtures.ts";
import { expireNegotiations } from "../negotiations/domain.jobs.ts";
import { createNegotiation } from "../negotiations/fixtures.ts";
import { createAgreeable } from "./fixtures.ts";
import { markOverduePayers } from "./domain.jobs.ts";
import type { Settlement } from "./schema.ts";

/** A server of its own: the jobs work for all organizations of a database. */
let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const eventsOf = async (entityId: string) =>
  (await readEvents(tenant))
    .filter((event) => event.entityId === entityId)
    .map(({ eventType, metadata }) => [eventType, (metadata as Record<string, unknown>)["daysLeft"]]);

test("an offer is recorded as expiring 7, 3 and 1 days before it expires, once each, and when it has", async () => {
  const { negotiationId } = await createNegotiation(tenant, { expiresAt: "2026-06-10T22:00:00.000Z" });
  const run = (at: string) => expireNegotiations(server.services.database, at);
  expect(await run("2026-06-03T21:59:59Z")).toBe(0);
  expect(await run("2026-06-03T22:00:00Z")).toBe(1);
  expect(await run("2026-06-03T22:10:00Z")).toBe(0);
  // What was missed meanwhile is not made up for.
  expect(await run("2026-06-09T23:00:00Z")).toBe(1);
  const both = await Promise.all([run("2026-06-10T22:00:00Z"), run("2026-06-10T22:00:00Z")]);
  expect(both.reduce((sum, count) => sum + count)).toBe(1);
  expect(await run("2026-07-10T22:00:00Z")).toBe(0);
  expect(await eventsOf(negotiationId)).toEqual([
    ["negotiation.expiring", 7],
    ["negotiation.expiring", 1],
    ["negotiation.expired", undefined],
  ]);
});

test("an offer that was answered expires no more", async () => {
  const { negotiationId } = await createNegotiation(tenant, {
    expiresAt: "2026-06-10T22:00:00.000Z",
    status: "countered",
  });
  expect(await expireNegotiations(server.services.database, "2026-06-11T22:00:00Z")).toBe(0);
  expect(await eventsOf(negotiationId)).toEqual([]);
});

test("dates of an open lien are recorded 14, 7 and 1 days ahead, the first of them before the other", async () => {
  const { lienId } = await createLien(tenant, { payByOn: "2026-06-20", finalDemandExpiresOn: "2026-08-10" });
  const run = (day: string) => warnOfLienDates(server.services.database, `${day}T18:00:00Z`);
  const counts = [];
  for (const day of ["2026-06-05", "2026-06-06", "2026-06-07", "2026-06-13", "2026-06-19", "2026-06-20", "2026-08-09"])
    counts.push(await run(day));
  expect(counts).toEqual([0, 1, 0, 1, 1, 0, 1]);
  expect(await eventsOf(lienId)).toEqual([
    ["lien.deadline_approaching", 14],
    ["lien.deadline_approaching", 7],
    ["lien.deadline_approaching", 1],
    ["lien.deadline_approaching", 1],
  ]);
  await changeRow(tenant, "Lien", lienId, { status: "waived", payByOn: "2026-09-10" });
  expect(await run("2026-09-09")).toBe(0);
});

test("a payer is overdue once its day is over in the firm's time zone, the settlement's day where it has none", async () => {
  const { settlementId } = await createAgreeable(tenant, { settlement: { paymentDueOn: "2026-06-10" } });
  const run = (at: string) => markOverduePayers(server.services.database, at);
  expect(await run("2026-06-12T12:00:00Z")).toBe(0);
  await api.change("POST", `/settlements/${settlementId}/transitions`, { status: "agreed", agreedOn: "2026-03-13" });
  await changeRow(tenant, "Organization", tenant.organizationId, { timezone: "America/Los_Angeles" });
  expect(await run("2026-06-11T06:59:00Z")).toBe(0);
  expect(await run("2026-06-11T07:01:00Z")).toBe(1);
  expect(await run("2026-06-11T08:01:00Z")).toBe(0);
  const { settlement } = readBody<{ settlement: Settlement }>(await api.get(`/settlements/${settlementId}`));
  expect([settlement.payers[0]?.paymentStatus, settlement.warnings.map(({ code }) => code)]).toEqual([
    "overdue",
    ["payment_overdue"],
  ]);
  expect((await eventsOf(settlementId)).map(([type]) => type)).toEqual([
    "settlement.agreed",
    "settlement.payment_overdue",
  ]);
});
