import * as z from "zod";
import { sortedPageInput } from "../../../contract/page.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { bills } from "./domain.ts";
import { BillChanges, MedicalBill, NewBill, ofFacility } from "../parts/schema.ts";
import { changing, nextCursor, reading } from "../facilities/schema.ts";

const Chosen = z.strictObject({ ...ofFacility, billId: Id });
const Shown = z.object({ medicalBill: MedicalBill });
const Listed = z.object({ medicalBills: z.array(MedicalBill), nextCursor });

export const billProcedures = {
  "medicalFacilities.bills.list": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/bills",
    summary: "List the bills of a medical facility",
    description: "Returns the facility's bills. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject({ ...sortedPageInput, ...ofFacility }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      const page = await bills.list(ctx, input);
      return { medicalBills: page.records, nextCursor: page.nextCursor };
    }),

  "cases.medicalBills.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/medical-bills",
    summary: "List the bills of a case",
    description: "Returns all bills of the case's facilities.",
  })
    .input(z.strictObject({ ...sortedPageInput, caseId: Id }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      const page = await bills.listWithin(ctx, { entity: "case", id: input.caseId }, input);
      return { medicalBills: page.records, nextCursor: page.nextCursor };
    }),

  "medicalFacilities.bills.create": operation({
    ...changing,
    route: "POST /medical-facilities/{facilityId}/bills",
    summary: "Add a medical bill",
    description:
      "Fails with 400 if the balance would be negative, and with 409 if a paid bill would have a balance or the status is not in `availableTransitions`. The facility's totals are updated immediately.",
    emits: ["medical_bill.created"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalBill.revision",
    created: { location: "/medical-facilities/{medicalBill.facility.facilityId}/bills/{medicalBill.id}" },
  })
    .input(NewBill.extend(ofFacility))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ medicalBill: await bills.create(ctx, input) })),

  "medicalFacilities.bills.get": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}/bills/{billId}",
    summary: "Get a medical bill",
    description:
      "Use the ETag only for `If-Match`: included data of other records can change without a new revision, so the response is never 304. Every read is recorded in the audit log.",
    etag: "medicalBill.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { facilityId, billId } }) => ({
      medicalBill: await bills.get(ctx, { facilityId, id: billId }),
    })),

  "medicalFacilities.bills.update": operation({
    ...changing,
    route: "PATCH /medical-facilities/{facilityId}/bills/{billId}",
    summary: "Update a medical bill",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. Fails with 400 if the balance would be negative, and with 409 if a paid bill would have a balance or the status is not in `availableTransitions`. The facility's totals are updated immediately.",
    emits: ["medical_bill.updated"],
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "medicalBill.revision",
  })
    .input(BillChanges.extend({ ...ofFacility, billId: Id }).refine(...changesSomething("facilityId", "billId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { facilityId, billId, ...changes } }) => ({
      medicalBill: await bills.update(ctx, { facilityId, id: billId }, changes),
    })),

  "medicalFacilities.bills.delete": operation({
    ...changing,
    route: "DELETE /medical-facilities/{facilityId}/bills/{billId}",
    summary: "Delete a medical bill",
    description: "Soft-deletes the record: it is no longer returned.",
    emits: ["medical_bill.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { facilityId, billId } }) => bills.delete(ctx, { facilityId, id: billId }))),
};
