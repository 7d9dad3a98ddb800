import type { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createId } from "../../platform/database/ids.ts";
import { openApi, type Api } from "../../testing/harness/requests/api.ts";
import { waitForLock } from "../../testing/database/wait-for-lock.ts";
import { createTenant, type TestTenant } from "../../testing/harness/tenant.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";
import type { Reply } from "../../testing/harness/requests/send.ts";
import { expectSuccess } from "../../testing/conformance/subject.ts";
import { readEvents } from "../../testing/harness/traces.ts";
import { createFacility } from "./fixtures.ts";
import { createCaseDocument, createProvider, createReadyRequest } from "./fixtures.records.ts";
import type { QueueResult } from "./queue/schema.ts";

let server: TestServer;
let watcher: Client;
let tenant: TestTenant;
let api: Api;

beforeAll(async () => {
  server = await startTestServer();
  watcher = await server.connectOwner();
  tenant = await createTenant(server.services.database);
  api = openApi(server, tenant.secret);
});
afterAll(() => server.close(1000));

const leaseToken = "lease_of_a_test";
const createLeased = () =>
  createReadyRequest(tenant, { leaseToken, leasedUntil: new Date(Date.now() + 600_000).toISOString() });
const acknowledge = (requestId: string) =>
  api.change("POST", "/retrieval-queue/ack", { items: [{ requestId, leaseToken, result: "acknowledged" }] });
const resultOf = (reply: Reply) => (expectSuccess(reply).body["results"] as QueueResult[])[0];

test("a facility that waited for a merge of contacts has the merged contact", async () => {
  const { facilityId, caseId } = await createFacility(tenant, { recordsNeeded: true });
  const contactId = await createProvider(tenant, "Mercy West");
  const { organizationId } = tenant;
  const { changing } = await tenant.inside(async (transaction) => {
    await transaction.updateTable("MedicalFacility").set({ contactId }).where("id", "=", facilityId).execute();
    await transaction
      .insertInto("MedicalRecord")
      .values({ organizationId, id: createId("medicalRecord"), facilityId, caseId, recordType: "er_report" })
      .execute();
    const reply = api.change("PATCH", `/medical-facilities/${facilityId}`, { expectedVersion: 1 });
    await waitForLock(watcher);
    return { changing: reply };
  });
  expect(expectSuccess(await changing).body["facility"]).toMatchObject({
    name: "Mercy West",
    recordsStatus: "received",
    version: 1,
  });
});

test("an acknowledgment that waited for the archiving of the case fails without a change", async () => {
  const { requestId, caseId } = await createLeased();
  const { acknowledging } = await tenant.inside(async (transaction) => {
    await transaction.selectFrom("RetrievalRequest").select("id").where("id", "=", requestId).forUpdate().execute();
    await transaction.updateTable("Case").set({ matterStatus: "archived" }).where("id", "=", caseId).execute();
    const reply = acknowledge(requestId);
    await waitForLock(watcher);
    return { acknowledging: reply };
  });
  expect(resultOf(await acknowledging)).toMatchObject({
    status: "failed",
    code: "INVALID_STATE_TRANSITION",
    error: expect.stringContaining("archived"),
  });
  const row = await tenant.inside((transaction) =>
    transaction.selectFrom("RetrievalRequest").selectAll().where("id", "=", requestId).executeTakeFirstOrThrow(),
  );
  expect(row).toMatchObject({ status: "ready", submittedAt: null, leaseToken });
  expect((await readEvents(tenant)).filter(({ entityId }) => entityId === requestId)).toEqual([]);
});

test("two acknowledgments of requests with the same authorization do not wait for each other", async () => {
  const { requestId, authorizationId } = await createLeased();
  await tenant.inside(async (transaction) => {
    await transaction
      .selectFrom("HipaaAuthorization")
      .select("id")
      .where("id", "=", authorizationId)
      .forShare()
      .execute();
    expect(resultOf(await acknowledge(requestId))).toMatchObject({
      status: "succeeded",
      requestStatus: "acknowledged",
    });
  });
});

describe("locks are taken parent first: a request that waits for the parent holds no lock on the child", () => {
  const onRequest: Record<string, (requestId: string) => Promise<Reply>> = {
    "a move": (requestId) =>
      api.change("POST", `/retrieval-requests/${requestId}/transitions`, { toStatus: "submitted" }),
    "a change": (requestId) => api.change("PATCH", `/retrieval-requests/${requestId}`, { includesHiv: false }),
    "an acknowledgment": acknowledge,
  };

  test.each(Object.entries(onRequest))("%s: the authorization before the request", async (_, call) => {
    const { requestId, authorizationId } = await createLeased();
    const { calling } = await tenant.inside(async (transaction) => {
      await transaction
        .selectFrom("HipaaAuthorization")
        .select("id")
        .where("id", "=", authorizationId)
        .forUpdate()
        .execute();
      const reply = call(requestId);
      await waitForLock(watcher);
      await transaction
        .selectFrom("RetrievalRequest")
        .select("id")
        .where("id", "=", requestId)
        .forUpdate()
        .noWait()
        .execute();
      return { calling: reply };
    });
    expectSuccess(await calling);
  });

  test("a treatment: the case before the facility", async () => {
    const { facilityId, caseId } = await createFacility(tenant);
    const { calling } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("Case").select("id").where("id", "=", caseId).forNoKeyUpdate().execute();
      const reply = api.change("POST", `/medical-facilities/${facilityId}/treatments`, {
        treatmentType: "emergency",
        startOn: "2026-01-05",
      });
      await waitForLock(watcher);
      await transaction
        .selectFrom("MedicalFacility")
        .select("id")
        .where("id", "=", facilityId)
        .forUpdate()
        .noWait()
        .execute();
      return { calling: reply };
    });
    expectSuccess(await calling);
  });

  test("an attachment: the document before the request", async () => {
    const { requestId, caseId } = await createReadyRequest(tenant, { submittedAt: "2026-03-02T10:00:00.000Z" });
    const documentId = await createCaseDocument(tenant, caseId);
    const { calling } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("Document").select("id").where("id", "=", documentId).forUpdate().execute();
      const reply = api.change("POST", `/retrieval-requests/${requestId}/documents`, { documentId });
      await waitForLock(watcher);
      await transaction
        .selectFrom("RetrievalRequest")
        .select("id")
        .where("id", "=", requestId)
        .forUpdate()
        .noWait()
        .execute();
      return { calling: reply };
    });
    expectSuccess(await calling);
  });

  test("a change of an authorization: its facilities before it", async () => {
    const { authorizationId, facilityId } = await createReadyRequest(tenant);
    const { calling } = await tenant.inside(async (transaction) => {
      await transaction.selectFrom("MedicalFacility").select("id").where("id", "=", facilityId).forUpdate().execute();
      const reply = api.change("PATCH", `/hipaa-authorizations/${authorizationId}`, {
        scope: "specific",
        facilityIds: [facilityId],
      });
      await waitForLock(watcher);
      await transaction
        .selectFrom("HipaaAuthorization")
        .select("id")
        .where("id", "=", authorizationId)
        .forUpdate()
        .noWait()
        .execute();
      return { calling: reply };
    });
    expectSuccess(await calling);
  });
});
