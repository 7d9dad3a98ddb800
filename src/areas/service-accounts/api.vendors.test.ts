import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { openApi } from "../../testing/harness/api.ts";
import { startTestServer } from "../../testing/harness/server.ts";
import type { TestServer } from "../../testing/harness/server.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createManagedTenant, readTraces, signInMember } from "../team/fixtures.ts";
import type { SignedInMember } from "../team/fixtures.ts";
import { createPlainKey, inDays, newKeyBody, shownKey } from "./fixtures.ts";
import type { ServiceAccount } from "./schema.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let vendorId: string;
let otherVendorId: string;
let strangerId: string;

beforeAll(async () => {
  server = await startTestServer();
  watcher = new Client({ connectionString: server.ownerUrl });
  await watcher.connect();
  ({ tenant, manager } = await createManagedTenant(server));
  [vendorId, otherVendorId] = [await createContact(tenant), await createContact(tenant)];
  strangerId = await createContact((await createManagedTenant(server)).tenant);
});
afterAll(async () => {
  await watcher.end();
  await server.close(1000);
});

const managing = { scopes: ["cases:read", "org:manage"] };
const post = (secret: string, path: string, body: object = {}) => openApi(server, secret).change("POST", `/service-accounts${path}`, body);
const patch = (secret: string, keyId: string, body: object) => openApi(server, secret).change("PATCH", `/service-accounts/${keyId}`, body);
const read = async (keyId: string) => shownKey(expectSuccess(await openApi(server, tenant.secret).get(`/service-accounts/${keyId}`))).key;
const vendorContact = () => ({ vendorContactId: vendorId, vendorContact: { id: vendorId, name: "Acme Insurance" } });

describe("a member who manages keys", () => {
  const update = (serviceAccountId: string, vendorContactId: string | null) =>
    manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.update", { serviceAccountId, vendorContactId });

  test("binds a key when creating it, and the key reads its own binding", async () => {
    const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount; secret: string }>("serviceAccounts.create", newKeyBody({ vendorContactId: vendorId }));
    expect(data.serviceAccount).toMatchObject(vendorContact());
    expect(expectSuccess(await openApi(server, data.secret).get("/me")).body["me"]).toMatchObject({ vendorContactId: vendorId });
    const { data: free } = await manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.create", newKeyBody());
    expect(free.serviceAccount).toMatchObject({ vendorContactId: null, vendorContact: null });
  });

  test("binds and unbinds an existing key, each with its event and audit entry", async () => {
    const { keyId, secret } = await createPlainKey(tenant);
    expect((await update(keyId, vendorId)).data.serviceAccount).toMatchObject({ ...vendorContact(), revision: 2 });
    expect(expectSuccess(await openApi(server, secret).get("/me")).body["me"]).toMatchObject({ vendorContactId: vendorId });
    expect((await update(keyId, null)).data.serviceAccount).toMatchObject({ vendorContactId: null, revision: 3 });
    const { events, audited } = await readTraces(tenant, keyId);
    expect(events.map(({ eventType, diff }) => [eventType, (diff as Record<string, unknown>)["vendorContactId"]])).toEqual([
      ["integration_key.updated", { from: null, to: vendorId }],
      ["integration_key.updated", { from: vendorId, to: null }],
    ]);
    expect(audited.map(({ action, actorId }) => [action, actorId])).toEqual([["serviceAccounts.update", manager.memberId], ["serviceAccounts.update", manager.memberId]]);
  });

  test("a member without the permission cannot bind a key", async () => {
    const { keyId } = await createPlainKey(tenant);
    const paralegal = await signInMember(server, tenant);
    const { error } = await paralegal.portal.mutate("serviceAccounts.update", { serviceAccountId: keyId, vendorContactId: vendorId });
    expect(error?.data.code).toBe("FORBIDDEN");
  });
});

test("a contact of another organization is rejected like an unknown one", async () => {
  const { keyId } = await createPlainKey(tenant);
  const before = await countTraces(tenant);
  for (const vendorContactId of [strangerId, "con_unknown"]) {
    expectRejection(await post(tenant.secret, "", newKeyBody({ vendorContactId })), "NOT_FOUND", "Contact not found");
    expectRejection(await patch(tenant.secret, keyId, { vendorContactId }), "NOT_FOUND", "Contact not found");
  }
  expect(await countTraces(tenant)).toEqual(before);
});

describe("a bound key", () => {
  const bound = () => createPlainKey(tenant, { ...managing, vendorContactId: vendorId });

  test("creates only keys of its vendor", async () => {
    const { secret } = await bound();
    for (const vendorContactId of [undefined, vendorId]) {
      expect(shownKey(await post(secret, "", newKeyBody({ vendorContactId }))).key).toMatchObject(vendorContact());
    }
    const before = await countTraces(tenant);
    for (const vendorContactId of [null, otherVendorId]) expectRejection(await post(secret, "", newKeyBody({ vendorContactId })), "FORBIDDEN");
    expect(await countTraces(tenant)).toEqual(before);
  });

  test("cannot unbind itself or another key, and receives no secret of an unbound key", async () => {
    const { secret, keyId } = await bound();
    const { key: made } = shownKey(await post(secret, "", newKeyBody()));
    const free = await createPlainKey(tenant, { expiresAt: inDays(100) });
    for (const vendorContactId of [null, otherVendorId]) {
      for (const id of [keyId, made.id]) expectRejection(await patch(secret, id, { vendorContactId }), "FORBIDDEN");
    }
    expectRejection(await patch(secret, free.keyId, { vendorContactId: otherVendorId }), "FORBIDDEN");
    expectRejection(await post(secret, `/${free.keyId}/rotate`), "FORBIDDEN");
    expectSuccess(await patch(secret, free.keyId, { name: `Renamed ${free.keyId}`, vendorContactId: null }));
    expectSuccess(await post(secret, `/${made.id}/rotate`));
    expectSuccess(await patch(secret, free.keyId, { vendorContactId: vendorId }));
    expectSuccess(await post(secret, `/${free.keyId}/rotate`));
    expectSuccess(await patch(tenant.secret, keyId, { vendorContactId: null }));
  });
});

describe("the vendor's contact", () => {
  const remove = (contactId: string) => openApi(server, tenant.secret).change("DELETE", `/contacts/${contactId}`);
  const merge = (contactId: string, mergedContactId: string) => openApi(server, tenant.secret).change("POST", `/contacts/${contactId}/merge`, { mergedContactId });

  test("cannot be deleted while an active key is bound to it", async () => {
    const contactId = await createContact(tenant);
    const { keyId } = await createPlainKey(tenant, { vendorContactId: contactId });
    expectRejection(await remove(contactId), "INVALID_STATE_TRANSITION", "integration keys");
    expectSuccess(await post(tenant.secret, `/${keyId}/revoke`, { reason: "over" }));
    expectSuccess(await remove(contactId));
    expect(await read(keyId)).toMatchObject({ vendorContactId: contactId });
  });

  test("is merged with its binding: the key is bound to the remaining contact", async () => {
    const [remaining, merged] = [await createContact(tenant), await createContact(tenant)];
    const { keyId, secret } = await createPlainKey(tenant, { vendorContactId: merged });
    const before = await read(keyId);
    expectSuccess(await merge(remaining, merged));
    const after = await read(keyId);
    expect(after).toMatchObject({ vendorContactId: remaining, vendorContact: { id: remaining }, revision: 2 });
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
    expect(expectSuccess(await openApi(server, secret).get("/me")).body["me"]).toMatchObject({ vendorContactId: remaining });
    const { events, audited } = await readTraces(tenant, keyId);
    expect(events).toMatchObject([{ eventType: "integration_key.updated", diff: { vendorContactId: { from: merged, to: remaining } } }]);
    expect(audited).toMatchObject([{ action: "contacts.merge" }]);
  });

  test("is locked before the key: a binding that waits for a merge holds no lock on the key", async () => {
    const contactId = await createContact(tenant);
    const { keyId } = await createPlainKey(tenant);
    const { binding } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("Contact").select("id").where("id", "=", contactId).forUpdate().execute();
      const reply = patch(tenant.secret, keyId, { vendorContactId: contactId });
      await waitForLock(watcher);
      await transaction.selectFrom("IntegrationKey").select("id").where("id", "=", keyId).forNoKeyUpdate().noWait().execute();
      return { binding: reply };
    });
    expectSuccess(await binding);
  });
});
