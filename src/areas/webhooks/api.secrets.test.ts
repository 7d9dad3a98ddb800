import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createInstallationKeys } from "../../platform/crypto/installation-keys.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { call } from "../../testing/harness/requests/call.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, testSecret, type TestServer } from "../../testing/harness/server.ts";
import { startServerProcess } from "../../testing/servers/server-process.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { placeOfSecret } from "./domain.secrets.ts";
import { allowHosts, newSubscriptionBody, shownSubscription } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  await allowHosts(tenant, tenant.keyId);
  owner = await server.connectOwner();
});
afterAll(() => server.close(1000));

const api = () => openApi(server, tenant.secret);
const make = (headers: Record<string, string> = {}, body = newSubscriptionBody()) =>
  api().change("POST", "/webhook-subscriptions", body, headers);
const rotate = (id: string) => api().change("POST", `/webhook-subscriptions/${id}/rotate-secret`, {});

interface EncryptedRow {
  id: string;
  prefix: string;
  sealed: Buffer;
  hoursLeft: number | null;
}

/** What is kept of a subscription's secrets, newest first. */
async function readEncrypted(subscriptionId: string): Promise<EncryptedRow[]> {
  const { rows } = await owner.query<EncryptedRow>(
    `SELECT id, prefix, sealed, extract(epoch FROM "expiresAt" - now())::float8 / 3600 AS "hoursLeft" FROM "WebhookSecret"
     WHERE "subscriptionId" = $1 ORDER BY "createdAt" DESC`,
    [subscriptionId],
  );
  return rows;
}

describe("a signing secret", () => {
  test("is stored encrypted, and can be decrypted only in its own row with the installation's secret", async () => {
    const { subscription, secret } = shownSubscription(await make());
    const [row] = await readEncrypted(subscription.id);
    if (row === undefined) throw new Error("no secret is kept");
    const place = placeOfSecret(tenant.organizationId, subscription.id, row.id);
    expect(createInstallationKeys(testSecret).decrypt(place, row.sealed)).toBe(secret);
    expect(createInstallationKeys(`${testSecret}!`).decrypt(place, row.sealed)).toBeNull();
    expect(
      createInstallationKeys(testSecret).decrypt(
        placeOfSecret(tenant.organizationId, subscription.id, "whk_other"),
        row.sealed,
      ),
    ).toBeNull();
    expect(row).toMatchObject({ prefix: secret.slice(0, 12), hoursLeft: null });
  });

  test("signs for 24 hours beside a new one, and older ones stop at once", async () => {
    const { subscription, secret: first } = shownSubscription(await make());
    const { secret: second, subscription: rotated } = shownSubscription(await rotate(subscription.id));
    expect(rotated).toMatchObject({
      revision: 2,
      secrets: [{ prefix: second.slice(0, 12), expiresAt: null }, { prefix: first.slice(0, 12) }],
    });
    expect((Date.parse(rotated.secrets[1]?.expiresAt ?? "") - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    const { secret: third, subscription: again } = shownSubscription(await rotate(subscription.id));
    expect(again.secrets.map(({ prefix }) => prefix)).toEqual([third.slice(0, 12), second.slice(0, 12)]);
    expect(new Set([first, second, third]).size).toBe(3);
    const hours = (await readEncrypted(subscription.id)).map(({ hoursLeft }) =>
      hoursLeft === null ? null : Math.max(0, Math.round(hoursLeft)),
    );
    expect(hours).toEqual([null, 24, 0]);
    await owner.query(
      `UPDATE "WebhookSecret" SET "expiresAt" = now() - interval '1 second' WHERE "subscriptionId" = $1 AND "expiresAt" IS NOT NULL`,
      [subscription.id],
    );
    const { secrets } = shownSubscription(await api().get(`/webhook-subscriptions/${subscription.id}`)).subscription;
    expect(secrets.map(({ prefix }) => prefix)).toEqual([third.slice(0, 12)]);
  });

  test("of concurrent rotations: two remain, and the last one shown signs", async () => {
    const { subscription } = shownSubscription(await make());
    const shown = (await Promise.all(Array.from({ length: 4 }, () => rotate(subscription.id)))).map(shownSubscription);
    expect(shown.map((each) => each.subscription.revision).toSorted()).toEqual([2, 3, 4, 5]);
    const last = shown.find((each) => each.subscription.revision === 5);
    const now = shownSubscription(await api().get(`/webhook-subscriptions/${subscription.id}`)).subscription;
    expect(now.secrets).toHaveLength(2);
    expect(now.secrets[0]).toEqual({
      prefix: last?.secret.slice(0, 12),
      createdAt: expect.any(String),
      expiresAt: null,
    });
  });

  test("is returned again to a retry, byte for byte, and created once", async () => {
    const headers = { "X-Idempotency-Key": randomUUID() };
    const body = newSubscriptionBody();
    const replies = await Promise.all(Array.from({ length: 10 }, () => make(headers, body)));
    for (const reply of replies.filter(({ status }) => status !== 201))
      expectRejection(reply, "IDEMPOTENCY_IN_PROGRESS");
    const again = expectSuccess(await make(headers, body));
    expect(new Set([...replies.filter(({ status }) => status === 201), again].map(({ text }) => text)).size).toBe(1);
    const { rows } = await owner.query(
      `SELECT count(*)::int AS made FROM "WebhookSubscription" s JOIN "WebhookSecret" w ON w."subscriptionId" = s.id WHERE s.name = $1`,
      [body["name"]],
    );
    expect(rows).toEqual([{ made: 1 }]);
  });
});

/**
 * A creation, its replay, a rotation, a conflict and a test, by a server of their own.
 *
 * @returns the secrets, what was refused, and the log
 */
async function makeSecrets(): Promise<{
  subscriptionId: string;
  secrets: string[];
  rejection: string;
  log: () => string;
}> {
  const process = await startServerProcess(server.applicationUrl, "trace");
  try {
    const send = (path: string, body: object, idempotencyKey = randomUUID()) =>
      call(process.baseUrl, `/api/v1${path}`, { method: "POST", body, secret: tenant.secret, idempotencyKey });
    const idempotencyKey = randomUUID();
    const body = newSubscriptionBody();
    const made = await send("/webhook-subscriptions", body, idempotencyKey);
    const subscriptionId = readRecord(made.json ?? {}, "webhookSubscription")["id"] as string;
    const rotated = await send(`/webhook-subscriptions/${subscriptionId}/rotate-secret`, {});
    const refused = await send("/webhook-subscriptions", newSubscriptionBody(), idempotencyKey);
    const tested = await send(`/webhook-subscriptions/${subscriptionId}/test`, {});
    expect([made.status, rotated.status, refused.status, tested.status]).toEqual([201, 200, 409, 200]);
    expect((await send("/webhook-subscriptions", body, idempotencyKey)).text).toBe(made.text);
    return {
      subscriptionId,
      secrets: [String(made.json?.["secret"]), String(rotated.json?.["secret"])],
      rejection: refused.text,
      log: process.output,
    };
  } finally {
    // In good order: the request log and the last uses are written at the end.
    await process.end("SIGTERM");
  }
}

test("no signing secret is stored in the database in plaintext, or occurs in an error or in the log", async () => {
  const { subscriptionId, secrets, rejection, log: readLog } = await makeSecrets();
  const log = readLog();
  for (const secret of secrets) expect(secret).toMatch(/^whsec_/);
  const forms = secrets.flatMap(formsOf);
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const naming: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    if (rows.some(({ row }) => row.includes(subscriptionId))) naming.push(name);
    expect(
      rows.filter(({ row }) => forms.some((form) => row.includes(form))),
      name,
    ).toEqual([]);
  }
  // What makes the test worth something: the subscription itself is in all of these.
  const named = [
    "AuditEntry",
    "Event",
    "WebhookSubscription",
    "WebhookSecret",
    "WebhookDelivery",
    "IdempotencyRecord",
  ].map((name) => `public."${name}"`);
  expect(naming).toEqual(expect.arrayContaining(named));
  expect(log).toContain("webhookSubscriptions.create");
  expect(forms.filter((form) => log.includes(form) || rejection.includes(form))).toEqual([]);
});

/** How a secret could stand somewhere: as it is, beyond its shown beginning, as its bytes. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret.slice(6), "base64");
  return [
    secret,
    secret.slice(12),
    bytes.toString("hex"),
    Buffer.from(secret).toString("hex"),
    Buffer.from(secret).toString("base64").slice(0, 60),
  ];
}
