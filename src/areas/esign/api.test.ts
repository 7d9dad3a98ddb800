import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../testing/harness/requests/api.ts";
import { readRecord } from "../../testing/harness/requests/example-request.ts";
import { createKey, createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { createEsignRequest, createSubmission } from "./fixtures.ts";

let server: TestServer;
let tenant: TestTenant;

beforeAll(async () => {
  server = await startOwnServer();
  tenant = await createTenant(server.services.database);
});
afterAll(() => server.close(1000));

describe("the trail", () => {
  test.each(["UPDATE", "DELETE"])("has no %s for the application", async (kind) => {
    const { esignRequestId } = await createEsignRequest(tenant);
    const change =
      kind === "UPDATE"
        ? sql`UPDATE "EsignTrailEntry" SET action = 'voided' WHERE "requestId" = ${esignRequestId}`
        : sql`DELETE FROM "EsignTrailEntry" WHERE "requestId" = ${esignRequestId}`;
    await expect(tenant.inside((transaction) => change.execute(transaction))).rejects.toThrow("permission denied");
  });
});

const findFieldId = async (requestId: string): Promise<string> => {
  const field = await tenant.inside((transaction) =>
    transaction.selectFrom("EsignField").select("id").where("requestId", "=", requestId).executeTakeFirstOrThrow(),
  );
  return field.id;
};

describe("a request", () => {
  test("is shown without the passcode and with redacted values to a key without medical:read", async () => {
    const signed = { status: "signed", signedAt: "2026-03-06T04:30:00.000Z" };
    const { esignRequestId, recipientId } = await createEsignRequest(tenant, { containsPhi: true }, signed);
    const fieldId = await findFieldId(esignRequestId);
    await createSubmission(tenant, recipientId, { values: { [fieldId]: "Aspirin" } });
    const { secret } = await createKey(tenant, { scopes: ["esign:read"] });
    const whole = await openApi(server, tenant.secret).get(`/esign-requests/${esignRequestId}`);
    expect(readRecord(whole.body, "esignRequest")).toMatchObject({ fields: [{ value: "Aspirin" }] });
    const { body } = await openApi(server, secret).get(`/esign-requests/${esignRequestId}`);
    expect(readRecord(body, "esignRequest")).toMatchObject({
      case: { title: null },
      fields: [{ kind: "signature", value: "[redacted]" }],
      recipients: [{ name: "Rosa Diaz", email: "rosa@example.com", isActive: false }],
    });
    expect(JSON.stringify(body)).not.toMatch(/digest|submission/i);
  });

  test("that was sent is not deleted", async () => {
    const { esignRequestId } = await createEsignRequest(tenant, { status: "preparing" });
    const response = await openApi(server, tenant.secret).change("DELETE", `/esign-requests/${esignRequestId}`);
    expect([response.status, response.text]).toEqual([409, expect.stringContaining("Only a draft can be deleted")]);
  });
});
