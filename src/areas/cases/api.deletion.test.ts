import { afterAll, beforeAll, expect, test } from "vitest";
import { endedRequestStatuses, sharedEnumerations } from "../../contract/enumerations.ts";
import { valuesOf } from "../../contract/enumeration.ts";
import { createId } from "../../platform/database/ids.ts";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import { createInvoice } from "../billing/fixtures.ts";
import { createDocument } from "../documents/fixtures.records.ts";
import { createFacility, createRetrievalRequest } from "../medical/fixtures.ts";

/** Who deletes a case leaves nothing open behind, and other bounds of cases. */
let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

const call = (...[method, path, body]: Parameters<ReturnType<typeof openApi>["change"]>) =>
  openApi(server, tenant.secret).change(method, path, body);
const sent = { issuedOn: "2026-03-14", sentAt: "2026-03-14T15:09:26.535Z" };

const unpaid = /^The case still has invoices that are not paid/;

test.each<[string, RegExp | null]>([
  ["paid", null],
  ["draft", unpaid],
  ["sent", unpaid],
  ["overdue", unpaid],
  ["to_be_paid", unpaid],
])("deleting a case with an invoice that is %s", async (status, rejection) => {
  const { caseId, invoiceId } = await createInvoice(tenant, {
    ...(status === "draft" ? {} : sent),
    ...(status === "to_be_paid" && { payFromSettlement: true }),
    status,
  });
  const [payment] = (await openApi(server, tenant.secret).get(`/invoices/${invoiceId}/payments`)).body["payments"] as {
    id: string;
  }[];
  const { body } = await call("DELETE", `/cases/${caseId}`);
  expect(body).toEqual(
    rejection === null
      ? { success: true }
      : { success: false, code: "INVALID_STATE_TRANSITION", error: expect.stringMatching(rejection) },
  );
  if (rejection !== null) return;
  const refund = await call("POST", `/payments/${payment?.id}/refund`, { amountCents: 100, reason: "Too much" });
  expect([refund.status, refund.body["error"]], refund.text).toEqual([404, "Payment not found"]);
});

test("documents and facilities block the deletion by name; folders are deleted with the case", async () => {
  const { organizationId } = tenant;
  const { caseId, documentId } = await createDocument(tenant);
  const documents = await call("DELETE", `/cases/${caseId}`);
  expect([documents.status, documents.body["error"]]).toEqual([409, "The case still has documents (delete them)"]);
  await tenant.inside((transaction) =>
    transaction
      .updateTable("Document")
      .set({ deletedAt: new Date().toISOString() })
      .where("id", "=", documentId)
      .where("organizationId", "=", organizationId)
      .execute(),
  );
  expect((await call("DELETE", `/cases/${caseId}`)).status).toBe(200);
  expect((await openApi(server, tenant.secret).get(`/cases/${caseId}/documents`)).status).toBe(404);
  const facility = await createFacility(tenant);
  expect((await call("DELETE", `/cases/${facility.caseId}`)).body["error"]).toBe(
    "The case still has medical facilities (unbind them)",
  );
});

test("open retrieval requests block deletion and unbinding, and the summary counts the same statuses as open", async () => {
  const found: Record<"deletion" | "unbinding" | "summary", string[]> = { deletion: [], unbinding: [], summary: [] };
  for (const status of valuesOf(sharedEnumerations.requestStatus)) {
    const { caseId, facilityId } = await createRetrievalRequest(tenant, { status });
    const summary = readRecord((await openApi(server, tenant.secret).get(`/cases/${caseId}/summary`)).body, "summary");
    if (summary["openRequestCount"] === 1) found.summary.push(status);
    if (/retrieval requests/.test(String((await call("DELETE", `/cases/${caseId}`)).body["error"])))
      found.deletion.push(status);
    if ((await call("DELETE", `/medical-facilities/${facilityId}`)).status === 409) found.unbinding.push(status);
  }
  const ended = new Set<string>(endedRequestStatuses);
  const open = valuesOf(sharedEnumerations.requestStatus).filter((status) => !ended.has(status));
  expect(found).toEqual({ deletion: open, unbinding: open, summary: open.filter((status) => status !== "draft") });
});

test("records of an unbound facility do not satisfy a gate", async () => {
  const received = await createRetrievalRequest(tenant, { status: "completed" });
  const move = () => call("POST", `/cases/${received.caseId}/transitions`, { toStage: "demand_sent" });
  await changeRow(tenant, "MedicalFacility", received.facilityId, { deletedAt: new Date().toISOString() });
  expect((await move()).body).toMatchObject({
    code: "INVALID_STATE_TRANSITION",
    error: expect.stringMatching(/records_received/),
  });
  await changeRow(tenant, "MedicalFacility", received.facilityId, { deletedAt: null });
  expect((await move()).status).toBe(200);
});

test("at the limit of custom fields, another is rejected until one is archived", async () => {
  const { organizationId } = tenant;
  const ids = Array.from({ length: 200 }, () => createId("customFieldDefinition"));
  const rows = ids.map((id, index) => ({
    organizationId,
    id,
    entity: "case",
    key: `field_${index}`,
    label: "Field",
    type: "text",
  }));
  await tenant.inside((transaction) => transaction.insertInto("CustomFieldDefinition").values(rows).execute());
  const create = () =>
    call("POST", "/custom-field-definitions", { entity: "case", key: "one_more", label: "One more", type: "text" });
  const archive = (archived: boolean) => call("PATCH", `/custom-field-definitions/${ids[0]}`, { archived });
  expect((await create()).body).toMatchObject({
    code: "INVALID_STATE_TRANSITION",
    error: expect.stringMatching(/archive one/),
  });
  expect((await archive(true)).status).toBe(200);
  expect((await create()).status).toBe(201);
  expect((await archive(false)).body).toMatchObject({ code: "INVALID_STATE_TRANSITION" });
});

test("deletedAt is the database's time", async () => {
  const { caseId } = await createCase(tenant);
  expect((await call("DELETE", `/cases/${caseId}`)).status).toBe(200);
  const row = await tenant.inside((transaction) =>
    transaction
      .selectFrom("Case")
      .select(["deletedAt", "updatedAt"])
      .where("id", "=", caseId)
      .executeTakeFirstOrThrow(),
  );
  expect(Date.parse(String(row.deletedAt))).toBeLessThanOrEqual(Date.parse(row.updatedAt));
});
