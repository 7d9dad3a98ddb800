import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { waitForLock } from "../../../testing/database/wait-for-lock.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { countTraces, readAuditEntries, readEvents } from "../../../testing/harness/traces.ts";
import { createManagedTenant, type SignedInMember } from "../../team/fixtures.ts";
import { createManagingKey, createPlainKey, inDays, newKeyBody, shownKey } from "../fixtures.ts";
import type { ServiceAccount } from "../schema.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const post = (secret: string, path: string, body: object = {}) =>
  openApi(server, secret).change("POST", `/service-accounts${path}`, body);
const rotate = (secret: string, keyId: string, overlapHours = 0) => post(secret, `/${keyId}/rotate`, { overlapHours });
const revoke = (keyId: string, choice: object = {}) =>
  post(tenant.secret, `/${keyId}/revoke`, { reason: "stolen", ...choice });
const statusOf = async (secret: string) => (await openApi(server, secret).get("/me")).status;
const rotatedOf = (reply: { body: Record<string, unknown> }) =>
  (reply.body["rotatedKeys"] as Pick<ServiceAccount, "id" | "status">[]).map(({ id, status }) => [id, status]);

/** A key that manages keys, and another one that it can rotate and did not create. */
async function createPair() {
  const [rotator, target] = await Promise.all([
    createPlainKey(tenant, { scopes: ["org:manage"] }),
    createPlainKey(tenant, { expiresAt: inDays(100) }),
  ]);
  return { rotator, target };
}

/** So that it can rotate itself. */
const letManage = (keyId: string) =>
  owner.query(`UPDATE "IntegrationKey" SET scopes = scopes || '{org:manage}' WHERE id = $1`, [keyId]);

async function listRotated(secret: string, rotatedByKeyId: string): Promise<string[]> {
  const reply = expectSuccess(await openApi(server, secret).get(`/service-accounts?rotatedByKeyId=${rotatedByKeyId}`));
  return (reply.body["serviceAccounts"] as ServiceAccount[]).map(({ id }) => id);
}

describe("a revocation", () => {
  test("ends the secrets of other keys that the key got by rotation, and leaves their older secrets", async () => {
    const { rotator, target } = await createPair();
    const got = shownKey(await rotate(rotator.secret, target.keyId, 24)).secret;
    expect(await Promise.all([got, target.secret].map(statusOf))).toEqual([200, 200]);
    expect(await listRotated(tenant.secret, rotator.keyId)).toEqual([target.keyId]);
    const reply = expectSuccess(await revoke(rotator.keyId));
    expect(rotatedOf(reply)).toEqual([[target.keyId, "active"]]);
    expect(reply.body["createdKeys"]).toEqual([]);
    expect(await Promise.all([got, target.secret].map(statusOf))).toEqual([401, 200]);
    expect(await listRotated(tenant.secret, rotator.keyId)).toEqual([]);
  });

  test("records the end with an event and an audit entry of each key", async () => {
    const { rotator, target } = await createPair();
    const { secret, key } = shownKey(await rotate(rotator.secret, target.keyId));
    const requestId = expectSuccess(await revoke(rotator.keyId)).headers["x-request-id"];
    const events = (await readEvents(tenant)).filter(({ correlationId }) => correlationId === requestId);
    expect(events.map(({ eventType, entityId }) => [eventType, entityId])).toEqual([
      ["integration_key.revoked", rotator.keyId],
      ["integration_key.updated", target.keyId],
    ]);
    expect(events[1]?.diff).toMatchObject({ secrets: { from: [{ prefix: secret.slice(0, 12) }], to: [] } });
    expect(events[1]?.payload).toMatchObject({ secrets: [], status: "active", revision: key.revision + 1 });
    const entries = (await readAuditEntries(tenant)).filter((entry) => entry.requestId === requestId);
    expect(entries.map(({ entityId }) => entityId).toSorted()).toEqual([rotator.keyId, target.keyId].toSorted());
  });

  test("includes what those secrets rotated, and what created keys rotated", async () => {
    const { rotator, target } = await createPair();
    const first = shownKey(await rotate(rotator.secret, target.keyId)).secret;
    await letManage(target.keyId);
    const second = shownKey(await rotate(first, target.keyId, 24)).secret;
    const created = await createManagingKey(tenant, rotator.keyId);
    const { keyId } = await createPlainKey(tenant, { expiresAt: inDays(100) });
    const third = shownKey(await rotate(created.secret, keyId)).secret;
    expect(await listRotated(tenant.secret, rotator.keyId)).toEqual([target.keyId, keyId].toSorted().toReversed());
    const { keys } = (
      await manager.portal.query<{ keys: { rotated: string[] }[] }>("keys.listMade", { keyIds: [rotator.keyId] })
    ).data;
    expect(keys[0]?.rotated).toHaveLength(2);
    expect(rotatedOf(expectSuccess(await revoke(rotator.keyId)))).toEqual(
      [target.keyId, keyId].toSorted().map((id) => [id, "active"]),
    );
    expect(await Promise.all([first, second, third].map(statusOf))).toEqual([401, 401, 401]);
  });

  test("does not name a created key as rotated, and ends no secret that a member gave since", async () => {
    const { rotator, target } = await createPair();
    const { key: created } = shownKey(await post(rotator.secret, "", newKeyBody()));
    expectSuccess(await rotate(rotator.secret, created.id));
    expectSuccess(await rotate(rotator.secret, target.keyId));
    const { data } = await manager.portal.mutate<{ secret: string }>("serviceAccounts.rotate", {
      serviceAccountId: target.keyId,
    });
    expect(await listRotated(tenant.secret, rotator.keyId)).toEqual([]);
    expect(rotatedOf(expectSuccess(await revoke(rotator.keyId)))).toEqual([]);
    expect(await statusOf(data.secret)).toBe(200);
  });

  test("keeps the secrets with keepCreatedKeys", async () => {
    const { rotator, target } = await createPair();
    const { secret } = shownKey(await rotate(rotator.secret, target.keyId));
    expect(rotatedOf(expectSuccess(await revoke(rotator.keyId, { keepCreatedKeys: true })))).toEqual([
      [target.keyId, "active"],
    ]);
    expect(await statusOf(secret)).toBe(200);
  });

  test("compares If-Match with the revision of the revoked key alone", async () => {
    const { rotator, target } = await createPair();
    const { secret } = shownKey(await rotate(rotator.secret, target.keyId));
    expectSuccess(
      await openApi(server, tenant.secret).change(
        "POST",
        `/service-accounts/${rotator.keyId}/revoke`,
        { reason: "stolen" },
        { "If-Match": '"1"' },
      ),
    );
    expect(await statusOf(secret)).toBe(401);
  });

  test("of another organization's key lists nothing", async () => {
    const { rotator, target } = await createPair();
    expectSuccess(await rotate(rotator.secret, target.keyId));
    const stranger = await createManagedTenant(server);
    expect(await listRotated(stranger.tenant.secret, rotator.keyId)).toEqual([]);
  });
});

test("a key whose secret another key got by rotation receives org:manage only after a member rotated it", async () => {
  const { rotator, target } = await createPair();
  expectSuccess(await rotate(rotator.secret, target.keyId));
  const widen = () =>
    manager.portal.mutate("serviceAccounts.update", { serviceAccountId: target.keyId, scopes: ["org:manage"] });
  const before = await countTraces(tenant);
  expect((await widen()).error?.data).toMatchObject({ code: "INVALID_STATE_TRANSITION" });
  expect(await countTraces(tenant)).toEqual(before);
  expect(
    (await manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId: target.keyId })).error,
  ).toBeUndefined();
  expect((await widen()).error).toBeUndefined();
});

describe("concurrently", () => {
  /** Runs the work while another transaction holds the rows that the statement locks. */
  async function holding<Result>(statement: string, values: string[], work: () => Promise<Result>): Promise<Result> {
    const holder = await server.connectOwner();
    try {
      await holder.query("BEGIN");
      await holder.query(statement, values);
      return await work();
    } finally {
      await holder.query("COMMIT");
      await holder.end();
    }
  }
  const holdKey = <Result>(keyId: string, work: () => Promise<Result>) =>
    holding(`SELECT FROM "IntegrationKey" WHERE id = $1 FOR UPDATE`, [keyId], work);

  test("a revocation waits for a rotation and ends its secret", async () => {
    const { rotator, target } = await createPair();
    const { rotation, revocation } = await holdKey(target.keyId, async () => {
      const rotating = rotate(rotator.secret, target.keyId);
      await waitForLock(owner);
      const revoking = revoke(rotator.keyId);
      await waitForLock(owner, 2);
      return { rotation: rotating, revocation: revoking };
    });
    const { secret } = shownKey(await rotation);
    expect(rotatedOf(expectSuccess(await revocation))).toEqual([[target.keyId, "active"]]);
    expect(await statusOf(secret)).toBe(401);
  });

  test("a rotation after the revocation fails and makes no secret", async () => {
    const { rotator, target } = await createPair();
    const { rotation, revocation } = await holding(
      `SELECT FROM "EventCounter" WHERE "organizationId" = $1 FOR UPDATE`,
      [tenant.organizationId],
      async () => {
        const revoking = revoke(rotator.keyId);
        await waitForLock(owner);
        const rotating = rotate(rotator.secret, target.keyId);
        await waitForLock(owner, 2);
        return { rotation: rotating, revocation: revoking };
      },
    );
    expectSuccess(await revocation);
    expectRejection(await rotation, "UNAUTHORIZED");
    expect(await statusOf(target.secret)).toBe(200);
  });

  test("a key that rotates itself with a secret that ended meanwhile fails and makes no secret", async () => {
    const { rotator, target } = await createPair();
    const { secret } = shownKey(await rotate(rotator.secret, target.keyId));
    await letManage(target.keyId);
    const { rotation, revocation } = await holding(
      `SELECT FROM "EventCounter" WHERE "organizationId" = $1 FOR UPDATE`,
      [tenant.organizationId],
      async () => {
        const revoking = revoke(rotator.keyId);
        await waitForLock(owner);
        const rotating = rotate(secret, target.keyId);
        await waitForLock(owner, 2);
        return { rotation: rotating, revocation: revoking };
      },
    );
    expectSuccess(await revocation);
    expectRejection(await rotation, "UNAUTHORIZED");
    const { rows } = await owner.query(
      `SELECT prefix FROM "IntegrationKeySecret" WHERE "keyId" = $1 AND ("expiresAt" IS NULL OR "expiresAt" > now())`,
      [target.keyId],
    );
    expect(rows).toEqual([]);
  });
});
