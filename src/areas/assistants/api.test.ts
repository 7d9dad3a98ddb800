import { createHash } from "node:crypto";
import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { endUncollectedAssistants } from "./domain.jobs.ts";
import { createManagedTenant, readTraces, signInMember, type SignedInMember } from "../team/fixtures.ts";
import { connectableScopes, suggestedScopes } from "../../contract/assistants.ts";
import type { Scope } from "../../contract/scopes.ts";
import { purgeInBatches } from "../../platform/jobs/maintenance.ts";
import {
  connectHosted,
  consent,
  createPkce,
  exchangeCode,
  followToConsent,
  openClient,
  openRequest,
  redirectUri,
  sendForm,
  type Grant,
  type Pkce,
} from "../../testing/harness/connected-assistant.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import { send, type Reply } from "../../testing/harness/requests/send.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createCase, type TestTenant } from "../../testing/harness/tenant.ts";

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startOwnServer();
  owner = await server.connectOwner();
});
afterAll(() => server.close(1_000));

interface Firm {
  tenant: TestTenant;
  manager: SignedInMember;
}

async function createFirm({ isAllowed = true } = {}): Promise<Firm> {
  const firm = await createManagedTenant(server);
  if (isAllowed) await allow(firm, true);
  return firm;
}

const allow = async ({ manager }: Firm, hostedAssistantsAllowed: boolean) => {
  const { data } = await manager.portal.mutate<{ organization: object }>("organization.update", {
    hostedAssistantsAllowed,
  });
  expect(data.organization).toMatchObject({ hostedAssistantsAllowed });
};

const register = (metadata: object): Promise<Reply> =>
  send(server.baseUrl, {
    method: "POST",
    target: "/oauth/register",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(metadata),
  });

const registered = async (metadata: object = { client_name: "Example", redirect_uris: [redirectUri] }) => {
  const { status, body } = await register(metadata);
  expect(status).toBe(201);
  return String(body["client_id"]);
};

const authorize = (
  clientId: string,
  { challenge }: Pick<Pkce, "challenge">,
  changes: Record<string, string | null> = {},
) => openRequest(server, clientId, challenge, changes);

/** A code that was not exchanged. */
async function grant(portal: Portal, scopes: readonly Scope[] = ["cases:read"], changes = {}): Promise<Grant> {
  const clientId = await registered();
  const pkce = createPkce();
  const query = await authorize(clientId, pkce, changes);
  const returned = await consent(portal, query.get("request") ?? "", scopes);
  return { clientId, code: returned.searchParams.get("code") ?? "", verifier: pkce.verifier };
}

const exchange = (given: Grant, changes: Record<string, string> = {}) => exchangeCode(server, given, changes);

const refresh = (clientId: string, token: unknown) =>
  sendForm(server, "token", { grant_type: "refresh_token", refresh_token: String(token), client_id: clientId });

const post = (token: unknown, target = "/mcp") =>
  send(server.baseUrl, {
    method: "POST",
    target,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      Authorization: `Bearer ${String(token)}`,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });

interface ListedKey {
  id: string;
  name: string;
  keyPrefix: string;
  scopes: string[];
  revokeReason: string | null;
}

const listKeys = async ({ portal }: SignedInMember) =>
  (
    await portal.query<{ serviceAccounts: ListedKey[] }>("serviceAccounts.list", { limit: 50 })
  ).data.serviceAccounts.filter(({ keyPrefix }) => keyPrefix.startsWith("cpo_"));

const onlyKey = async (manager: SignedInMember): Promise<ListedKey> => {
  const [key, ...others] = await listKeys(manager);
  if (key === undefined || others.length > 0) throw new Error("not one connected assistant");
  return key;
};

describe("the official client", () => {
  test("connects from a 401 to a tool, refreshes its tokens, and ends with its key", async () => {
    const { tenant, manager } = await createFirm();
    const { caseId } = await createCase(tenant);
    const assistant = await connectHosted(server, manager.portal, { scopes: ["cases:read", "clients:read"] });
    expect(assistant.kept.sentTo?.searchParams.get("scope")).toBe(suggestedScopes.join(" "));
    const first = assistant.kept.tokens;
    expect(first).toMatchObject({
      token_type: "Bearer",
      scope: "cases:read clients:read",
      refresh_token: expect.any(String),
    });
    expect(first?.access_token).toMatch(/^cpo_[0-9A-Za-z]{8}_[0-9A-Za-z]{49}$/);

    const client = await openClient(server, assistant);
    const called = await client?.callTool({
      name: "read",
      arguments: { operation: "cases.get", input: { caseId }, fields: ["id"] },
    });
    expect(JSON.stringify(called)).toContain(caseId);
    const key = await onlyKey(manager);
    expect(key).toMatchObject({
      name: "Assistant: Example Assistant",
      description: "Connected from assistant.example.com",
      ownerMemberId: manager.memberId,
      scopes: ["cases:read", "clients:read"],
      mcpSensitiveRecords: false,
      status: "active",
      keyPrefix: first?.access_token.slice(0, 12),
      createdBy: { type: "member", id: manager.memberId },
    });
    await server.services.requestLog.flush();
    const logged = await tenant.inside((transaction) =>
      transaction
        .selectFrom("RequestLog")
        .select(["keyPrefix", "operation", "status", "source"])
        .where("keyId", "=", key.id)
        .execute(),
    );
    expect(logged).toEqual([{ keyPrefix: key.keyPrefix, operation: "cases.get", status: 200, source: "mcp" }]);
    const { audited } = await readTraces(tenant, key.id);
    expect(audited).toMatchObject([{ action: "assistants.connect", actorId: manager.memberId, address: "127.0.0.1" }]);

    await owner.query(
      `UPDATE "AssistantToken" SET "expiresAt" = now() WHERE kind = 'access' AND "organizationId" = $1`,
      [tenant.organizationId],
    );
    const again = await openClient(server, assistant);
    expect((await again?.listTools())?.tools.map(({ name }) => name)).toContain("read");
    expect(assistant.kept.tokens?.access_token).not.toBe(first?.access_token);
    expect(assistant.kept.tokens?.refresh_token).not.toBe(first?.refresh_token);

    await manager.portal.mutate("serviceAccounts.revoke", { serviceAccountId: key.id, reason: "No longer used" });
    expect((await post(assistant.kept.tokens?.access_token)).status).toBe(401);
    expect(
      (await refresh(assistant.kept.client?.client_id ?? "", assistant.kept.tokens?.refresh_token)).body,
    ).toMatchObject({
      error: "invalid_grant",
    });
    delete assistant.kept.sentTo;
    expect(await openClient(server, assistant)).toBeNull();
    expect(assistant.kept.sentTo).toBeInstanceOf(URL);
  });

  test("connects to a narrower path, and its token counts there alone", async () => {
    const { manager } = await createFirm();
    const assistant = await connectHosted(server, manager.portal, { path: "/mcp/area/cases/readonly" });
    const token = assistant.kept.tokens?.access_token;
    expect((await post(token, "/mcp/area/cases/readonly")).status).toBe(200);
    for (const path of ["/mcp", "/mcp/readonly", "/mcp/area/cases"]) {
      const reply = await post(token, path);
      expect(reply.status).toBe(401);
      expect(reply.headers["www-authenticate"]).toContain(
        `resource_metadata="${server.origin}/.well-known/oauth-protected-resource${path}"`,
      );
    }
  });
});

describe("what is published", () => {
  const get = (target: string) => send(server.baseUrl, { method: "GET", target, headers: {} });

  test("names the server's endpoints, and each path of tools as a resource", async () => {
    const { body } = await get("/.well-known/oauth-authorization-server");
    expect(body).toMatchObject({
      issuer: server.origin,
      authorization_endpoint: `${server.origin}/oauth/authorize`,
      token_endpoint: `${server.origin}/oauth/token`,
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
    });
    for (const path of ["/mcp", "/mcp/readonly", "/mcp/area/cases"])
      expect((await get(`/.well-known/oauth-protected-resource${path}`)).body).toMatchObject({
        resource: `${server.origin}${path}`,
        authorization_servers: [server.origin],
      });
    expect((await get("/.well-known/oauth-protected-resource/api/v1")).status).toBe(404);
  });

  test("offers no elevated scope, and none that assistants never have", () => {
    for (const scope of ["medical:read", "clients:pii", "trust:read", "org:manage", "members:write", "webhooks:write"])
      expect(connectableScopes).not.toContain(scope);
    expect(suggestedScopes).not.toContain("notes:read");
    expect(suggestedScopes.every((scope) => scope.endsWith(":read"))).toBe(true);
  });
});

describe("a registration", () => {
  test("is stored nowhere: the ID is what was registered", async () => {
    const metadata = { client_name: "Claude", redirect_uris: [redirectUri, "http://127.0.0.1/callback"] };
    const { status, body } = await register({
      ...metadata,
      token_endpoint_auth_method: "client_secret_basic",
      logo_uri: "x",
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...metadata, token_endpoint_auth_method: "none" });
    expect(body).not.toHaveProperty("client_secret");
    expect((await register(metadata)).body["client_id"]).toBe(body["client_id"]);
  });

  test.each([
    ["http://assistant.example.com/callback"],
    ["https://assistant.example.com/callback#fragment"],
    ["https://person@assistant.example.com/callback"],
    ["https://203.0.113.7/callback"],
    ["https://localhost/callback"],
    ["javascript:alert(1)"],
    ["cursor://callback"],
    ["https://assistant.example.com/a b"],
    ["/callback"],
  ])("does not take %s to return to", async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] });
    expect([status, body["error"]]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("of other grants, of too much, or of no JSON is rejected", async () => {
    expect((await register({ redirect_uris: [] })).body["error"]).toBe("invalid_redirect_uri");
    for (const metadata of [
      { redirect_uris: [redirectUri], grant_types: ["client_credentials"] },
      { redirect_uris: [redirectUri], response_types: ["token"] },
      { redirect_uris: Array.from({ length: 10 }, (_, index) => `${redirectUri}/${"x".repeat(300)}${index}`) },
      { redirect_uris: [redirectUri], client_name: 7 },
    ])
      expect((await register(metadata)).body["error"]).toBe("invalid_client_metadata");
    const plain = { method: "POST", target: "/oauth/register", headers: { "Content-Type": "text/plain" }, body: "{}" };
    expect((await send(server.baseUrl, plain)).status).toBe(415);
  });

  test("takes no invisible characters into the name", async () => {
    const clientId = await registered({ client_name: "Cla\u202Eude\u200B\u3164\n", redirect_uris: [redirectUri] });
    const { manager } = await createFirm();
    const query = await authorize(clientId, createPkce());
    const shown = await manager.portal.query("assistants.describeRequest", { request: query.get("request") ?? "" });
    expect(shown.data).toMatchObject({ clientName: "Claude", host: "assistant.example.com", publishedBy: null });
    // A name of nothing else is that of the host.
    for (const name of ["\u3164\u115F", "\u2800", " \u200B"])
      expect((await register({ client_name: name, redirect_uris: [redirectUri] })).body["client_name"]).toBe(
        "assistant.example.com",
      );
  });
});

describe("a request for authorization", () => {
  test.each([
    ["client", { client_id: "mcp1.e30" }],
    ["client", { client_id: null }],
    ["redirect", { redirect_uri: "https://assistant.example.com/other" }],
    ["redirect", { redirect_uri: `${redirectUri}/` }],
    ["redirect", { redirect_uri: `${redirectUri}?next=x` }],
    ["redirect", { redirect_uri: null }],
    ["request", { response_type: "token" }],
    ["request", { code_challenge: null }],
    ["request", { code_challenge_method: null }],
    ["request", { code_challenge_method: "plain" }],
    ["request", { code_challenge: "short" }],
    ["request", { resource: "https://other.example.com/mcp" }],
    ["request", { resource: "http://localhost:3000/api/v1" }],
    ["request", { state: "x".repeat(2_001) }],
  ])("with a wrong %s never leaves the server: %j", async (problem, changes) => {
    const query = await authorize(await registered(), createPkce(), changes);
    expect([...query]).toEqual([["problem", problem]]);
  });

  test("with a parameter twice is invalid", async () => {
    const query = await followToConsent(
      server,
      new URL(
        `/oauth/authorize?client_id=${await registered()}&redirect_uri=${redirectUri}&redirect_uri=x`,
        server.origin,
      ),
    );
    expect(query.get("problem")).toBe("request");
  });

  test("of a program on the person's machine may name any port", async () => {
    const clientId = await registered({ redirect_uris: ["http://127.0.0.1:1234/callback"] });
    for (const [uri, name] of [
      ["http://127.0.0.1:5678/callback", "request"],
      ["http://127.0.0.1:5678/other", "problem"],
      ["http://localhost:1234/callback", "problem"],
      ["https://127.0.0.1:1234/callback", "problem"],
    ] as const)
      expect([uri, [...(await authorize(clientId, createPkce(), { redirect_uri: uri })).keys()]]).toEqual([
        uri,
        [name],
      ]);
  });

  test("that was changed, or is another installation's, is not opened", async () => {
    const { manager } = await createFirm();
    const genuine = (await authorize(await registered(), createPkce())).get("request") ?? "";
    const changed = `${genuine.slice(0, -2)}${genuine.endsWith("AA") ? "BB" : "AA"}`;
    for (const request of [changed, "x".repeat(60)])
      expect((await manager.portal.query("assistants.describeRequest", { request })).error?.data.code).toBe(
        "VALIDATION_FAILED",
      );
  });
});

describe("consent", () => {
  const open = async (changes = {}) =>
    (await authorize(await registered(), createPkce(), changes)).get("request") ?? "";

  test("is given by a member who manages keys, with the second factor, from the portal's own pages", async () => {
    const { tenant, manager } = await createFirm();
    const request = await open();
    const input = { request, scopes: ["cases:read"], days: 30 };
    const paralegal = await signInMember(server, tenant, { role: "paralegal" });
    expect((await paralegal.portal.mutate("assistants.connect", input)).error?.data.code).toBe("FORBIDDEN");
    const plain = await signInMember(server, tenant, { role: "admin" }, { hasSecondFactor: false });
    expect((await plain.portal.mutate("assistants.connect", input)).error?.data.reason).toBe("enroll");
    const foreign = await send(server.baseUrl, {
      method: "POST",
      target: "/api/trpc/assistants.connect",
      headers: { "Content-Type": "application/json", Origin: "https://assistant.example.com", Cookie: manager.cookie },
      body: JSON.stringify(input),
    });
    expect(foreign.status).toBe(403);
    expect(await listKeys(manager)).toEqual([]);
  });

  test("is off unless an administrator turns it on", async () => {
    const firm = await createFirm({ isAllowed: false });
    const { manager, tenant } = firm;
    const request = await open();
    const shown = await manager.portal.query("assistants.describeRequest", { request });
    expect(shown.data).toMatchObject({ isAllowed: false });
    const refused = await manager.portal.mutate("assistants.connect", { request, scopes: ["cases:read"], days: 30 });
    expect(refused.error?.data.code).toBe("INVALID_STATE_TRANSITION");
    const paralegal = await signInMember(server, tenant, { role: "attorney" });
    expect(
      (await paralegal.portal.mutate("organization.update", { hostedAssistantsAllowed: true })).error?.data.code,
    ).toBe("FORBIDDEN");
    expect(
      (await openApi(server, tenant.secret).change("PATCH", "/organization", { hostedAssistantsAllowed: true })).status,
    ).toBe(403);
    await allow(firm, true);
    const { audited } = await readTraces(tenant, tenant.organizationId);
    expect(audited.at(-1)).toMatchObject({
      action: "organization.update",
      actorId: manager.memberId,
      changes: { hostedAssistantsAllowed: { from: false, to: true } },
    });
    expect((await consent(manager.portal, request, ["cases:read"])).searchParams.get("code")).toMatch(/^cpo_/);
  });

  test("returns to the client with its state and the issuer, and a refusal with an error", async () => {
    const { manager } = await createFirm();
    const request = await open();
    const { searchParams, origin, pathname } = await consent(manager.portal, request, ["cases:read"]);
    expect(`${origin}${pathname}`).toBe(redirectUri);
    expect([...searchParams.keys()]).toEqual(["code", "state", "iss"]);
    expect([searchParams.get("state"), searchParams.get("iss")]).toEqual(["xyz", server.origin]);
    const shown = await manager.portal.query<{ declineUrl: string }>("assistants.describeRequest", { request });
    const declined = new URL(shown.data.declineUrl).searchParams;
    expect([declined.get("error"), declined.get("state"), declined.get("iss")]).toEqual([
      "access_denied",
      "xyz",
      server.origin,
    ]);
  });

  test("suggests what the client asks for, but nothing sensitive, and acts for an attorney only as one", async () => {
    const { tenant, manager } = await createFirm();
    const request = await open({ scope: "cases:write notes:read offline_access medical:read" });
    interface Shown {
      scopes: { scope: Scope; isSensitive: boolean; isSuggested: boolean }[];
      forAttorneys: Scope[];
    }
    const shown = (await manager.portal.query<Shown>("assistants.describeRequest", { request })).data;
    expect(shown.scopes.filter(({ isSuggested }) => isSuggested).map(({ scope }) => scope)).toEqual(["cases:write"]);
    expect(shown.scopes.find(({ scope }) => scope === "notes:read")).toMatchObject({ isSensitive: true });
    expect(shown.forAttorneys).toContain("notes:write");
    const input = { request, scopes: ["notes:read", "notes:write"], days: 30 };
    expect((await manager.portal.mutate("assistants.connect", input)).error?.data.faults).toMatchObject([
      { path: "scopes" },
    ]);
    expect(
      (await manager.portal.mutate("assistants.connect", { ...input, scopes: ["medical:read"] })).error?.data.code,
    ).toBe("VALIDATION_FAILED");
    const attorney = await signInMember(server, tenant, { role: "attorney", isAttorney: true });
    await consent(attorney.portal, request, ["notes:read", "notes:write"]);
    expect(await onlyKey(manager)).toMatchObject({ mcpSensitiveRecords: true, actingAttorneyId: attorney.memberId });
  });

  test("whose code nobody collects leaves no key", async () => {
    const { tenant, manager } = await createFirm();
    await consent(manager.portal, await open(), ["cases:read"]);
    const collected = await grant(manager.portal);
    expect((await exchange(collected)).status).toBe(200);
    await owner.query(
      `UPDATE "AssistantToken" SET "expiresAt" = now() - interval '6 minutes' WHERE kind = 'code' AND "organizationId" = $1`,
      [tenant.organizationId],
    );
    await endUncollectedAssistants(server.services.database);
    expect((await listKeys(manager)).map(({ revokeReason }) => revokeReason).toSorted()).toEqual([
      "The assistant did not complete the connection",
      null,
    ]);
    expect(await endUncollectedAssistants(server.services.database)).toBe(0);
  });
});

describe("a code", () => {
  test("is exchanged once, and the second time ends the connection", async () => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    const { status, body, headers } = await exchange(given);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toMatchObject({ expires_in: expect.any(Number), scope: "cases:read" });
    expect(Number(body["expires_in"])).toBeLessThanOrEqual(1_800);
    expect((await post(body["access_token"])).status).toBe(200);
    expect((await exchange(given)).body["error"]).toBe("invalid_grant");
    expect((await post(body["access_token"])).status).toBe(401);
    expect((await refresh(given.clientId, body["refresh_token"])).body["error"]).toBe("invalid_grant");
    expect(await onlyKey(manager)).toMatchObject({ revokeReason: "A code or a token of the assistant was used twice" });
  });

  test("that is exchanged several times at once gives tokens once", async () => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    const replies = await Promise.all([1, 2, 3, 4].map(() => exchange(given)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test("is not used up where its tokens could not be stored", async () => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    await owner.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk'; END $$;
      CREATE TRIGGER fail AFTER INSERT ON "AssistantToken" FOR EACH ROW WHEN (NEW.kind = 'refresh') EXECUTE FUNCTION fail()`);
    try {
      expect((await exchange(given)).status).toBe(500);
    } finally {
      await owner.query(`DROP TRIGGER fail ON "AssistantToken"; DROP FUNCTION fail()`);
    }
    const { status, body } = await exchange(given);
    expect(status).toBe(200);
    expect((await post(body["access_token"])).status).toBe(200);
  });

  test("lasts for a minute", async () => {
    const { tenant, manager } = await createFirm();
    const given = await grant(manager.portal);
    const { rows } = await owner.query<{ seconds: number }>(
      `SELECT extract(epoch FROM "expiresAt" - now())::float AS seconds FROM "AssistantToken" WHERE "organizationId" = $1`,
      [tenant.organizationId],
    );
    expect(rows.map(({ seconds }) => seconds > 0 && seconds <= 60)).toEqual([true]);
    await owner.query(`UPDATE "AssistantToken" SET "expiresAt" = now() WHERE "organizationId" = $1`, [
      tenant.organizationId,
    ]);
    expect((await exchange(given)).body["error"]).toBe("invalid_grant");
  });

  test.each([
    ["another verifier", { code_verifier: createPkce().verifier }, "invalid_grant"],
    ["the challenge as verifier", { code_verifier: "" }, "invalid_request"],
    ["another redirect URI", { redirect_uri: "https://assistant.example.com/other" }, "invalid_grant"],
    ["another client", { client_id: "mcp1.other" }, "invalid_grant"],
    ["another resource", { resource: "http://localhost:3000/mcp/readonly" }, "invalid_grant"],
    ["a foreign resource", { resource: "https://other.example.com/mcp" }, "invalid_target"],
    ["another grant", { grant_type: "client_credentials" }, "unsupported_grant_type"],
    ["another code", { code: "cpo_wrong" }, "invalid_grant"],
  ])("is not exchanged with %s, and still is without", async (_what, changes, error) => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    expect((await exchange(given, changes)).body["error"]).toBe(error);
    expect((await exchange(given)).status).toBe(200);
  });

  test("is exchanged without the redirect URI, which OAuth 2.1 leaves out, and with the verifier alone", async () => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    const wrong = await exchange(given, { redirect_uri: "", code_verifier: createPkce().verifier });
    expect(wrong.body["error"]).toBe("invalid_grant");
    expect((await exchange(given, { redirect_uri: "" })).status).toBe(200);
  });

  test("is neither an access token nor a refresh token, and these are no codes", async () => {
    const { manager } = await createFirm();
    const given = await grant(manager.portal);
    expect((await post(given.code)).status).toBe(401);
    expect((await refresh(given.clientId, given.code)).body["error"]).toBe("invalid_grant");
    const { body } = await exchange(given);
    expect((await post(body["refresh_token"])).status).toBe(401);
    for (const token of [body["access_token"], body["refresh_token"]])
      expect((await exchange({ ...given, code: String(token) })).body["error"]).toBe("invalid_grant");
    expect((await refresh(given.clientId, body["access_token"])).body["error"]).toBe("invalid_grant");
  });
});

describe("a token", () => {
  const connect = async (portal: Portal) => {
    const given = await grant(portal);
    return { ...given, tokens: (await exchange(given)).body };
  };

  test("is stored as a digest alone, and REST rejects it with a sentence", async () => {
    const { tenant, manager } = await createFirm();
    const { tokens } = await connect(manager.portal);
    const { rows } = await owner.query(
      `SELECT t::text || c::text AS text FROM "AssistantToken" t JOIN "AssistantConnection" c ON c.id = t."connectionId" WHERE t."organizationId" = $1`,
      [tenant.organizationId],
    );
    expect(rows).toHaveLength(3);
    for (const name of ["access_token", "refresh_token"])
      expect(JSON.stringify(rows)).not.toContain(String(tokens[name]).slice(13, 40));
    for (const headers of [
      { "x-api-key": String(tokens["access_token"]) },
      { Authorization: `Bearer ${String(tokens["access_token"])}` },
    ]) {
      const reply = await send(server.baseUrl, { method: "GET", target: "/api/v1/me", headers });
      expect([reply.status, reply.body["error"]]).toEqual([401, expect.stringContaining("works at /mcp alone")]);
    }
  });

  test("is in no event, audit entry, request log, stored response, log line or list", async () => {
    const { tenant, manager } = await createFirm();
    const lines: unknown[] = [];
    for (const level of ["info", "warn", "error"] as const)
      vi.spyOn(server.services.logger, level).mockImplementation((...line: unknown[]) => void lines.push(line));
    try {
      const { clientId, code, verifier, tokens } = await connect(manager.portal);
      const refreshed = await refresh(clientId, tokens["refresh_token"]);
      await post(refreshed.body["access_token"]);
      await post(`${code.slice(0, -1)}x`);
      await exchange({ clientId, code, verifier });
      const secrets = [
        code,
        ...[tokens, refreshed.body].flatMap((body) => [body["access_token"], body["refresh_token"]]),
      ];
      await server.services.requestLog.flush();
      const { rows } = await owner.query<{ text: string }>(
        `SELECT e::text AS text FROM "Event" e WHERE "organizationId" = $1 UNION ALL SELECT a::text FROM "AuditEntry" a WHERE "organizationId" = $1
         UNION ALL SELECT l::text FROM "RequestLog" l WHERE "organizationId" = $1 UNION ALL SELECT i::text FROM "IdempotencyRecord" i WHERE "organizationId" = $1`,
        [tenant.organizationId],
      );
      const text = JSON.stringify([lines, rows, await listKeys(manager)]);
      expect(lines.length).toBeGreaterThan(5);
      expect(rows.length).toBeGreaterThan(2);
      for (const secret of [...secrets, verifier, clientId]) expect(text).not.toContain(String(secret).slice(13, 50));
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("is replaced once, and a copy that is used later ends the connection", async () => {
    const { tenant, manager } = await createFirm();
    const { clientId, tokens } = await connect(manager.portal);
    const second = await refresh(clientId, tokens["refresh_token"]);
    expect(second.status).toBe(200);
    expect((await post(second.body["access_token"])).status).toBe(200);
    expect((await refresh("mcp1.other", tokens["refresh_token"])).body["error"]).toBe("invalid_grant");
    // At the same moment it can be another worker of the client.
    expect((await refresh(clientId, tokens["refresh_token"])).body["error"]).toBe("invalid_grant");
    expect((await post(second.body["access_token"])).status).toBe(200);
    await owner.query(
      `UPDATE "AssistantToken" SET "usedAt" = "usedAt" - interval '3 seconds' WHERE "organizationId" = $1`,
      [tenant.organizationId],
    );
    expect((await refresh(clientId, tokens["refresh_token"])).body["error"]).toBe("invalid_grant");
    expect((await post(second.body["access_token"])).status).toBe(401);
    expect((await refresh(clientId, second.body["refresh_token"])).body["error"]).toBe("invalid_grant");
  });

  test("that is refreshed several times at once is replaced once, and the connection goes on", async () => {
    const { manager } = await createFirm();
    const { clientId, tokens } = await connect(manager.portal);
    const replies = await Promise.all([1, 2, 3, 4].map(() => refresh(clientId, tokens["refresh_token"])));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    const body = replies.find(({ status }) => status === 200)?.body ?? {};
    expect((await post(body["access_token"])).status).toBe(200);
  });

  test("does not count while the key is paused, the firm forbids it, or its person is not one who manages keys", async () => {
    const firm = await createFirm();
    const { tenant, manager } = firm;
    const other = await signInMember(server, tenant, { role: "admin" });
    const { clientId, tokens } = await connect(other.portal);
    const key = await onlyKey(manager);
    const setMember = (values: object) =>
      tenant.inside((transaction) =>
        transaction.updateTable("Member").set(values).where("id", "=", other.memberId).execute(),
      );
    const ways: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
      [
        "paused",
        () => manager.portal.mutate("serviceAccounts.pause", { serviceAccountId: key.id }),
        () => manager.portal.mutate("serviceAccounts.resume", { serviceAccountId: key.id }),
      ],
      ["off", () => allow(firm, false), () => allow(firm, true)],
      ["deactivated", () => setMember({ status: "deactivated" }), () => setMember({ status: "active" })],
      ["without permission", () => setMember({ role: "paralegal" }), () => setMember({ role: "admin" })],
    ];
    for (const [what, stop, start] of ways) {
      await stop();
      expect([what, (await post(tokens["access_token"])).status]).toEqual([what, 401]);
      expect([what, (await refresh(clientId, tokens["refresh_token"])).body["error"]]).toEqual([what, "invalid_grant"]);
      await start();
      expect([what, (await post(tokens["access_token"])).status]).toEqual([what, 200]);
    }
  });

  test("counts for its own firm alone, and its key has no secret to rotate", async () => {
    const { manager } = await createFirm();
    const stranger = await createFirm();
    const { tokens } = await connect(manager.portal);
    const { caseId } = await createCase(stranger.tenant);
    const reply = await send(server.baseUrl, {
      method: "POST",
      target: "/mcp",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        Authorization: `Bearer ${String(tokens["access_token"])}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "read", arguments: { operation: "cases.get", input: { caseId } } },
      }),
    });
    expect(reply.text).toContain("NOT_FOUND");
    const key = await onlyKey(manager);
    const rotated = await manager.portal.mutate("serviceAccounts.rotate", { serviceAccountId: key.id });
    expect(rotated.error?.data.code).toBe("INVALID_STATE_TRANSITION");
  });

  test("of a sandbox says so, and counts as long as its person manages keys of the firm", async () => {
    const { tenant, manager } = await createFirm();
    const { sandbox } = (await manager.portal.mutate<{ sandbox: { slug: string } }>("sandbox.create", {})).data;
    const portal = openPortal(server, manager.cookie, sandbox.slug);
    await portal.mutate("organization.update", { hostedAssistantsAllowed: true });
    const { tokens } = await connect(portal);
    expect(tokens["access_token"]).toMatch(/^cpo_test_\w{3}_\w{49}$/);
    expect((await post(tokens["access_token"])).status).toBe(200);
    await tenant.inside((transaction) =>
      transaction.updateTable("Member").set({ role: "paralegal" }).where("id", "=", manager.memberId).execute(),
    );
    expect((await post(tokens["access_token"])).status).toBe(401);
  });

  test("is found and reported as leaked as a secret of its key is", async () => {
    const { manager } = await createFirm();
    const { tokens } = await connect(manager.portal);
    const digest = createHash("sha256").update(String(tokens["access_token"])).digest("hex");
    const key = await onlyKey(manager);
    expect((await manager.portal.query("keys.findByDigest", { digest })).data).toMatchObject({
      found: true,
      key: { id: key.id, secretState: "live" },
    });
    await manager.portal.mutate("keys.reportLeak", { digest });
    expect((await post(tokens["access_token"])).status).toBe(401);
  });

  test("is revoked by its client, and by no other", async () => {
    const { manager } = await createFirm();
    const { clientId, tokens } = await connect(manager.portal);
    const revoke = (client_id: string) =>
      sendForm(server, "revoke", { token: String(tokens["refresh_token"]), client_id });
    expect((await revoke("mcp1.other")).status).toBe(200);
    expect((await post(tokens["access_token"])).status).toBe(200);
    expect((await revoke(clientId)).status).toBe(200);
    expect((await post(tokens["access_token"])).status).toBe(401);
    expect(await onlyKey(manager)).toMatchObject({ revokeReason: "The assistant was disconnected there" });
  });

  test("is purged a day after its end", async () => {
    const { tenant, manager } = await createFirm();
    await connect(manager.portal);
    await owner.query(
      `UPDATE "AssistantToken" SET "expiresAt" = now() - interval '25 hours' WHERE kind <> 'refresh' AND "organizationId" = $1`,
      [tenant.organizationId],
    );
    await purgeInBatches(server.services.database, "purge_assistant_tokens");
    const { rows } = await owner.query(`SELECT kind FROM "AssistantToken" WHERE "organizationId" = $1`, [
      tenant.organizationId,
    ]);
    expect(rows).toEqual([{ kind: "refresh" }]);
  });
});

test("what nobody may guess is limited by address", async () => {
  const strict = await startOwnServer({
    rateLimits: { read: 1_000, write: 1_000, sensitive: 1_000, organizationFactor: 3, unauthenticated: 2 },
  });
  try {
    const statuses = async (work: () => Promise<Reply>) => {
      const replies: number[] = [];
      for (let count = 0; count < 3; count += 1) replies.push((await work()).status);
      return replies;
    };
    const body = JSON.stringify({ redirect_uris: [redirectUri] });
    const headers = { "Content-Type": "application/json" };
    expect(
      await statuses(() => send(strict.baseUrl, { method: "POST", target: "/oauth/register", headers, body })),
    ).toEqual([201, 201, 429]);
    const wrong = { grant_type: "refresh_token", refresh_token: "cpo_wrong", client_id: "x" };
    expect(await statuses(() => sendForm(strict, "token", wrong))).toEqual([400, 400, 429]);
  } finally {
    await strict.close(1_000);
  }
});
