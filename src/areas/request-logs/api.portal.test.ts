import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { createTenant, createKey, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createPerson, openSession } from "../../testing/harness/identity.ts";
import { openPortal, type Portal } from "../../testing/harness/requests/portal-calls.ts";
import { encodeCursor, numberPosition } from "../../platform/database/lists/cursor.ts";
import { createId } from "../../platform/database/ids.ts";
import type { RequestNote } from "../../platform/observability/request-log.ts";
import { logRequests, noteOf } from "./fixtures.ts";
import type { ExplainedRequest, OrganizationRequestPage, Usage } from "./schema.ts";

/** The request log as people and programs request it. */
let server: TestServer;
let tenant: TestTenant;
let attorney: Portal;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
  attorney = await enter(tenant);
});
afterAll(() => server.close(1_000));

/** The portal as a member of the firm sees it. */
async function enter(of: TestTenant, role = "attorney"): Promise<Portal> {
  const { organizationId, attorneyId: memberId } = of;
  const slug = await of.inside(async (transaction) => {
    await transaction.updateTable("Member").set({ role }).where("id", "=", memberId).execute();
    return (await transaction.selectFrom("Organization").select("slug").executeTakeFirstOrThrow()).slug;
  });
  const person = await createPerson(server, { member: { organizationId, memberId } });
  return openPortal(server, await openSession(server, person), slug);
}

test("a rejected request is explained to key managers, and listed by REST and portal alike", async () => {
  const { secret, keyId } = await createKey(tenant, { name: "Intake form", scopes: ["cases:read"] });
  const refused = await openApi(server, secret).get("/document-events");
  const requestId = String(refused.headers["x-request-id"]);
  await server.services.requestLog.flush();

  const { data } = await attorney.query<{ found: true; requests: ExplainedRequest[] }>("keys.explainRejection", {
    requestId,
  });
  expect(data.found).toBe(true);
  expect(data.requests).toMatchObject([
    {
      requestId,
      keyId,
      keyName: "Intake form",
      status: 403,
      explanation: {
        check: "scope",
        summary: "The key lacked the scope documents:read.",
        fix: "Add it under Edit → Scopes.",
        fixLink: "edit_scopes",
      },
    },
  ]);
  expect((await attorney.query("keys.explainRejection", { requestId: "req_unknown" })).data).toEqual({ found: false });

  const all = await attorney.query<OrganizationRequestPage>("keys.listRequests", { keyId, reason: "missing_scope" });
  expect(all.data.requests).toMatchObject([{ requestId, keyName: "Intake form", reason: "missing_scope" }]);
  const detail = await attorney.query("keys.describeRequest", { id: all.data.requests[0]?.id });
  expect(detail.data).toMatchObject({ requestId, explanation: { check: "scope" }, events: [], hasAuditEntry: false });
  const listed = await openApi(server, tenant.secret).get(`/service-accounts/${keyId}/requests?status=4xx`);
  expect(listed.body).toMatchObject({
    success: true,
    nextCursor: null,
    requests: [{ requestId, rejectedBy: "scope" }],
  });
  const shown = await attorney.query("serviceAccounts.requests.list", { serviceAccountId: keyId, status: "4xx" });
  expect(shown.data["requests"]).toEqual(listed.body["requests"]);
});

test("usage by day", async () => {
  const { secret, keyId } = await createKey(tenant, { scopes: ["cases:read"] });
  await openApi(server, secret).get("/me");
  await openApi(server, secret).get("/document-events");
  await server.services.requestLog.flush();
  const { scopes } = (await attorney.query<{ scopes: object[] }>("keys.scopeUses", { keyId })).data;
  expect(scopes).toEqual([{ scope: "cases:read", lastUsedAt: null }]);
  const { data } = await attorney.query<{ usage: Usage }>("serviceAccounts.usage.get", { serviceAccountId: keyId });
  expect(data.usage).toMatchObject({
    totals: { requests: 2, succeeded: 1, refused: 1, limited: 0, failed: 0 },
    lostRequests: 0,
    limits: null,
  });
});

test("requests of the portal are not logged", async () => {
  const before = (await attorney.query("serviceAccounts.requests.list", { serviceAccountId: tenant.keyId })).data[
    "requests"
  ];
  await attorney.query("serviceAccounts.usage.get", { serviceAccountId: tenant.keyId });
  await server.services.requestLog.flush();
  expect(
    (await attorney.query("serviceAccounts.requests.list", { serviceAccountId: tenant.keyId })).data["requests"],
  ).toEqual(before);
});

test("a member without the permission, and one of another organization, get no data", async () => {
  const { secret, keyId } = await createKey(tenant, {});
  const requestId = String((await openApi(server, secret).get("/nowhere")).headers["x-request-id"]);
  await server.services.requestLog.flush();
  const elsewhere = await createTenant(server.services.database);
  const stranger = await enter(elsewhere);
  expect((await stranger.query("keys.explainRejection", { requestId })).data).toEqual({ found: false });
  expect((await stranger.query("serviceAccounts.usage.get", { serviceAccountId: keyId })).error?.data.code).toBe(
    "NOT_FOUND",
  );
  expect((await stranger.query("keys.scopeUses", { keyId })).error?.data.code).toBe("NOT_FOUND");
  const own = await createTenant(server.services.database);
  const paralegal = await enter(own, "paralegal");
  for (const [procedure, sent] of [
    ["keys.explainRejection", { requestId }],
    ["keys.listRequests", {}],
    ["keys.describeRequest", { id: "log_1" }],
    ["serviceAccounts.usage.get", { serviceAccountId: own.keyId }],
    ["keys.scopeUses", { keyId: own.keyId }],
  ] as const) {
    expect((await paralegal.query(procedure, sent)).error?.data.code).toBe("FORBIDDEN");
  }
});

test("the list accepts only its own cursors", async () => {
  const api = openApi(server, tenant.secret);
  const path = `/service-accounts/${tenant.keyId}/requests`;
  for (let count = 0; count < 3; count += 1) await api.get("/me");
  await server.services.requestLog.flush();
  const first = await api.get(`${path}?limit=2`);
  const cursor = String(first.body["nextCursor"]);
  expect((await api.get(`${path}?limit=2&after=${cursor}`)).status).toBe(200);
  const other = await createKey(tenant, {});
  for (const [target, after] of [
    [
      path,
      encodeCursor(
        { organizationId: tenant.organizationId, name: `requests ${tenant.keyId}`, position: numberPosition },
        1,
      ),
    ],
    [path, `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`],
    [`/service-accounts/${other.keyId}/requests`, cursor],
    ["/document-events", cursor],
  ] as const) {
    const reply = await api.get(`${target}?after=${encodeURIComponent(after)}`);
    expect([target, reply.status]).toEqual([target, 400]);
    expect(reply.body["error"]).toContain("after: not a cursor of this list");
  }
});

test("the calls of a bulk job's items are listed by the job, and the rejected ones are explained", async () => {
  const own = await createTenant(server.services.database);
  const portal = await enter(own);
  const [job, other] = [createId("bulkJob"), createId("bulkJob")];
  const line = (requestId: string, values: Partial<RequestNote> = {}) =>
    noteOf(own, { requestId, method: "POST", route: "/cases/{caseId}/notes", status: 201, ...values });
  const rejected = { status: 404, code: "NOT_FOUND", rejectedBy: "domain", reason: "not_found" } as const;
  await logRequests(server.applicationUrl, [
    line(`${job}.0`),
    line(`${job}.1`, rejected),
    line(`${job}.499`),
    line(`${other}.0`, rejected),
    line("req_alone"),
  ]);
  const list = async (filter: object) =>
    (await portal.query<OrganizationRequestPage>("keys.listRequests", { bulkJobId: job, ...filter })).data.requests
      .map(({ requestId }) => requestId)
      .toSorted();
  expect(await list({})).toEqual([`${job}.0`, `${job}.1`, `${job}.499`]);
  expect(await list({ reason: "not_found" })).toEqual([`${job}.1`]);
  expect(await list({ status: "2xx" })).toEqual([`${job}.0`, `${job}.499`]);
  const explained = await portal.query<{ requests: ExplainedRequest[] }>("keys.explainRejection", { requestId: job });
  expect(explained.data.requests).toMatchObject([{ requestId: `${job}.1`, explanation: { check: "domain" } }]);
  expect(
    (await portal.query<{ requests: ExplainedRequest[] }>("keys.explainRejection", { requestId: `${job}.0` })).data
      .requests,
  ).toHaveLength(1);
});
