import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hooks } from "../../../composition/transaction-hooks.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { isFullExtent } from "../../../testing/harness/extent.ts";
import { openApi, readBody } from "../../../testing/harness/requests/api.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { startServerProcess, type ServerProcess } from "../../../testing/servers/server-process.ts";
import { createReferral } from "../referrals/fixtures.ts";
import type { Referral } from "../referrals/schema.ts";
import { createPartners } from "./fixtures.ts";

/**
 * `kill -9` of the server while firms send referrals to each other and accept them. A request without a response is
 * sent again with its idempotency key: in the end both firms of each pair have the same, once.
 */
const kills = isFullExtent ? 12 : 3;
/** So many at the same time: some of them are in the middle of it at each kill. */
const atOnce = 4;
const pairs = (kills + 1) * atOnce * 2;

let database: Database;
let applicationUrl: string;
let server: ServerProcess;
/** The start of a server that is to come. */
let starting: Promise<unknown> = Promise.resolve();
let interrupted = 0;
let finished = 0;

beforeAll(async () => {
  applicationUrl = await ensureApplicationRole(await cloneDatabase());
  database = openDatabase(applicationUrl, { poolSize: 4, hooks });
  server = await startServerProcess(applicationUrl);
});
afterAll(async () => {
  await server.end("SIGKILL");
  await database.close();
});

const isCutOff = (error: unknown) =>
  error instanceof Error && "code" in error && ["ECONNREFUSED", "ECONNRESET", "EPIPE"].includes(String(error.code));

/** Sends a request until it has its response, always with one idempotency key. */
async function insist(tenant: TestTenant, path: string, body: object): Promise<Reply> {
  const headers = { "X-Idempotency-Key": randomUUID() };
  for (;;) {
    const reply = await openApi(server, tenant.secret)
      .change("POST", path, body, headers)
      .catch((error: unknown) => {
        if (isCutOff(error)) return null;
        throw error;
      });
    if (reply !== null && reply.status !== 503 && reply.body["code"] !== "IDEMPOTENCY_IN_PROGRESS") {
      finished += 1;
      return reply;
    }
    interrupted += 1;
    await delay(10);
    await starting;
  }
}

const listOf = async ({ secret }: TestTenant): Promise<Referral[]> => {
  const referrals: Referral[] = [];
  for (let after: string | null = ""; after !== null;) {
    const path: string = `/referrals?sort=oldest&limit=200${after === "" ? "" : `&after=${after}`}`;
    const page = readBody<{ referrals: Referral[]; nextCursor: string | null }>(
      await openApi(server, secret).get(path),
    );
    referrals.push(...page.referrals);
    after = page.nextCursor;
  }
  return referrals;
};
const findPair = async (tenant: TestTenant, pairId: string | null) =>
  (await listOf(tenant)).find((referral) => referral.pairId === pairId);

/** What both firms see alike. */
const describe = ({
  pairId,
  status,
  sentAt,
  acceptedAt,
  expiresAt,
  responseDueOn,
  handlingAttorneyName,
  terms,
}: Referral) => ({
  pairId,
  status,
  sentAt,
  acceptedAt,
  expiresAt,
  responseDueOn,
  handlingAttorneyName,
  terms,
});
const byPair = (referrals: readonly Referral[]) =>
  referrals.map(describe).toSorted((one, other) => String(one.pairId).localeCompare(String(other.pairId)));

test("6. the server is killed during send and accept: both firms of each pair have the same, once", async () => {
  const [origin, handler] = [await createTenant(database), await createTenant(database)];
  const { handlingId } = await createPartners(origin, handler);
  const drafts: string[] = [];
  for (let count = 0; count < pairs; count += 1)
    drafts.push((await createReferral(origin, { partnerFirmId: handlingId, channel: "network" })).referralId);
  const work = async () => {
    for (let id = drafts.pop(); id !== undefined; id = drafts.pop()) {
      const { pairId } = readBody<{ referral: Referral }>(await insist(origin, `/referrals/${id}/send`, {})).referral;
      const received = await retryRead(() => findPair(handler, pairId));
      const acceptance = { termsRevision: 1, handlingAttorneyId: handler.attorneyId, attach: "new_case" };
      const accepted = await insist(handler, `/referrals/${received?.id}/accept`, acceptance);
      expect(accepted.status, accepted.text).toBe(200);
    }
  };
  const workers = Promise.all(Array.from({ length: atOnce }, () => work()));
  for (let kill = 0; kill < kills; kill += 1) {
    const enough = finished + 2;
    await expect.poll(() => finished, { interval: 5, timeout: 60_000 }).toBeGreaterThanOrEqual(enough);
    await delay((kill * 37) % 60);
    const start = server.end("SIGKILL").then(() => startServerProcess(applicationUrl));
    starting = start;
    server = await start;
  }
  await workers;
  expect(interrupted).toBeGreaterThan(0);
  const [sent, received] = [await listOf(origin), await listOf(handler)];
  expect(sent).toHaveLength(pairs);
  expect(byPair(received)).toEqual(byPair(sent));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set(["accepted"]));
  const cases = received.map(({ caseId }) => caseId);
  expect(new Set(cases).size).toBe(pairs);
  const count = async (tenant: TestTenant, type: string) =>
    (await readEvents(tenant)).filter(({ eventType }) => eventType === type).length;
  expect([await count(origin, "referral.sent"), await count(origin, "referral.accepted")]).toEqual([pairs, pairs]);
  expect([await count(handler, "referral.received"), await count(handler, "referral.accepted")]).toEqual([
    pairs,
    pairs,
  ]);
  expect(await count(handler, "case.created")).toBe(pairs);
  for (const tenant of [origin, handler]) {
    const numbers = (await readEvents(tenant)).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  }
}, 300_000);

/** Reads again where the server was killed meanwhile. */
async function retryRead<Result>(read: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      const isStarting = error instanceof Error && error.message.startsWith("503: ");
      if (!isCutOff(error) && !isStarting) throw error;
      await delay(10);
      await starting;
    }
  }
}
