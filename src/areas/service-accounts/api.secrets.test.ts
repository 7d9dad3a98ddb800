import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sha256 } from "../../platform/crypto/digest.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { call } from "../../testing/harness/requests/call.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { startServerProcess } from "../../testing/servers/server-process.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { createPlainKey, inDays, newKeyBody, shownKey } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let manager: SignedInMember;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant, manager } = await createManagedTenant(server));
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

const api = (secret = tenant.secret) => openApi(server, secret);
const statusOf = async (secret: string) => (await api(secret).get("/me")).status;
const rotate = (keyId: string, body: object = {}, headers: Record<string, string> = {}) =>
  api().change("POST", `/service-accounts/${keyId}/rotate`, body, headers);

/** Moves the end of the key's overlaps into the past, as if so much time had gone by. */
const endOverlap = (keyId: string) =>
  owner.query(
    `UPDATE "IntegrationKeySecret" SET "expiresAt" = now() - interval '1 second' WHERE "keyId" = $1 AND "expiresAt" IS NOT NULL`,
    [keyId],
  );

describe("rotation", () => {
  test("without overlap the old secret fails at the very next request", async () => {
    const { keyId, secret } = await createPlainKey(tenant);
    const rotated = shownKey(await rotate(keyId));
    expect([await statusOf(secret), await statusOf(rotated.secret)]).toEqual([401, 200]);
    expect(rotated.key).toMatchObject({
      keyPrefix: rotated.secret.slice(0, 12),
      secrets: [{ prefix: rotated.secret.slice(0, 12), expiresAt: null }],
      revision: 2,
    });
  });

  test("with overlap both secrets work, then only the new one", async () => {
    const { keyId, secret } = await createPlainKey(tenant);
    const rotated = shownKey(await rotate(keyId, { overlapHours: 24 }));
    expect([await statusOf(secret), await statusOf(rotated.secret)]).toEqual([200, 200]);
    const [newest, old] = rotated.key.secrets;
    expect([newest?.expiresAt, old?.prefix]).toEqual([null, secret.slice(0, 12)]);
    expect((Date.parse(old?.expiresAt ?? "") - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await endOverlap(keyId);
    expect([await statusOf(secret), await statusOf(rotated.secret)]).toEqual([401, 200]);
  });

  test("the portal shows when each secret was last used, and ends the old one at once", async () => {
    const { keyId, secret } = await createPlainKey(tenant);
    const rotated = shownKey(await rotate(keyId, { overlapHours: 24 }));
    const [prefix, old] = [rotated.secret.slice(0, 12), secret.slice(0, 12)];
    const readUses = async () =>
      (
        await manager.portal.query<{ uses: { prefix: string; lastUsedAt: string | null }[] }>("keys.listSecretUses", {
          keyId,
        })
      ).data.uses;
    expect(await readUses()).toEqual([
      { prefix, lastUsedAt: null },
      { prefix: old, lastUsedAt: null },
    ]);
    await statusOf(secret);
    await server.services.keyUses.flush();
    expect(await readUses()).toEqual([
      { prefix, lastUsedAt: null },
      { prefix: old, lastUsedAt: expect.any(String) },
    ]);

    const end = (ended: string, by = manager) => by.portal.mutate("keys.endSecret", { keyId, prefix: ended });
    expect((await end(prefix)).error?.data.code).toBe("INVALID_STATE_TRANSITION");
    const { manager: stranger } = await createManagedTenant(server);
    expect((await end(old, stranger)).error?.data.code).toBe("NOT_FOUND");
    expect((await stranger.portal.query("keys.listSecretUses", { keyId })).error?.data.code).toBe("NOT_FOUND");
    const paralegal = await signInMember(server, tenant);
    expect((await end(old, paralegal)).error?.data.code).toBe("FORBIDDEN");
    expect([await statusOf(secret), await statusOf(rotated.secret)]).toEqual([200, 200]);
    expect((await end(old)).error).toBeUndefined();
    expect([await statusOf(secret), await statusOf(rotated.secret)]).toEqual([401, 200]);
    const [entry] = (
      await manager.portal.query<{ entries: { action: string; changes: object }[] }>("serviceAccounts.audit.list", {
        serviceAccountId: keyId,
      })
    ).data.entries;
    expect(entry).toMatchObject({ action: "keys.endSecret", changes: { secrets: {} } });
  });

  test("leaves at most two live secrets", async () => {
    const { keyId, secret: first } = await createPlainKey(tenant);
    const { secret: second } = shownKey(await rotate(keyId, { overlapHours: 168 }));
    const { secret: third, key } = shownKey(await rotate(keyId, { overlapHours: 168 }));
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200]);
    expect(key.secrets.map(({ prefix }) => prefix)).toEqual([third.slice(0, 12), second.slice(0, 12)]);
    const { secret: fourth } = shownKey(await rotate(keyId));
    expect(await Promise.all([first, second, third, fourth].map(statusOf))).toEqual([401, 401, 401, 200]);
  });

  test("of several concurrent requests run one after another and leave two secrets", async () => {
    const { keyId, secret } = await createPlainKey(tenant);
    const replies = await Promise.all(Array.from({ length: 5 }, () => rotate(keyId, { overlapHours: 1 })));
    const shown = replies.map(shownKey);
    expect(shown.map(({ key }) => key.revision).toSorted((left, right) => left - right)).toEqual([2, 3, 4, 5, 6]);
    const statuses = await Promise.all([secret, ...shown.map((each) => each.secret)].map(statusOf));
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    const last = shown.find(({ key }) => key.revision === 6);
    expect(await statusOf(last?.secret ?? "")).toBe(200);
  });

  test("validates a new expiry and resets its notices; without one the expiry stays", async () => {
    const { keyId } = await createPlainKey(tenant, { expiresAt: inDays(5), noticedDays: 7 });
    const before = shownKey(await rotate(keyId)).key;
    expect((Date.parse(before.expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(5, 1);
    const { error } = await manager.portal.mutate("serviceAccounts.rotate", {
      serviceAccountId: keyId,
      validUntil: inDays(732),
    });
    expect(error?.data).toMatchObject({ code: "VALIDATION_FAILED", faults: [{ path: "validUntil" }] });
    expect(shownKey(await rotate(keyId, { validUntil: inDays(250) })).key.status).toBe("active");
    const { rows } = await owner.query(`SELECT "noticedDays" FROM "IntegrationKey" WHERE id = $1`, [keyId]);
    expect(rows).toEqual([{ noticedDays: null }]);
    expectRejection(await rotate(keyId, { overlapHours: 2 }), "VALIDATION_FAILED", "overlapHours");
  });

  test("allows at most one year with an elevated scope, granted or requested", async () => {
    const requesting = shownKey(
      await api().change(
        "POST",
        "/service-accounts",
        newKeyBody({ scopes: ["medical:read"], purpose: "Retrieving records" }),
      ),
    ).key;
    const { keyId: holding } = await createPlainKey(tenant, { scopes: ["medical:read"] });
    for (const serviceAccountId of [requesting.id, holding]) {
      const { error } = await manager.portal.mutate("serviceAccounts.rotate", {
        serviceAccountId,
        validUntil: inDays(367),
      });
      expect(error?.data.faults).toEqual([
        { path: "validUntil", message: "must be at most one year away with an elevated scope" },
      ]);
      expect(
        (await manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId, validUntil: inDays(364) })).error,
      ).toBeUndefined();
    }
  });
});

describe("one idempotency key", () => {
  test("20 concurrent creations create one key with one secret", async () => {
    const body = newKeyBody();
    const headers = { "X-Idempotency-Key": randomUUID() };
    const make = () => api().change("POST", "/service-accounts", body, headers);
    const replies = await Promise.all(Array.from({ length: 20 }, make));
    const done = replies.filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThan(0);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRejection(reply, "IDEMPOTENCY_IN_PROGRESS");
    const again = await make();
    expect(new Set([...done, again].map(({ text }) => text)).size).toBe(1);
    const { rows } = await owner.query(
      `SELECT count(*)::int AS made FROM "IntegrationKey" k JOIN "IntegrationKeySecret" s ON s."keyId" = k.id WHERE k.name = $1`,
      [body["name"]],
    );
    expect(rows).toEqual([{ made: 1 }]);
    expect(await statusOf(shownKey(again).secret)).toBe(200);
  });

  test("a replay to the key's next secret explains what to do instead", async () => {
    const caller = await createPlainKey(tenant, { scopes: ["org:manage"] });
    const body = newKeyBody();
    const headers = { "X-Idempotency-Key": randomUUID() };
    const rotateItself = () =>
      api(caller.secret).change("POST", `/service-accounts/${caller.keyId}/rotate`, { overlapHours: 1 });
    const make = (secret: string) => api(secret).change("POST", "/service-accounts", body, headers);
    const first = expectSuccess(await make(caller.secret));
    const { secret: next } = shownKey(await rotateItself());
    expectRejection(
      await make(next),
      "IDEMPOTENCY_CONFLICT",
      /replayed only to the API key secret that sent the first request; rotate the key/,
    );
    expect((await make(caller.secret)).text).toBe(first.text);
  });
});

/**
 * A creation, its replay, a conflict and a rotation, by a server of their own.
 *
 * @returns the secrets, what was rejected, and the log
 */
async function makeSecrets(): Promise<{ keyId: string; secrets: string[]; rejection: string; log: () => string }> {
  const process = await startServerProcess(server.applicationUrl, "trace");
  try {
    const caller = await createPlainKey(tenant, { scopes: ["org:manage"] });
    const send = (path: string, body: object, idempotencyKey = randomUUID()) =>
      call(process.baseUrl, `/api/v1${path}`, { method: "POST", body, secret: caller.secret, idempotencyKey });
    const idempotencyKey = randomUUID();
    const body = newKeyBody();
    const made = await send("/service-accounts", body, idempotencyKey);
    const keyId = readRecord(made.json ?? {}, "serviceAccount")["id"] as string;
    const rotated = await send(`/service-accounts/${keyId}/rotate`, { overlapHours: 1 });
    const rejected = await send("/service-accounts", newKeyBody(), idempotencyKey);
    expect([made.status, rotated.status, rejected.status]).toEqual([201, 200, 409]);
    expect((await send("/service-accounts", body, idempotencyKey)).text).toBe(made.text);
    const secrets = [caller.secret, String(made.json?.["secret"]), String(rotated.json?.["secret"])];
    return { keyId, secrets, rejection: rejected.text, log: process.output };
  } finally {
    // In good order: the request log and the last uses are written at the end.
    await process.end("SIGTERM");
  }
}

test("no secret is stored in the database, or occurs in an error or in the log", async () => {
  const { keyId, secrets, rejection, log: readLog } = await makeSecrets();
  const log = readLog();
  for (const secret of secrets) expect(secret).toMatch(/^cpk_/);
  const forms = secrets.flatMap(formsOf);
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    if (rows.some(({ row }) => row.includes(keyId))) naming.push(name);
    expect(
      rows.filter(({ row }) => forms.some((form) => row.includes(form))),
      name,
    ).toEqual([]);
  }
  // What makes the test worth something: the key itself is in all of these.
  expect(naming).toEqual(
    expect.arrayContaining(
      ["AuditEntry", "Event", "IntegrationKey", "IntegrationKeySecret", "IdempotencyRecord"].map(
        (name) => `public."${name}"`,
      ),
    ),
  );
  expect(log).toContain("serviceAccounts.create");
  const digests = secrets.map((secret) => sha256(secret).toString("hex"));
  expect([...forms, ...digests].filter((form) => log.includes(form) || rejection.includes(form))).toEqual([]);
});

/** How a secret could stand somewhere: as it is, without its beginning, as bytes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    secret.slice(13),
    bytes.toString("hex"),
    bytes.toString("base64").slice(0, 60),
    bytes.toString("base64url").slice(0, 60),
  ];
}
