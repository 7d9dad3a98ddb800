import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Insertable } from "kysely";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { openApi } from "../../../testing/harness/requests/api.ts";
import { readRecord } from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../../testing/harness/server.ts";
import type { Reply } from "../../../testing/harness/requests/send.ts";
import { readAuditEntries } from "../../../testing/harness/traces.ts";
import { retrievalTransitions } from "./domain.ts";
import { billingDepartment, createRetrievalRequest, recordsDepartment } from "../fixtures.ts";
import { RetrievalStatus } from "./schema.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const get = (requestId: string, headers: Record<string, string> = {}): Promise<Reply> =>
  openApi(server, tenant.secret).get(`/retrieval-requests/${requestId}`, headers);

async function readDetail(requestId: string): Promise<Record<string, unknown>> {
  const reply = await get(requestId);
  expect(reply.status, reply.text).toBe(200);
  return readRecord(reply.body, "retrievalRequest");
}

type Row = Partial<Insertable<Tables["RetrievalRequest"]>>;

describe("200", () => {
  test("returns the whole record with only the required fields set", async () => {
    const { requestId, caseId, clientId, facilityId } = await createRetrievalRequest(tenant);
    expect(await readDetail(requestId)).toMatchObject({
      id: requestId,
      organizationId: tenant.organizationId,
      case: { id: caseId, sequenceId: expect.any(String) },
      client: { id: clientId, firstName: "Rosa", lastName: "Diaz" },
      facility: { facilityId, name: "Mercy General", facilityType: "hospital" },
      requestedBy: { id: tenant.attorneyId, firstName: "Ada", lastName: "Counsel" },
      recordTypes: ["er_report"],
      vendor: null,
      feeQuotedCents: null,
      pagesReceived: null,
      revision: 1,
    });
  });

  test("sets vendor, dates and amounts", async () => {
    const vendorId = createId("contact");
    await tenant.inside((transaction) =>
      transaction
        .insertInto("Contact")
        .values({ organizationId: tenant.organizationId, id: vendorId, type: "company", name: "Copy House" })
        .execute(),
    );
    const values: Row = {
      vendorId,
      dueOn: "2026-02-28",
      submittedAt: "2026-01-05T10:00:00.001Z",
      feeQuotedCents: Number.MAX_SAFE_INTEGER,
      pagesReceived: 0,
    };
    const { requestId } = await createRetrievalRequest(tenant, values);
    expect(await readDetail(requestId)).toMatchObject({
      vendor: { id: vendorId, name: "Copy House" },
      dueOn: "2026-02-28",
      submittedAt: "2026-01-05T10:00:00.001Z",
      feeQuotedCents: Number.MAX_SAFE_INTEGER,
      pagesReceived: 0,
    });
  });

  test.each([
    ["bills", billingDepartment],
    ["itemized_statement", billingDepartment],
    ["records", recordsDepartment],
    ["imaging", recordsDepartment],
  ])("a request for %s is sent to its department", async (requestType, sentTo) => {
    const { requestId } = await createRetrievalRequest(tenant, { requestType });
    expect((await readDetail(requestId))["sentTo"]).toEqual(sentTo);
  });

  test("without a department sentTo is null", async () => {
    const { requestId, facilityId } = await createRetrievalRequest(tenant);
    await changeRow(tenant, "MedicalFacility", facilityId, { recordsDepartmentInfo: null });
    expect((await readDetail(requestId))["sentTo"]).toBeNull();
  });

  test("the timeline is in order of time, whatever the order of recording", async () => {
    const { requestId } = await createRetrievalRequest(tenant);
    const step = (at: string, status: string, note: string | null) => ({
      organizationId: tenant.organizationId,
      id: createId("retrievalRequestStep"),
      requestId,
      at,
      status,
      actorName: "Ada Counsel",
      note,
    });
    const steps = [
      step("2026-05-01T00:00:00.000Z", "submitted", "by fax"),
      step("2026-04-01T00:00:00.000Z", "ready", null),
    ];
    await tenant.inside((transaction) => transaction.insertInto("RetrievalRequestStep").values(steps).execute());
    expect((await readDetail(requestId))["timeline"]).toEqual([
      { at: "2026-03-14T15:09:26.535Z", status: "draft", actor: "Ada Counsel", note: null },
      { at: "2026-04-01T00:00:00.000Z", status: "ready", actor: "Ada Counsel", note: null },
      { at: "2026-05-01T00:00:00.000Z", status: "submitted", actor: "Ada Counsel", note: "by fax" },
    ]);
  });

  test.each(RetrievalStatus.options)("%s lists its allowed transitions", async (status) => {
    const { requestId } = await createRetrievalRequest(tenant, { status });
    expect(await readDetail(requestId)).toMatchObject({ status, availableTransitions: retrievalTransitions[status] });
  });

  test("every read is audited, also one that returns 304", async () => {
    const { requestId } = await createRetrievalRequest(tenant);
    const { headers } = await get(requestId);
    await get(requestId, { "If-None-Match": headers.etag ?? "" });
    const entries = (await readAuditEntries(tenant)).filter(({ entityId }) => entityId === requestId);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["retrievalRequests.get", tenant.keyId],
      ["retrievalRequests.get", tenant.keyId],
    ]);
  });
});

describe("the ETag changes with everything that the detail shows", () => {
  const changes: Record<
    string,
    (created: {
      requestId: string;
      facilityId: string;
      contactId: string;
      clientId: string;
      vendorId: string;
    }) => Promise<unknown>
  > = {
    "the client's name": ({ clientId }) => update("Client", { lastName: "Moved" }, clientId),
    "the facility's type": ({ facilityId }) => update("MedicalFacility", { facilityType: "clinic" }, facilityId),
    "the department": ({ facilityId }) =>
      update("MedicalFacility", { recordsDepartmentInfo: JSON.stringify({ fax: "1" }) }, facilityId),
    "the facility's name": ({ contactId }) => update("Contact", { name: "Mercy West" }, contactId),
    "the vendor's name": ({ vendorId }) => update("Contact", { name: "Copy Mansion" }, vendorId),
    "the requester's name": () => update("Member", { lastName: `Counsel ${Math.random()}` }, tenant.attorneyId),
    "a step of the timeline": ({ requestId }) =>
      tenant.inside((transaction) =>
        transaction
          .insertInto("RetrievalRequestStep")
          .values({
            organizationId: tenant.organizationId,
            id: createId("retrievalRequestStep"),
            requestId,
            status: "received",
            actorName: "x",
          })
          .execute(),
      ),
    // Whoever writes a record raises its own revision; the database does it for what other records show.
    "the request itself": ({ requestId }) => update("RetrievalRequest", { notes: "moved", revision: 2 }, requestId),
  };

  function update(
    table: "Client" | "MedicalFacility" | "Contact" | "Member" | "RetrievalRequest",
    values: Record<string, unknown>,
    id: string,
  ) {
    return tenant.inside((transaction) => transaction.updateTable(table).set(values).where("id", "=", id).execute());
  }

  test.each(Object.entries(changes))("%s", async (_, change) => {
    const vendorId = createId("contact");
    await tenant.inside((transaction) =>
      transaction
        .insertInto("Contact")
        .values({ organizationId: tenant.organizationId, id: vendorId, type: "company", name: "Copy House" })
        .execute(),
    );
    const created = await createRetrievalRequest(tenant, { vendorId });
    const before = await get(created.requestId);
    await change({ ...created, vendorId });
    const after = await get(created.requestId, { "If-None-Match": before.headers.etag ?? "" });
    expect(after.status).toBe(200);
    expect(Number(after.headers.etag?.slice(1, -1))).toBeGreaterThan(Number(before.headers.etag?.slice(1, -1)));
  });

  test("does not change with anything else", async () => {
    const created = await createRetrievalRequest(tenant);
    const before = await get(created.requestId);
    await update("Client", { city: "Albany" }, created.clientId);
    await update("MedicalFacility", { chartNumber: "1" }, created.facilityId);
    expect((await get(created.requestId, { "If-None-Match": before.headers.etag ?? "" })).status).toBe(304);
  });
});

test("403 with medical:write alone", async () => {
  const { requestId } = await createRetrievalRequest(tenant);
  await changeRow(tenant, "IntegrationKey", tenant.keyId, { scopes: ["medical:write"] });
  expect((await get(requestId)).status).toBe(403);
});
