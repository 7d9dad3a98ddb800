import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMedicalRows } from "../../areas/medical/fixtures.records.ts";
import type { MedicalRows } from "../../areas/medical/fixtures.records.ts";
import { countCaseFacilities, findAuthorization, listAuthorizationRows } from "../../areas/medical/authorizations/store.ts";
import { findPart, findTreatments, listPartRows } from "../../areas/medical/parts/store.ts";
import { countQueue, leaseRows, listWaitingIds, lockAnswered } from "../../areas/medical/queue/store.ts";
import {
  findRequestHeads,
  findRetrievalRequest,
  findRetrievalRequests,
  postponeReady,
  insertSteps,
  listFollowUpRows,
  listOpenRequestIds,
  listRequestRows,
  raiseOpenRequests,
} from "../../areas/medical/requests/store.ts";
import { changeRow, deleteRow, findCaseOf, lockRow, lockRows } from "../../areas/medical/store.rows.ts";
import { findSummary } from "../../areas/medical/summary/store.ts";
import { addUpBills, deleteFacilityRow, findFacility, hasOpenRequests, listFacilityRows, lockFacility, updateFacilityRow } from "../../areas/medical/facilities/store.ts";
import { findFacilities } from "../../areas/medical/store.snapshots.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

let harness: TenancyHarness<MedicalRows>;

beforeAll(async () => {
  harness = await openTenancyHarness(createMedicalRows);
});
afterAll(() => harness.close());

const pageOf = (alias: string): SortedPage => ({ after: sql<boolean>`true`, order: sql`${sql.ref(`${alias}.id`)}`, limit: 10 });

const functions: Record<string, (context: Context, records: MedicalRows) => Promise<unknown>> = {
  findFacility: (context, { facilityId }) => findFacility(context, facilityId),
  findFacilities: (context, { facilityId }) => findFacilities(context, [facilityId]),
  lockFacility: (context, { facilityId }) => lockFacility(context, facilityId),
  listFacilityRows: (context, { caseId }) => listFacilityRows(context, pageOf("f"), { caseId }),
  updateFacilityRow: (context, { facilityId }) => updateFacilityRow(context, facilityId, 1, { recordsNeeded: true }),
  deleteFacilityRow: (context, { facilityId }) => deleteFacilityRow(context, facilityId),
  hasOpenRequests: (context, { facilityId }) => hasOpenRequests(context, facilityId),
  addUpBills: async (context, { facilityId }) => {
    await context.transaction.updateTable("MedicalFacility").set({ totalBilledCents: 5 }).where("id", "=", facilityId).execute();
    await addUpBills(context, facilityId);
    return context.transaction.selectFrom("MedicalFacility").select("id").where("id", "=", facilityId).where("totalBilledCents", "=", 90_000).execute();
  },
  "findPart of treatments": (context, { treatmentId, ...of }) => findPart(context, "MedicalTreatment", of, treatmentId),
  findTreatments: (context, { treatmentId }) => findTreatments(context, [treatmentId]),
  "findPart of bills": (context, { billId, ...of }) => findPart(context, "MedicalBill", of, billId),
  "findPart of records": (context, { recordId, ...of }) => findPart(context, "MedicalRecord", of, recordId),
  "listPartRows of a facility": (context, of) => listPartRows(context, "MedicalTreatment", of, pageOf("t"), undefined),
  "listPartRows of a case": (context, { caseId }) => listPartRows(context, "MedicalBill", { caseId }, pageOf("t"), undefined),
  lockRow: (context, { authorizationId }) => lockRow(context, "HipaaAuthorization", authorizationId),
  lockRows: (context, { requestId }) => lockRows(context, "RetrievalRequest", [requestId], "share"),
  findCaseOf: (context, { facilityId }) => findCaseOf(context, "MedicalFacility", facilityId),
  deleteRow: (context, { treatmentId }) => deleteRow(context, "MedicalTreatment", treatmentId, null),
  changeRow: (context, { billId }) => changeRow(context, "MedicalBill", billId, { notes: "Changed" }, null),
  findRetrievalRequest: (context, { requestId }) => findRetrievalRequest(context, requestId),
  findRetrievalRequests: (context, { requestId }) => findRetrievalRequests(context, [requestId]),
  listRequestRows: (context, { facilityId }) => listRequestRows(context, pageOf("r"), { facilityId }),
  findRequestHeads: (context, { requestId }) => findRequestHeads(context, [requestId]),
  listOpenRequestIds: (context, { authorizationId }) => listOpenRequestIds(context, authorizationId, 10),
  raiseOpenRequests: async (context, { authorizationId, requestId }) => {
    await raiseOpenRequests(context, authorizationId);
    return context.transaction.selectFrom("RetrievalRequest").select("id").where("id", "=", requestId).where("revision", ">", 1).execute();
  },
  postponeReady: (context, { authorizationId }) => postponeReady(context, authorizationId, "Held back"),
  listFollowUpRows: (context, { requestId }) => listFollowUpRows(context, pageOf("u"), requestId),
  findAuthorization: (context, { authorizationId }) => findAuthorization(context, authorizationId),
  listAuthorizationRows: (context, { caseId }) => listAuthorizationRows(context, pageOf("a"), { caseId }),
  countCaseFacilities: (context, { caseId, facilityId }) => countCaseFacilities(context, caseId, [facilityId]),
  lockAnswered: (context, { requestId }) => lockAnswered(context, [requestId]),
  findSummary: (context, { caseId }) => findSummary(context, caseId),
};

describe("the first wall: store functions of the area medical filter by themselves, without row-level security", () => {
  test.each(Object.entries(functions))("%s", async (_, call) => {
    expect(isFound(await harness.ask((context) => call(context, harness.ours)))).toBe(true);
    expect(isFound(await harness.ask((context) => call(context, harness.theirs)))).toBe(false);
  });

  test("the queue hands out the own organization's alone", async () => {
    const idsOf = async (rows: Promise<unknown>) => ((await rows) as { id: string }[]).map(({ id }) => id);
    const { requestId } = harness.ours;
    expect(await harness.ask((context) => listWaitingIds(context, undefined, 10))).toEqual([requestId]);
    expect(await harness.ask((context) => countQueue(context, undefined))).toEqual({ waiting: 1, rush: 0, leased: 0 });
    expect(await idsOf(harness.ask((context) => leaseRows(context, { limit: 10, leaseSeconds: 60 })))).toEqual([requestId]);
  });

  test("a line of a timeline is written in the own organization, where another's request is none", async () => {
    const write = (requestId: string) =>
      harness.ask((context) => {
        const actor = { ...context, principal: { ...context.principal, actorName: "Ada Counsel" } };
        return insertSteps(actor, [{ id: "rst_of_a_test", requestId, status: "ready", note: null }]);
      });
    await write(harness.ours.requestId);
    await expect(write(harness.theirs.requestId)).rejects.toMatchObject({ code: "23503" });
  });
});
