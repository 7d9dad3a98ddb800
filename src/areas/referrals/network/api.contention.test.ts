import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi, readBody, type Api } from "../../../testing/harness/requests/api.ts";
import { startOwnServer, type TestServer } from "../../../testing/harness/server.ts";
import { createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { readEvents } from "../../../testing/harness/traces.ts";
import { createReferral } from "../referrals/fixtures.ts";
import { createPartners } from "./fixtures.ts";

const connections = 4;
let server: TestServer;
let owner: Client;

/** A sequence counts the runs, because a rollback leaves it as it is. */
const failing = `
  CREATE SEQUENCE failed_receipts;
  GRANT USAGE ON SEQUENCE failed_receipts TO PUBLIC;
  CREATE FUNCTION fail_receipt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.direction = 'inbound' AND nextval('failed_receipts') <= TG_ARGV[0]::integer THEN
      RAISE EXCEPTION 'as if' USING ERRCODE = TG_ARGV[1];
    END IF;
    RETURN NEW;
  END $$`;

beforeAll(async () => {
  server = await startOwnServer({ databasePoolSize: connections });
  owner = await server.connectOwner();
  await owner.query(failing);
});
afterAll(() => server.close(1000));

interface Offer {
  origin: TestTenant;
  handler: TestTenant;
  api: Api;
  handlingId: string;
}

async function openOffer(): Promise<Offer> {
  const { database } = server.services;
  const [origin, handler] = [await createTenant(database), await createTenant(database)];
  const { handlingId } = await createPartners(origin, handler);
  return { origin, handler, api: openApi(server, origin.secret), handlingId };
}

/** A request that sends a draft: the same one each time. */
async function prepareSend({ origin, api, handlingId }: Offer) {
  const { referralId } = await createReferral(origin, { partnerFirmId: handlingId, channel: "network" });
  const headers = { "X-Idempotency-Key": randomUUID() };
  return () => api.change("POST", `/referrals/${referralId}/send`, {}, headers);
}

const listReceived = async ({ handler }: Offer) =>
  readBody<{ referrals: { status: string }[] }>(await openApi(server, handler.secret).get("/referrals")).referrals;

test.each([
  { failure: "a deadlock", code: "40P01", times: 1, status: 200 },
  { failure: "a deadlock three times", code: "40P01", times: 3, status: 200 },
  { failure: "a deadlock in each run", code: "40P01", times: 4, status: 503 },
  { failure: "a lock that was waited for in vain", code: "55P03", times: 1, status: 503 },
  { failure: "a statement that took too long", code: "57014", times: 1, status: 503 },
])("6. $failure in the other firm's part: $status", async ({ code, times, status }) => {
  const offer = await openOffer();
  const send = await prepareSend(offer);
  await owner.query(`ALTER SEQUENCE failed_receipts RESTART;
    CREATE TRIGGER fail_receipt BEFORE INSERT ON "Referral" FOR EACH ROW EXECUTE FUNCTION fail_receipt(${times}, '${code}')`);
  const reply = await send();
  await owner.query(`DROP TRIGGER fail_receipt ON "Referral"`);
  expect(reply.status, reply.text).toBe(status);
  expect(await listReceived(offer)).toHaveLength(status === 200 ? 1 : 0);
  if (status === 503) {
    expect(reply.headers["retry-after"]).toMatch(/^\d+$/);
    expect([await readEvents(offer.origin), await readEvents(offer.handler)]).toEqual([[], []]);
    expect((await send()).status).toBe(200);
  }
  for (const tenant of [offer.origin, offer.handler]) {
    const numbers = (await readEvents(tenant)).map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(0);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  }
});

test("6. more at once than connections while the other firm's next number is locked: 503 with Retry-After, and all succeed when sent again", async () => {
  const offer = await openOffer();
  const sends = [];
  for (let count = 0; count < connections * 2; count += 1) sends.push(await prepareSend(offer));
  await owner.query("BEGIN");
  await owner.query(
    `INSERT INTO "NumberSequence" ("organizationId", kind, year, last)
     SELECT id, 'referral', extract(year FROM now() AT TIME ZONE timezone)::integer, 1 FROM "Organization" WHERE id = $1`,
    [offer.handler.organizationId],
  );
  const replies = await Promise.all(sends.map((send) => send()));
  await owner.query("ROLLBACK");
  expect(replies.map(({ status, headers }) => [status, "retry-after" in headers])).toEqual(
    sends.map(() => [503, true]),
  );
  expect(await listReceived(offer)).toEqual([]);
  for (const send of sends) expect((await send()).status).toBe(200);
  expect(await listReceived(offer)).toHaveLength(sends.length);
});
