import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AppError, errorStatus, type ErrorCode } from "../../contract/errors/error-codes.ts";
import { errorReasons, listReasons, sentReasons } from "../../contract/errors/error-reasons.ts";
import { changeAttorney } from "../harness/hierarchy.ts";
import { openApi, type Api } from "../harness/requests/api.ts";
import { send, type Reply } from "../harness/requests/send.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createKey, createTenant, type TestTenant } from "../harness/tenant.ts";

/**
 * Why a request failed: `X-Error-Reason` and `X-Error-Detail`. The conformance table checks both on every rejection of
 * every operation.
 */
let server: TestServer;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1_000));

function readReason({ status, headers }: Reply): unknown[] {
  return [status, headers["x-error-reason"], headers["x-error-detail"]];
}

const withKey = async (options: Parameters<typeof createKey>[1]) =>
  openApi(server, (await createKey(tenant, options)).secret);
const sendRaw = (method: string, target: string, headers: Record<string, string> = {}, body?: string) =>
  send(server.baseUrl, { method, target, headers, body });

describe("a rejection says why", () => {
  test.each<[string, () => Promise<Reply>, ...unknown[]]>([
    ["an unknown path", () => api.get("/nothing"), 404, "unknown_path", undefined],
    ["an unknown path outside the operations", () => sendRaw("GET", "/api/nothing"), 404, "unknown_path", undefined],
    ["an unknown record", () => api.get("/cases/case_unknown"), 404, "not_found", undefined],
    ["a malformed path", () => api.get("/cases/%ff"), 400, "malformed_path", undefined],
    ["a method", () => api.change("DELETE", "/me"), 405, "method_not_allowed", undefined],
    ["a method outside the operations", () => sendRaw("DELETE", "/api/health"), 405, "method_not_allowed", undefined],
    [
      "a large body",
      () => api.change("POST", "/clients", { firstName: "x".repeat(1_048_576) }),
      413,
      "body_too_large",
      undefined,
    ],
    [
      "a media type",
      () => sendRaw("POST", "/api/v1/clients", { "Content-Type": "text/plain" }, "x"),
      415,
      "unsupported_media_type",
      undefined,
    ],
    ["no key", () => sendRaw("GET", "/api/v1/me"), 401, "invalid_key", undefined],
    [
      "invalid fields",
      () => api.change("POST", "/clients", { firstName: 7, email: "x", "Jane Doe": 1 }),
      400,
      "invalid_input",
      "firstName, lastName, email, (unknown property)",
    ],
    ["a broken cursor", () => api.get("/events?after=made-up"), 400, "cursor_invalid", "after"],
    [
      "a missing scope",
      async () => (await withKey({ scopes: ["cases:read"] })).get("/document-events"),
      403,
      "missing_scope",
      "documents:read",
    ],
    [
      "missing scopes of the data",
      async () => (await withKey({ scopes: ["reports:run"] })).change("POST", "/reports/std_statutes_ahead/run", {}),
      403,
      "missing_scope",
      "cases:read, clients:read",
    ],
    [
      "a foreign network",
      async () => (await withKey({ scopes: [], allowedNetworks: ["203.0.113.0/24"] })).get("/me"),
      403,
      "foreign_network",
      undefined,
    ],
    [
      "no acting attorney",
      async () =>
        (await withKey({ scopes: ["documents:write"], actingAttorneyId: null })).change(
          "POST",
          "/cases/case_x/folders",
          {},
        ),
      409,
      "acting_attorney_missing",
      undefined,
    ],
  ])("%s", async (_, request, ...expected) => {
    expect(readReason(await request())).toEqual(expected);
  });

  test("a deactivated acting attorney", async () => {
    const own = await createTenant(server.services.database);
    await changeAttorney(own, { status: "deactivated" });
    expect(readReason(await openApi(server, own.secret).change("POST", "/cases/case_x/folders", {}))).toEqual([
      409,
      "acting_attorney_deactivated",
      undefined,
    ]);
  });

  test("a stale revision and an idempotency key used for another request", async () => {
    const { clientId } = await createCase(tenant);
    expect(
      readReason(await api.change("PATCH", `/clients/${clientId}`, { firstName: "Ada" }, { "If-Match": '"999"' })),
    ).toEqual([409, "stale_revision", undefined]);
    const headers = { "X-Idempotency-Key": randomUUID(), "X-Request-Id": "the-first" };
    await api.change("PATCH", `/clients/${clientId}`, { firstName: "Ada" }, headers);
    expect(
      readReason(
        await api.change(
          "PATCH",
          `/clients/${clientId}`,
          { firstName: "Eva" },
          { ...headers, "X-Request-Id": "the-second" },
        ),
      ),
    ).toEqual([409, "idempotency_conflict", "the-first"]);
  });

  test("the external ID of a record, and the record if the same key created it", async () => {
    const other = await withKey({ scopes: ["leads:write"] });
    const create = (as: Api, values: object) =>
      as.change("POST", "/leads", { firstName: "Rosa", lastName: "Diaz", phone: "512-555-0143", ...values });
    const { body } = await create(api, { externalId: "form-7", vendorId: "v1", vendorLeadId: "77" });
    const { id } = body["lead"] as { id: string };
    const again = await create(api, { externalId: "form-7" });
    expect([...readReason(again), again.body["error"]]).toEqual([
      409,
      "duplicate_external_id",
      id,
      `externalId: used by another lead: ${id}`,
    ]);
    expect(readReason(await create(api, { vendorId: "v1", vendorLeadId: "77" }))).toEqual([
      409,
      "duplicate_external_id",
      id,
    ]);
    const foreign = await create(other, { externalId: "form-7" });
    expect([...readReason(foreign), foreign.body["error"]]).toEqual([
      409,
      "duplicate_external_id",
      undefined,
      "externalId: used by another lead",
    ]);
    const second = (await create(api, {})).body["lead"] as { id: string };
    expect(readReason(await api.change("PATCH", `/leads/${second.id}`, { externalId: "form-7" }))).toEqual([
      409,
      "duplicate_external_id",
      id,
    ]);
    expect(readReason(await create(api, { onDuplicate: "reject", caseType: null })).slice(0, 2)).toEqual([
      409,
      "possible_duplicate",
    ]);
  });

  test("a status that does not allow the transition", async () => {
    const { caseId } = await createCase(tenant, { matterStatus: "archived" });
    expect(
      readReason(await api.change("POST", `/cases/${caseId}/transitions`, { toStatus: "settled", toStage: "closed" })),
    ).toEqual([409, "invalid_state", "archived"]);
    expect(readReason(await api.change("PATCH", `/cases/${caseId}`, { description: "x" }))).toEqual([
      409,
      "case_archived",
      undefined,
    ]);
  });

  test("too many requests", async () => {
    const limited = await startOwnServer({
      rateLimits: { ...server.services.environment.rateLimits, unauthenticated: 1 },
    });
    const request = () => send(limited.baseUrl, { method: "GET", target: "/api/v1/openapi.json", headers: {} });
    await request();
    expect(readReason(await request())).toEqual([429, "rate_limited", undefined]);
    await limited.close(1_000);
  });
});

describe("the enumeration", () => {
  test.each(Object.keys(errorStatus) as ErrorCode[])("%s has a reason of its own without one that is set", (code) => {
    const { headers } = new AppError(code, "");
    expect(listReasons(code)).toContain(headers["X-Error-Reason"]);
  });

  test("a response has no reason that only the request log may have", () => {
    expect(Object.keys(errorReasons).filter((name) => !(sentReasons as readonly string[]).includes(name))).toEqual([
      "key_expired",
      "key_paused",
      "key_revoked",
      "secret_retired",
    ]);
  });

  test("GET /metadata describes every reason", async () => {
    const { body } = await api.get("/metadata/errorReason");
    const { values } = (body["enumeration"] ?? body) as { values: { value: string; description: string }[] };
    expect(values.map(({ value }) => value)).toEqual(sentReasons);
  });
});
