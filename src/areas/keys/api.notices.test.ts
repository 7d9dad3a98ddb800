import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKey, type KeyOptions, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { observeMails, type SeenMails } from "../../testing/harness/seen-mails.ts";
import { inDays, readEventTypes, readNotices } from "../scope-requests/fixtures.ts";
import { createManagedTenant, createMember, readSlug, type SignedInMember } from "../team/fixtures.ts";
import { sendExpiryNotices } from "./domain.notices.ts";

let server: TestServer;
let owner: Client;
let mails: SeenMails;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
  mails = await observeMails(server);
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(async () => {
  await mails.close();
  await server.close(1000);
});

const give = () => sendExpiryNotices(server.services.database);
const makeKey = (days: number, options: KeyOptions = {}) =>
  createKey(tenant, { scopes: ["cases:read"], actingAttorneyId: null, expiresAt: inDays(days), ...options });
/** Lets the clock move on: the key's end comes nearer. */
const moveEnd = (keyId: string, days: number) =>
  owner.query(`UPDATE "IntegrationKey" SET "expiresAt" = $2 WHERE id = $1`, [keyId, inDays(days)]);
const daysLeftIn = async (keyId: string) =>
  (await readNotices(tenant, keyId)).map(({ parameters }) => (parameters as { daysLeft: number }).daysLeft);

describe("expiry notices", () => {
  test("name the elevated scopes whose grants end within 30 days, by the newest grant of each that the key holds", async () => {
    const { keyId } = await makeKey(6, { scopes: ["cases:read", "medical:read", "clients:pii"] });
    const grants = [
      ["medical:read", 300],
      ["medical:read", 6],
      ["clients:pii", 6],
      ["clients:pii", 300],
      ["medical:write", 6],
    ] as const;
    for (const [number, [scope, days]] of grants.entries()) {
      await owner.query(
        `INSERT INTO "ScopeRequest" ("organizationId", id, "keyId", scope, purpose, status, "requestedBy", "requestedAt", "lapsesAt", "decidedBy", "decidedAt", "latestExpiryAt")
         VALUES ($1, $2, $3, $4, 'Retrieval', 'granted', '{}', now() - interval '20 days', now() - interval '10 days', '{}', now() - interval '1 hour' + $5 * interval '1 minute', $6)`,
        [tenant.organizationId, `scr_${keyId}_${number}`, keyId, scope, number, inDays(days)],
      );
    }
    await give();
    expect((await readNotices(tenant, keyId)).map(({ parameters }) => parameters)).toMatchObject([
      { daysLeft: 6, lapsingScopes: ["medical:read"] },
    ]);
  });

  test("are sent at 30, 14, 7 and 1 days, once each", async () => {
    const { keyId } = await makeKey(31);
    const steps: [number, number[]][] = [
      [30.5, []],
      [29.9, [30]],
      [20, [30]],
      [14.1, [30]],
      [13.9, [30, 14]],
      [8, [30, 14]],
      [6.9, [30, 14, 7]],
      [1.1, [30, 14, 7]],
      [0.9, [30, 14, 7, 1]],
      [0.1, [30, 14, 7, 1]],
      [-0.1, [30, 14, 7, 1]],
    ];
    for (const [days, expected] of steps) {
      await moveEnd(keyId, days);
      await give();
      await give();
      expect([days, await daysLeftIn(keyId)]).toEqual([days, expected]);
    }
    expect(await readEventTypes(tenant, keyId)).toEqual(Array.from({ length: 4 }, () => "integration_key.expiring"));
  });

  test.each([
    [29, 29],
    [5, 5],
    [0.5, 1],
  ])("for a key that ends in %d days are sent only for the nearest threshold", async (days, daysLeft) => {
    const { keyId } = await makeKey(days);
    await give();
    expect(await daysLeftIn(keyId)).toEqual([daysLeft]);
  });

  test.each([
    [29.9, 30, []],
    [13, 30, [13]],
    [5, 7, []],
    [0.9, 7, [1]],
    [0.4, 0.5, [1]],
  ])("%d days before the end of a key that was made for %d days: %j", async (days, validDays, expected) => {
    const { keyId } = await makeKey(days, { expirySetAt: inDays(days - validDays) });
    await give();
    expect(await daysLeftIn(keyId)).toEqual(expected);
  });

  test("are sent for paused keys, not for revoked or expired ones", async () => {
    const paused = await makeKey(5, { pausedAt: inDays(-1) });
    const revoked = await makeKey(5, { revokedAt: inDays(-1), revokeReason: "over" });
    const expired = await makeKey(-1);
    await give();
    expect([await daysLeftIn(paused.keyId), await daysLeftIn(revoked.keyId), await daysLeftIn(expired.keyId)]).toEqual([
      [5],
      [],
      [],
    ]);
  });

  test("reach key managers and the acting attorney in the portal, by email and as an event", async () => {
    const attorneyId = await createMember(tenant, { firstName: "Act", lastName: "Attorney", isAttorney: true });
    await createMember(tenant, { role: "admin", status: "deactivated" });
    const { keyId } = await makeKey(6.5, { actingAttorneyId: attorneyId, name: "Sync <b>" });
    await mails.take();
    await give();
    const notices = await readNotices(tenant, keyId);
    expect(notices.map(({ memberId }) => memberId).toSorted()).toEqual([attorneyId, manager.memberId].toSorted());
    expect(notices[0]).toMatchObject({
      kind: "integration_key.expiring",
      parameters: { keyName: "Sync <b>", daysLeft: 7, expiresAt: expect.stringMatching(/Z$/) },
    });
    const sent = await mails.take();
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatchObject({
      subject: "API key expires in 7 days: Sync <b> (Test Firm)",
      path: `/o/${await readSlug(tenant)}/credentials/${keyId}`,
    });
    const { rows } = await owner.query(
      `SELECT payload->>'id' AS id, payload::jsonb ? 'secret' AS secret, diff, actor, metadata->>'source' AS source FROM "Event" WHERE "entityId" = $1`,
      [keyId],
    );
    expect(rows).toEqual([
      {
        id: keyId,
        secret: false,
        diff: {},
        actor: { type: "system", id: "system", name: "Caseport" },
        source: "system",
      },
    ]);
    // It is not a change of the key: whoever holds its ETag may go on.
    const { rows: keys } = await owner.query(`SELECT revision, "noticedDays" FROM "IntegrationKey" WHERE id = $1`, [
      keyId,
    ]);
    expect(keys).toEqual([{ revision: 1, noticedDays: 7 }]);
  });

  test("are sent once with several concurrent processes", async () => {
    await give();
    const keys = await Promise.all(Array.from({ length: 12 }, () => makeKey(10)));
    const done = await Promise.all(Array.from({ length: 4 }, () => give()));
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(12);
    for (const { keyId } of keys) expect(await daysLeftIn(keyId)).toEqual([10]);
  });

  test("start over when a rotation sets a new expiry", async () => {
    const { keyId } = await makeKey(10);
    await give();
    await manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId: keyId, validUntil: inDays(29.5) });
    await give();
    expect(await daysLeftIn(keyId)).toEqual([10]);
    await owner.query(
      `UPDATE "IntegrationKey" SET "expirySetAt" = now() - interval '16 days', "expiresAt" = now() + interval '13.5 days' WHERE id = $1`,
      [keyId],
    );
    await give();
    expect(await daysLeftIn(keyId)).toEqual([10, 14]);
  });

  test("are sent for all keys, also more than one batch", async () => {
    const crowd = await createManagedTenant(server);
    // Ten at a time: the pool lets nobody wait for a connection for more than two seconds.
    for (let made = 0; made < 230; made += 10) {
      await Promise.all(
        Array.from({ length: 10 }, () =>
          createKey(crowd.tenant, { scopes: ["cases:read"], actingAttorneyId: null, expiresAt: inDays(3) }),
        ),
      );
    }
    expect(await give()).toBe(230);
    expect(await give()).toBe(0);
  });

  test("of a failing key do not delay the others, and the job reports the failure", async () => {
    const broken = await createManagedTenant(server);
    const { keyId } = await createKey(broken.tenant, { scopes: ["cases:read"], expiresAt: inDays(2) });
    const later = await makeKey(3);
    await owner.query(`
      CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken on purpose'; END $$;
      CREATE TRIGGER break_down BEFORE INSERT ON "Notification" FOR EACH ROW WHEN (NEW."keyId" = '${keyId}') EXECUTE FUNCTION break_down();`);
    await expect(give()).rejects.toThrow("broken on purpose");
    expect(await daysLeftIn(later.keyId)).toEqual([3]);
    await owner.query(`DROP TRIGGER break_down ON "Notification"`);
    expect(await give()).toBe(1);
    expect(await readEventTypes(broken.tenant, keyId)).toEqual(["integration_key.expiring"]);
  });
});
