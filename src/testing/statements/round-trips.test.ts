import { afterAll, beforeAll, expect, test } from "vitest";
import { createInvoice } from "../../areas/billing/fixtures.ts";
import { createFacility } from "../../areas/medical/fixtures.ts";
import { expectSuccess, openSubjectHarness, subjects } from "../conformance/subject.ts";
import type { ExampleRequest } from "../harness/requests/example-request.ts";
import { startOwnServer, type TestServer } from "../harness/server.ts";
import { createCase, createTenant, type TestTenant } from "../harness/tenant.ts";
import { nameStatement, recordRoundTrips, type RoundTripRecorder } from "./record-round-trips.ts";

/**
 * What a mutation sends to PostgreSQL, for a key that the process has seen before: the locks and what is read under
 * them, the change, and the records with COMMIT. Statements that do not depend on one another's rows are sent together,
 * and locks in their order.
 */
let server: TestServer;
let recorder: RoundTripRecorder;

beforeAll(async () => {
  // The worker's statements would be counted among the request's.
  server = await startOwnServer({ databasePoolSize: 1, worker: "none" });
  recorder = recordRoundTrips(server.services.database.pool);
});
afterAll(() => server.close(1_000));

const claim = "find_integration_key, begin, claim_idempotency_key";
/** No subscription gets the events, so nothing is written of deliveries (0184). */
const records = "insert EventCounter, insert Event, insert AuditEntry, insert IdempotencyRecord, commit";

type Arrange = (tenant: TestTenant) => Promise<Pick<ExampleRequest, "pathValues" | "body">>;

const ofCase =
  (body: Record<string, unknown>, pathValues: Record<string, string> = {}): Arrange =>
  async (tenant) => ({ pathValues: { caseId: (await createCase(tenant)).caseId, ...pathValues }, body });

const mutations: Record<string, { arrange: Arrange; sends: string[] }> = {
  "clients.update": {
    arrange: async (tenant) => ({
      pathValues: { clientId: (await createCase(tenant)).clientId },
      body: { phone: "+1 512 555 0143" },
    }),
    sends: [`${claim}, lock Client, read Client`, "update Client, read Case", records],
  },
  "cases.folders.create": {
    arrange: ofCase({ name: "Mercy General" }),
    sends: [`${claim}, lock Member, lock Case, pg_advisory_xact_lock_shared`, "insert Folder", records],
  },
  "medicalFacilities.update": {
    arrange: async (tenant) => ({
      pathValues: { facilityId: (await createFacility(tenant)).facilityId },
      body: { expectedVersion: 1, recordsNeeded: true },
    }),
    sends: [
      `${claim}, lock Member, lock Case, lock MedicalFacility, read MedicalFacility`,
      "update MedicalFacility, read MedicalFacility",
      records,
    ],
  },
  "cases.surveyDetails.set": {
    arrange: ofCase({ value: "APD 2026-0190477" }, { accessor: "incident.report" }),
    sends: [`${claim}, lock Case, read FormQuestion, lock IntakeAnswer`, "insert IntakeAnswer", records],
  },
  "invoices.transition": {
    arrange: async (tenant) => ({
      pathValues: { invoiceId: (await createInvoice(tenant)).invoiceId },
      body: { status: "sent" },
    }),
    sends: [
      `${claim}, lock Case, lock Invoice, read Invoice, read Payment, read Organization`,
      "update Invoice",
      records,
    ],
  },
  "cases.create": {
    arrange: async (tenant) => ({
      pathValues: {},
      body: { plaintiffId: (await createCase(tenant)).clientId, caseType: "truck_accident" },
    }),
    sends: [
      `${claim}, lock Client, insert NumberSequence`,
      "insert Case, insert CaseStageEntry, insert pgboss.job, read Case",
      records,
    ],
  },
  "contacts.create": {
    arrange: () =>
      Promise.resolve({
        pathValues: {},
        body: {
          type: "company",
          companyName: "Lone Star Mutual",
          phones: [{ label: "main", number: "512 555 0183" }],
          roles: ["insurer"],
        },
      }),
    sends: [`${claim}, insert Contact, insert ContactPhone, insert ContactRole, read Contact`, records],
  },
  "cases.tasks.create": {
    arrange: ofCase({ title: "Request the complete chart" }),
    sends: [`${claim}, lock Member, lock Case, lock Organization`, "insert Task, read Task", records],
  },
};

test.each(Object.entries(mutations))("%s", async (name, { arrange, sends }) => {
  const subject = subjects.find(({ declaration }) => declaration.name === name);
  if (subject === undefined) throw new Error(`there is no operation ${name}`);
  const tenant = await createTenant(server.services.database);
  const { call, arranged } = await openSubjectHarness(server, subject, tenant);
  const request = async () => ({ ...arranged, ...(await arrange(tenant)) });
  // The first request of a key reads it before the transaction.
  expectSuccess(await call({ arranged: await request() }));
  const next = await request();
  recorder.take();
  expectSuccess(await call({ arranged: next }));
  expect(recorder.take().map((sent) => sent.map(nameStatement).join(", "))).toEqual(sends);
});
