import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { changeRow, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import { expectRejection, expectSuccess } from "../../../testing/conformance/subject.ts";
import { countTraces } from "../../../testing/harness/traces.ts";
import { createManagedTenant } from "../../team/fixtures.ts";
import { createManagingKey, createPlainKey, inDays, newKeyBody, shownKey } from "../fixtures.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  ({ tenant } = await createManagedTenant(server));
});
afterAll(() => server.close(1000));

const managing = { scopes: ["cases:read", "org:manage"] };
const post = (secret: string, path: string, body: object = {}) =>
  openApi(server, secret).change("POST", `/service-accounts${path}`, body);
const patch = (secret: string, keyId: string, body: object) =>
  openApi(server, secret).change("PATCH", `/service-accounts/${keyId}`, body);
const make = async (secret: string, changes: Record<string, unknown>) =>
  shownKey(await post(secret, "", newKeyBody(changes)));

/** Everything that one key can do to another is rejected, and leaves nothing. */
async function expectPowerless(secret: string, keyId: string) {
  const before = await countTraces(tenant);
  expectRejection(await patch(secret, keyId, { scopes: ["cases:read", "org:manage", "contacts:read"] }), "FORBIDDEN");
  for (const [action, body] of [
    ["pause", {}],
    ["resume", {}],
    ["rotate", {}],
    ["revoke", { reason: "x" }],
  ] as const) {
    expectRejection(await post(secret, `/${keyId}/${action}`, body), "FORBIDDEN");
  }
  expect(await countTraces(tenant)).toEqual(before);
}

describe("a key cannot escape its limits through another key: that one cannot manage", () => {
  test("the key that created it or that key's creator, while those can manage it", async () => {
    const first = await createPlainKey(tenant, managing);
    const second = await createManagingKey(tenant, first.keyId);
    const third = await createManagingKey(tenant, second.keyId);
    for (const [secret, keyId] of [
      [second.secret, first.keyId],
      [third.secret, second.keyId],
      [third.secret, first.keyId],
    ] as const)
      await expectPowerless(secret, keyId);
    expectSuccess(await patch(second.secret, third.keyId, { name: "Renamed by its maker" }));
    expectSuccess(await post(first.secret, `/${third.keyId}/revoke`, { reason: "not needed" }));
  });

  test("the key that rotated it, not even after rotating itself or through keys it created since", async () => {
    const thief = await createPlainKey(tenant, managing);
    const victim = await createPlainKey(tenant, { expiresAt: inDays(100) });
    const stolen = shownKey(await post(thief.secret, `/${victim.keyId}/rotate`));
    // Its scopes are from before a key with another key's secret could not receive org:manage.
    await changeRow(tenant, "IntegrationKey", victim.keyId, managing);
    await expectPowerless(stolen.secret, thief.keyId);
    const hidden = shownKey(await post(stolen.secret, `/${victim.keyId}/rotate`));
    await expectPowerless(hidden.secret, thief.keyId);
    await expectPowerless((await createManagingKey(tenant, victim.keyId)).secret, thief.keyId);
  });
});

describe("a key with allowed networks", () => {
  const bound = () => createPlainKey(tenant, { ...managing, allowedNetworks: ["127.0.0.0/8", "203.0.113.0/24"] });

  test("creates keys within them only", async () => {
    const { secret } = await bound();
    const before = await countTraces(tenant);
    for (const allowedNetworks of [
      undefined,
      [],
      ["0.0.0.0/0"],
      ["127.0.0.1", "198.51.100.7"],
      ["126.0.0.0/7"],
      ["::/0"],
    ]) {
      expectRejection(await post(secret, "", newKeyBody({ allowedNetworks })), "FORBIDDEN");
    }
    expect(await countTraces(tenant)).toEqual(before);
    expect((await make(secret, { allowedNetworks: ["127.0.0.1", "203.0.113.128/25"] })).key.allowedNetworks).toEqual([
      "127.0.0.1",
      "203.0.113.128/25",
    ]);
  });

  test("cannot move a key outside its networks, and receives no secret that works elsewhere", async () => {
    const { secret } = await bound();
    const { key } = await make(secret, { allowedNetworks: ["127.0.0.1"] });
    for (const allowedNetworks of [[], ["127.0.0.1", "198.51.100.7"]])
      expectRejection(await patch(secret, key.id, { allowedNetworks }), "FORBIDDEN");
    expectSuccess(await patch(secret, key.id, { allowedNetworks: ["127.0.0.0/16"] }));
    expectSuccess(await post(secret, `/${key.id}/rotate`));
    const free = await createPlainKey(tenant);
    expectRejection(await post(secret, `/${free.keyId}/rotate`), "FORBIDDEN");
    // Narrowing is always allowed, also to what lies elsewhere.
    expectSuccess(await patch(secret, free.keyId, { allowedNetworks: ["198.51.100.0/24"] }));
    expectSuccess(await patch(tenant.secret, key.id, { allowedNetworks: [] }));
  });
});
