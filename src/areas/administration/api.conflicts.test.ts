import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi, readBody } from "../../testing/harness/requests/api.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession } from "../../testing/harness/identity.ts";
import { openPortal } from "../../testing/harness/requests/portal-calls.ts";
import { createRequestingKey, inDays, signInAdministrator, type Administrator } from "../scope-requests/fixtures.ts";
import { createManagingKey, shownKey } from "../service-accounts/fixtures.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";
import { createManagedTenant, createMember, readSlug, type SignedInMember } from "../team/fixtures.ts";
import { decideAmong } from "./fixtures.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let administrator: Administrator;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  administrator = await signInAdministrator(server);
});
afterAll(() => server.close(1000));

const { decide, grant, readKey, expectRejected } = decideAmong(() => ({ tenant, manager, administrator }));

interface Shown {
  serviceAccount: ServiceAccount;
  secret: string;
}

describe("a platform administrator's decision is rejected", () => {
  /** A platform administrator who looks after keys in the firm too. */
  async function signInBoth() {
    const memberId = await createMember(tenant, { role: "admin" });
    const person = await createPerson(server, {
      isPlatformAdministrator: true,
      member: { organizationId: tenant.organizationId, memberId },
    });
    const cookie = await openSession(server, person);
    return {
      both: { person, cookie, portal: openPortal(server, cookie) },
      manager: openPortal(server, cookie, await readSlug(tenant)),
    };
  }

  test("for their own request, also one made through a key", async () => {
    const { manager: inside, both } = await signInBoth();
    const own = await createRequestingKey(inside, tenant);
    await expectRejected(grant(own.requestId, {}, both), "FORBIDDEN", "You requested this scope");
    await expectRejected(
      decide(own.requestId, { decision: "deny", note: "no" }, both),
      "FORBIDDEN",
      "You requested this scope",
    );
    const queue = await both.portal.query<{ requests: { id: string; isOwn: boolean }[] }>(
      "administration.listScopeRequests",
      { limit: 200 },
    );
    expect(queue.data.requests.find(({ id }) => id === own.requestId)?.isOwn).toBe(true);
    const tool = await inside.mutate<{ secret: string }>("serviceAccounts.create", {
      name: "Tool",
      scopes: ["org:manage"],
      validUntil: inDays(40),
    });
    const body = {
      name: "By tool",
      scopes: ["medical:read"],
      validUntil: inDays(20),
      purpose: "Asked by way of a key",
    };
    const made = (await openApi(server, tool.data.secret).change("POST", "/service-accounts", body)).body as {
      serviceAccount: ServiceAccount;
    };
    const requestId = made.serviceAccount.pendingScopes[0]?.requestId ?? "";
    await expectRejected(grant(requestId, {}, both), "FORBIDDEN", "You requested this scope");
    expect((await grant(requestId)).status).toBe(200);
    expect((await grant(own.requestId)).status).toBe(200);
  });

  test("for a request made with a secret they received by rotating the key or its parent; others can grant it", async () => {
    const { manager: member, both } = await signInBoth();
    const { data: tool } = await manager.portal.mutate<Shown>("serviceAccounts.create", {
      name: "Tool",
      scopes: ["org:manage"],
      validUntil: inDays(40),
      actingAttorneyId: tenant.attorneyId,
    });
    const requestScope = async (secret: string) => {
      const body = {
        name: "By tool",
        scopes: ["medical:read"],
        validUntil: inDays(20),
        purpose: "Asked by way of a key",
        actingAttorneyId: tenant.attorneyId,
      };
      const made = readBody<Shown>(await openApi(server, secret).change("POST", "/service-accounts", body));
      return made.serviceAccount.pendingScopes[0]?.requestId ?? "";
    };
    const before = await requestScope(tool.secret);
    const { data: rotated } = await member.mutate<Shown>("serviceAccounts.rotate", {
      serviceAccountId: tool.serviceAccount.id,
    });
    const requestId = await requestScope(rotated.secret);
    await expectRejected(grant(requestId, {}, both), "FORBIDDEN", "had the secret");
    const child = await createManagingKey(tenant, tool.serviceAccount.id);
    const byChild = await requestScope(child.secret);
    await expectRejected(grant(byChild, {}, both), "FORBIDDEN", "had the secret");
    // Requested before the rotation, when the secret was not theirs yet: here he is only a member.
    await expectRejected(grant(before, {}, both), "FORBIDDEN", "You are a member");
    await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE "userId" = $1`, [both.person.userId]);
    await expectRejected(grant(byChild, {}, both), "FORBIDDEN", "had the secret");
    expect((await grant(before, {}, both)).status).toBe(200);
    expect((await grant(requestId)).status).toBe(200);
    expect((await grant(byChild)).status).toBe(200);
  });

  test("when they grant a request of an organization they are an active member of; they may deny it", async () => {
    const { both } = await signInBoth();
    const { key, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:read", "clients:pii"]);
    const other = key.pendingScopes.find((pending) => pending.requestId !== requestId)?.requestId ?? "";
    await expectRejected(
      grant(requestId, {}, both),
      "FORBIDDEN",
      "Another platform administrator must grant the scope",
    );
    expect((await readKey(key.id)).elevatedScopes).toEqual([]);
    expect((await decide(other, { decision: "deny", note: "not needed" }, both)).status).toBe(200);
    await owner.query(`UPDATE "Member" SET status = 'deactivated' WHERE "userId" = $1`, [both.person.userId]);
    expect((await grant(requestId, {}, both)).status).toBe(200);
  });

  test("when they grant a scope to a key whose secret another key knows, until a member rotates it without overlap", async () => {
    const post = async (secret: string, path: string, body: object) =>
      readBody<Shown>(await openApi(server, secret).change("POST", path, body));
    const make = async (name: string, scopes: string[], days = 20) =>
      (
        await manager.portal.mutate<Shown>("serviceAccounts.create", {
          name,
          scopes,
          validUntil: inDays(days),
          actingAttorneyId: tenant.attorneyId,
        })
      ).data;
    const requestScope = async (serviceAccountId: string) => {
      const input = { serviceAccountId, scopes: ["cases:read", "medical:read"], purpose: "Retrieving medical records" };
      return (
        (await manager.portal.mutate<Shown>("serviceAccounts.update", input)).data.serviceAccount.pendingScopes[0]
          ?.requestId ?? ""
      );
    };
    const rotateInPortal = (serviceAccountId: string, overlapHours: number) =>
      manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId, overlapHours });
    const thief = await make("Thief", ["org:manage"], 40);
    // Rotated first, requested later; also where the key then rotates itself, so that its newest secret is its own.
    for (const isHidden of [false, true]) {
      const victim = await make("Victim", ["cases:read"]);
      const { id } = victim.serviceAccount;
      const stolen = await post(thief.secret, `/service-accounts/${id}/rotate`, {});
      // As from before a key with another key's secret could not receive org:manage.
      await owner.query(`UPDATE "IntegrationKey" SET scopes = '{cases:read,org:manage}' WHERE id = $1`, [id]);
      if (isHidden) expect((await post(stolen.secret, `/service-accounts/${id}/rotate`, {})).secret).toMatch(/^cpk_/);
      const requestId = await requestScope(id);
      await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "rotate it in the portal first");
      expect((await rotateInPortal(id, 24)).status).toBe(200);
      await expectRejected(grant(requestId), "INVALID_STATE_TRANSITION", "without overlap");
      expect((await rotateInPortal(id, 0)).status).toBe(200);
      expect((await grant(requestId)).status).toBe(200);
    }
    // A key that it made itself: what the thief requests is seen to be the thief's, what a member requests is not.
    const child = await post(thief.secret, "/service-accounts", {
      name: "Child",
      scopes: ["cases:read"],
      validUntil: inDays(20),
    });
    await expectRejected(
      grant(await requestScope(child.serviceAccount.id)),
      "INVALID_STATE_TRANSITION",
      "another integration key",
    );
    const requested = await post(thief.secret, "/service-accounts", {
      name: "Asked",
      scopes: ["medical:read"],
      validUntil: inDays(20),
      purpose: "Asked by the key itself",
    });
    expect((await grant(requested.serviceAccount.pendingScopes[0]?.requestId ?? "")).status).toBe(200);
  });

  test("but a scope that a member requests for a key that rotated itself is granted", async () => {
    const { key, secret, requestId } = await createRequestingKey(manager.portal, tenant, ["medical:read"], {
      scopes: ["cases:read", "org:manage", "medical:read"],
    });
    shownKey(await openApi(server, secret).change("POST", `/service-accounts/${key.id}/rotate`, { overlapHours: 24 }));
    expect((await grant(requestId)).status).toBe(200);
  });
});
