import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import type { TestTenant } from "../../testing/harness/tenant.ts";
import { createRequestingKey, inDays, signInAdministrator, type Administrator } from "../scope-requests/fixtures.ts";
import type { ServiceAccount } from "../service-accounts/schema.ts";
import { createManagedTenant, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { decideAmong } from "./fixtures.ts";
import type { RequestFacts } from "./schema.requests.ts";

let server: TestServer;
let owner: Client;
let tenant: TestTenant;
let manager: SignedInMember;
let administrator: Administrator;

beforeAll(async () => {
  server = await startOwnServer({ worker: "none" });
  owner = await server.connectOwner();
  ({ tenant, manager } = await createManagedTenant(server));
  administrator = await signInAdministrator(server);
});
afterAll(() => server.close(1000));

/** Written by the process that records the use of keys. */
const useScope = (keyId: string, scope: string, at: string) =>
  owner.query(`INSERT INTO "KeyScopeUse" ("organizationId", "keyId", scope, "lastUsedAt") VALUES ($1, $2, $3, $4)`, [
    tenant.organizationId,
    keyId,
    scope,
    at,
  ]);

const { decide, grant } = decideAmong(() => ({ tenant, manager, administrator }));
const describeIn = (organizationId: string, requestId: string) =>
  administrator.portal.query<RequestFacts>("administration.describeScopeRequest", { organizationId, requestId });
const readFacts = async (requestId: string) => (await describeIn(tenant.organizationId, requestId)).data;

describe("what is known about a request", () => {
  test("shows who will act, the scopes' use, and the firm's last decisions, newest first", async () => {
    const first = await createRequestingKey(manager.portal, tenant, ["clients:pii"], { name: "Warehouse" });
    await decide(first.requestId, { decision: "deny", note: "Name the process." });
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    const lastUsedAt = inDays(-3);
    await useScope(key.id, "cases:read", lastUsedAt);
    expect(await readFacts(requestId)).toMatchObject({
      actingAttorney: { name: "Ada Counsel", isActive: true },
      keyCreatedAt: key.createdAt,
      scopeUses: [{ scope: "cases:read", lastUsedAt }],
      decisions: [
        {
          id: first.requestId,
          keyName: "Warehouse",
          scope: "clients:pii",
          status: "denied",
          note: "Name the process.",
          decidedBy: { name: "Ruth Adler" },
        },
      ],
      lastGrant: null,
    });
  });

  test("shows of a renewal how the scope was used since the last grant", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await grant(requestId, { latestExpiryAt: inDays(90) });
    await owner.query(
      `INSERT INTO "KeyUsageDay" ("organizationId", "keyId", day, succeeded, refused, "durationBuckets") SELECT $1, $2, (now() AT TIME ZONE 'UTC')::date + days, 40, 2, '{}' FROM (VALUES (-1), (1)) d(days)`,
      [tenant.organizationId, key.id],
    );
    const renew = () =>
      manager.portal.mutate("keys.requestRenewal", {
        keyId: key.id,
        scopes: ["medical:read"],
        purpose: "The retrieval of records goes on.",
      });
    expect((await renew()).error).toBeUndefined();
    const renewal = await tenant.inside((transaction) =>
      transaction
        .selectFrom("ScopeRequest")
        .select("id")
        .where("keyId", "=", key.id)
        .where("status", "=", "pending")
        .executeTakeFirstOrThrow(),
    );
    expect((await readFacts(renewal.id)).lastGrant).toMatchObject({
      decidedBy: { name: "Ruth Adler" },
      usedAt: null,
      requests: 42,
    });
    const lastUsedAt = inDays(1);
    await useScope(key.id, "medical:read", lastUsedAt);
    expect((await readFacts(renewal.id)).lastGrant?.usedAt).toBe(lastUsedAt);
  });

  test("is 404 for an unknown request, and for one of another organization", async () => {
    const { requestId } = await createRequestingKey(manager.portal, tenant);
    const { tenant: other } = await createManagedTenant(server);
    const [foreign, unknown] = [
      await describeIn(other.organizationId, requestId),
      await describeIn(other.organizationId, "scr_unknown"),
    ];
    expect(foreign.error).toMatchObject({ data: { code: "NOT_FOUND" } });
    expect(foreign.error?.message).toBe(unknown.error?.message);
  });
});

describe("a renewal", () => {
  const renew = (keyId: string, scopes = ["medical:read"]) =>
    manager.portal.mutate("keys.requestRenewal", { keyId, scopes, purpose: "The retrieval of records goes on." });

  test("keeps the scope while it is pending, and allows a later expiry once it is granted", async () => {
    const { key, requestId } = await createRequestingKey(manager.portal, tenant);
    await grant(requestId, { latestExpiryAt: inDays(30) });
    const rotate = async () =>
      (
        await manager.portal.mutate("serviceAccounts.rotate", {
          serviceAccountId: key.id,
          overlapHours: 0,
          validUntil: inDays(200),
        })
      ).status;
    expect(await rotate()).toBe(400);
    expect((await renew(key.id)).status).toBe(200);
    const held = (
      await manager.portal.mutate<{ serviceAccount: ServiceAccount }>("serviceAccounts.update", {
        serviceAccountId: key.id,
        scopes: ["medical:read"],
      })
    ).data.serviceAccount;
    expect([held.scopes, held.pendingScopes.map(({ scope }) => scope)]).toEqual([["medical:read"], ["medical:read"]]);
    expect((await renew(key.id)).error?.message).toBe("A renewal of this scope is already pending");
    const { data } = await grant(held.pendingScopes[0]?.requestId ?? "", { latestExpiryAt: inDays(300) });
    expect(data.keyScopes).toEqual(["medical:read"]);
    expect(await rotate()).toBe(200);
  });

  test("is rejected for a scope that the key does not hold, of another firm's key, and without the permission", async () => {
    const { key } = await createRequestingKey(manager.portal, tenant);
    expect((await renew(key.id)).error?.message).toContain("scopes: must be granted elevated scopes of the key");
    const { manager: stranger } = await createManagedTenant(server);
    const call = { keyId: key.id, scopes: ["medical:read"], purpose: "The retrieval of records goes on." };
    expect((await stranger.portal.mutate("keys.requestRenewal", call)).error?.data.code).toBe("NOT_FOUND");
    const paralegal = await signInMember(server, tenant, { role: "paralegal" });
    expect((await paralegal.portal.mutate("keys.requestRenewal", call)).error?.data.code).toBe("FORBIDDEN");
  });
});

describe("templates for decisions", () => {
  const save = (values: object) =>
    administrator.portal.mutate<{ templateId: string }>("administration.saveDecisionTemplate", values);
  const list = async () =>
    (
      await administrator.portal.query<{ templates: { id: string; name: string; text: string }[] }>(
        "administration.listDecisionTemplates",
      )
    ).data.templates;

  test("are created, changed and deleted, and listed by name", async () => {
    const before = await list();
    const { data } = await save({
      name: "A first text",
      text: "For {key} of {organization}, asked for by {requester}: {scope}.",
    });
    expect((await list())[0]).toEqual({
      id: data.templateId,
      name: "A first text",
      text: "For {key} of {organization}, asked for by {requester}: {scope}.",
    });
    await save({ id: data.templateId, name: "A second text", text: "No." });
    expect((await list())[0]).toEqual({ id: data.templateId, name: "A second text", text: "No." });
    const remove = () =>
      administrator.portal.mutate("administration.deleteDecisionTemplate", { templateId: data.templateId });
    expect((await remove()).status).toBe(200);
    expect(await list()).toEqual(before);
    expect((await remove()).error?.data.code).toBe("NOT_FOUND");
  });

  test("have their own names, and no unknown placeholders", async () => {
    expect((await save({ name: "Taken", text: "Yes." })).status).toBe(200);
    expect((await save({ name: "Taken", text: "No." })).error?.data).toMatchObject({
      code: "DUPLICATE_ENTRY",
      faults: [{ path: "name", message: "belongs to another template" }],
    });
    expect((await save({ name: "Other", text: "{secret}" })).error?.message).toContain(
      "text: may contain no placeholders but {scope}, {key}, {organization}, {requester}",
    );
  });

  test("are changed by platform administrators only", async () => {
    for (const [procedure, input] of [
      ["saveDecisionTemplate", { name: "Mine", text: "Yes." }],
      ["deleteDecisionTemplate", { templateId: "dtp_x" }],
    ] as const) {
      expect((await manager.portal.mutate(`administration.${procedure}`, input)).error?.data.code).toBe("FORBIDDEN");
    }
  });
});
