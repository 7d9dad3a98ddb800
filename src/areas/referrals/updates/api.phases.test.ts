import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { changeRow, createTenant, deleteRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createEngagedPair, type EngagedPair } from "../documents/fixtures.ts";
import { createReferral, engaged } from "../referrals/fixtures.ts";
import { followPhase } from "./domain.phases.ts";
import type { ReferralUpdate } from "./schema.ts";
import { phaseQueue, type PhaseJob } from "./store.queue.ts";

let server: TestServer;

beforeAll(async () => {
  // A worker would do the jobs first.
  server = await startOwnServer({ worker: "none" });
});
afterAll(() => server.close(1000));

async function openPair(autoUpdates: boolean): Promise<EngagedPair> {
  const { database } = server.services;
  const pair = await createEngagedPair(await createTenant(database), await createTenant(database));
  await pair.handler.inside((transaction) =>
    transaction
      .updateTable("ReferralProfile")
      .set({ autoUpdates })
      .where("organizationId", "=", pair.handler.organizationId)
      .execute(),
  );
  await changeRow(pair.handler, "Case", pair.received.caseId, { matterStatus: "open", matterStage: "treatment" });
  return pair;
}

const move = async ({ handler, received }: EngagedPair, toStage: string) => {
  const reply = await openApi(server, handler.secret).change("POST", `/cases/${received.caseId}/transitions`, {
    toStage,
    force: true,
    reason: "Its gates are another test's",
  });
  expect(reply.status, reply.text).toBeLessThan(300);
};
const listJobs = async ({ handler }: EngagedPair): Promise<PhaseJob[]> => {
  const { rows } = await handler.inside((transaction) =>
    sql<{ data: PhaseJob }>`SELECT data FROM pgboss.job WHERE name = ${phaseQueue.name}
      AND data->>'organizationId' = ${handler.organizationId}`.execute(transaction),
  );
  return rows.map(({ data }) => data);
};
const follow = (job: PhaseJob) => followPhase(server.services.database, job);
const listUpdates = async (tenant: TestTenant, referralId: string) =>
  readBody<{ updates: ReferralUpdate[] }>(
    await openApi(server, tenant.secret).get(`/referrals/${referralId}/updates?sort=oldest`),
  ).updates.map(({ by, phase, text, createdBy }) => [by, phase, text, createdBy.type]);

test("a case that enters another phase reports it once, on both sides", async () => {
  const pair = await openPair(true);
  const { handler, origin, received, sent } = pair;
  await move(pair, "demand_preparation");
  const [job] = await listJobs(pair);
  if (job === undefined) throw new Error("no job");
  expect(job).toEqual({ organizationId: handler.organizationId, referralId: received.referralId });
  // Repeated, and two at once.
  expect((await Promise.all([follow(job), follow(job)])).filter(Boolean)).toHaveLength(1);
  expect(await follow(job)).toBe(false);
  const demand = ["handling", "demand", null, "system"];
  expect(await listUpdates(handler, received.referralId)).toEqual([demand]);
  expect(await listUpdates(origin, sent.referralId)).toEqual([demand]);
  // Another stage of the same phase says nothing new.
  await move(pair, "demand_sent");
  expect(await follow(job)).toBe(false);
  // Stages that follow each other before the job runs are one update.
  await move(pair, "negotiation");
  await move(pair, "litigation_filed");
  for (const each of await listJobs(pair)) await follow(each);
  expect(await listUpdates(origin, sent.referralId)).toEqual([demand, ["handling", "litigation", null, "system"]]);
  const types = (await readEvents(origin)).map(({ eventType }) => eventType);
  expect(types).toEqual(["referral.update_posted", "referral.update_posted"]);
});

test("it reports nothing unless the firm chose that, of referrals elsewhere, and after the matter is returned or gone", async () => {
  const silent = await openPair(false);
  await move(silent, "demand_preparation");
  expect(await listJobs(silent)).toEqual([]);

  const pair = await openPair(true);
  const { handler, received } = pair;
  await changeRow(handler, "Referral", received.referralId, { status: "returned" });
  const elsewhere = { ...engaged, direction: "inbound", caseId: received.caseId } as const;
  await createReferral(handler, elsewhere);
  await move(pair, "demand_preparation");
  expect(await listJobs(pair)).toEqual([]);

  const { organizationId } = handler;
  const job = { organizationId, referralId: received.referralId };
  expect(await follow(job)).toBe(false);
  await changeRow(handler, "Referral", received.referralId, { status: "engaged" });
  await deleteRow(handler, "Case", received.caseId);
  expect(await follow(job)).toBe(false);
  expect(await readEvents(handler)).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ eventType: "referral.update_posted" })]),
  );
});
