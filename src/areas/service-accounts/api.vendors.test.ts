import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { expectRejection, expectSuccess } from "../../testing/conformance/subject.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { countTraces } from "../../testing/harness/traces.ts";
import { createContact } from "../contacts/fixtures.ts";
import { createManagedTenant, readTraces, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { createPlainKey, newKeyBody, shownKey } from "./fixtures.ts";
import type { ServiceAccount } from "./schema.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let vendorId: string;
let strangerId: string;

beforeAll(async () => {
  server = await startTestServer();
  watcher = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  vendorId = await createContact(tenant);
  strangerId = await createContact((await createManagedTenant(server)).tenant);
});
afterAll(() => server.close(1000));

const post = (secret: string, path: string, body: object = {}) =>
  openApi(server, secret).change("POST", `/service-accounts${path}`, body);
const patch = (secret: string, keyId: string, body: object) =>
  openApi(server, secret).change("PATCH", `/service-accounts/${keyId}`, body);
const read = async (keyId: string) =>
  shownKey(expectSuccess(await openApi(server, tenant.secret).get(`/service-accounts/${keyId}`))).key;
/** A body of a key that can be bound. */
const retrieving = { scopes: ["medical:read"], purpose: "Retrieving medical records" };
const vendorContact = () => ({ vendorContactId: vendorId, vendorContact: { id: vendorId, name: "Acme Insurance" } });

describe("a member who manages keys", () => {
  const update = (serviceAccountId: string, vendorContactId: string | null) =>
    manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.update", {
      serviceAccountId,
      vendorContactId,
    });

  test("binds a key when creating it, and the key reads its own binding", async () => {
    const { data } = await manager.portal.mutate<{ serviceAccount: ServiceAccount; secret: string }>(
      "serviceAccounts.create",
      newKeyBody({ vendorContactId: vendorId, ...retrieving }),
    );
    expect(data.serviceAccount).toMatchObject(vendorContact());
    expect(expectSuccess(await openApi(server, data.secret).get("/me")).body["me"]).toMatchObject({
      vendorContactId: vendorId,
    });
    const { data: free } = await manager.portal.mutate<{ serviceAccount: ServiceAccount }>(
      "serviceAccounts.create",
      newKeyBody(),
    );
    expect(free.serviceAccount).toMatchObject({ vendorContactId: null, vendorContact: null });
  });

  test("binds and unbinds an existing key, each with its event and audit entry", async () => {
    const { keyId, secret } = await createPlainKey(tenant, { scopes: ["medical:read"] });
    expect((await update(keyId, vendorId)).data.serviceAccount).toMatchObject({ ...vendorContact(), revision: 2 });
    expect(expectSuccess(await openApi(server, secret).get("/me")).body["me"]).toMatchObject({
      vendorContactId: vendorId,
    });
    expect((await update(keyId, null)).data.serviceAccount).toMatchObject({ vendorContactId: null, revision: 3 });
    const { events, audited } = await readTraces(tenant, keyId);
    expect(
      events.map(({ eventType, diff }) => [eventType, (diff as Record<string, unknown>)["vendorContactId"]]),
    ).toEqual([
      ["integration_key.updated", { from: null, to: vendorId }],
      ["integration_key.updated", { from: vendorId, to: null }],
    ]);
    expect(audited.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["serviceAccounts.update", manager.memberId],
      ["serviceAccounts.update", manager.memberId],
    ]);
  });

  test("a member without the permission cannot bind a key", async () => {
    const { keyId } = await createPlainKey(tenant);
    const paralegal = await signInMember(server, tenant);
    const { error } = await paralegal.portal.mutate("serviceAccounts.update", {
      serviceAccountId: keyId,
      vendorContactId: vendorId,
    });
    expect(error?.data.code).toBe("FORBIDDEN");
  });
});

test("a contact of another organization is rejected like an unknown one", async () => {
  const { keyId } = await createPlainKey(tenant);
  const before = await countTraces(tenant);
  for (const vendorContactId of [strangerId, "con_unknown"]) {
    expectRejection(
      await post(tenant.secret, "", newKeyBody({ vendorContactId, ...retrieving })),
      "NOT_FOUND",
      "Contact not found",
    );
    expectRejection(await patch(tenant.secret, keyId, { vendorContactId }), "NOT_FOUND", "Contact not found");
  }
  expect(await countTraces(tenant)).toEqual(before);
});

describe("a key bound to a vendor", () => {
  const rejected =
    /^scopes: a key that is bound to a vendor can hold only documents:write, medical:read, medical:write$/;
  const purpose = "Retrieving medical records";

  test("is created only with scopes that are open to vendors, granted or requested", async () => {
    const before = await countTraces(tenant);
    for (const scope of [
      "cases:read",
      "events:read",
      "webhooks:write",
      "reports:run",
      "exports:write",
      "org:manage",
      "contacts:write",
      "documents:read",
    ]) {
      expectRejection(
        await post(
          tenant.secret,
          "",
          newKeyBody({ vendorContactId: vendorId, scopes: ["medical:read", scope], purpose }),
        ),
        "VALIDATION_FAILED",
        rejected,
      );
    }
    expect(await countTraces(tenant)).toEqual(before);
    const scopes = ["documents:write", "medical:read", "medical:write"];
    const { key } = shownKey(
      await post(
        tenant.secret,
        "",
        newKeyBody({ vendorContactId: vendorId, scopes, purpose, actingAttorneyId: tenant.attorneyId }),
      ),
    );
    expect(key).toMatchObject(vendorContact());
  });

  test("cannot be given another scope, and a key with another scope, also a pending one, cannot be bound", async () => {
    const { keyId } = await createPlainKey(tenant, {
      scopes: ["documents:write"],
      actingAttorneyId: tenant.attorneyId,
      vendorContactId: vendorId,
    });
    expectRejection(
      await patch(tenant.secret, keyId, { scopes: ["documents:write", "cases:read"] }),
      "VALIDATION_FAILED",
      rejected,
    );
    const free = await createPlainKey(tenant);
    expectRejection(
      await patch(tenant.secret, free.keyId, { vendorContactId: vendorId }),
      "VALIDATION_FAILED",
      rejected,
    );
    const { key: requesting } = shownKey(
      await post(tenant.secret, "", newKeyBody({ scopes: ["clients:pii"], purpose })),
    );
    expectRejection(
      await patch(tenant.secret, requesting.id, { vendorContactId: vendorId }),
      "VALIDATION_FAILED",
      rejected,
    );
    expectSuccess(await patch(tenant.secret, free.keyId, { vendorContactId: vendorId, scopes: [] }));
    expectSuccess(await patch(tenant.secret, keyId, { name: `Renamed ${keyId}` }));
    expectSuccess(
      await patch(tenant.secret, keyId, { vendorContactId: null, scopes: ["documents:write", "cases:read"] }),
    );
  });

  test("manages no keys, whatever scopes it has from before", async () => {
    const { secret, keyId } = await createPlainKey(tenant, {
      scopes: ["cases:read", "org:manage"],
      vendorContactId: vendorId,
    });
    expectRejection(await patch(secret, keyId, { vendorContactId: null }), "FORBIDDEN");
    expectRejection(await post(secret, "", newKeyBody()), "FORBIDDEN");
  });
});

describe("the vendor's contact", () => {
  const remove = (contactId: string) => openApi(server, tenant.secret).change("DELETE", `/contacts/${contactId}`);
  const merge = (contactId: string, mergedContactId: string) =>
    openApi(server, tenant.secret).change("POST", `/contacts/${contactId}/merge`, { mergedContactId });

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
    expect(expectSuccess(await openApi(server, secret).get("/me")).body["me"]).toMatchObject({
      vendorContactId: remaining,
    });
    const { events, audited } = await readTraces(tenant, keyId);
    expect(events).toMatchObject([
      { eventType: "integration_key.updated", diff: { vendorContactId: { from: merged, to: remaining } } },
    ]);
    expect(audited).toMatchObject([{ action: "contacts.merge" }]);
  });

  test("is locked before the key: a binding that waits for a merge holds no lock on the key", async () => {
    const contactId = await createContact(tenant);
    const { keyId } = await createPlainKey(tenant, { scopes: [] });
    const { binding } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("Contact").select("id").where("id", "=", contactId).forUpdate().execute();
      const reply = patch(tenant.secret, keyId, { vendorContactId: contactId });
      await waitForLock(watcher);
      await transaction
        .selectFrom("IntegrationKey")
        .select("id")
        .where("id", "=", keyId)
        .forNoKeyUpdate()
        .noWait()
        .execute();
      return { binding: reply };
    });
    expectSuccess(await binding);
  });
});
