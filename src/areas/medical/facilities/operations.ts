import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { summarizeCase } from "../summary/domain.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { facilities, updateFacility } from "./domain.ts";
import { MedicalSummary } from "../queue/schema.ts";
import {
  ExpectedVersion,
  Facility,
  FacilityChanges,
  FacilityFilter,
  NewFacility,
  changing,
  nextCursor,
  reading,
} from "./schema.ts";

const Shown = z.object({ facility: Facility });
const Listed = z.object({ facilities: z.array(Facility), nextCursor });
const { caseId: _, ...caseFilter } = FacilityFilter;

export const facilityProcedures = {
  "medicalFacilities.list": operation({
    ...reading,
    route: "GET /medical-facilities",
    summary: "List medical facilities",
    description: "Returns the facilities that are bound to cases. Each returned record is recorded in the audit log.",
  })
    .input(z.strictObject(FacilityFilter))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      const page = await facilities.list(ctx, input);
      return { facilities: page.records, nextCursor: page.nextCursor };
    }),

  "cases.medicalFacilities.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/medical-facilities",
    summary: "List the medical facilities of a case",
    description: "Works like GET /medical-facilities, for one case.",
  })
    .input(z.strictObject({ ...caseFilter, caseId: Id }))
    .output(Listed)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      const page = await facilities.list(ctx, input);
      return { facilities: page.records, nextCursor: page.nextCursor };
    }),

  "cases.medicalFacilities.bind": operation({
    ...changing,
    route: "POST /cases/{caseId}/medical-facilities",
    summary: "Bind a medical facility to a case",
    description:
      "Binds a contact, not a person, to the case and its client as a facility. Name, NPI, address, phone and fax belong to the contact and are changed there. " +
      "Fails with 409 `DUPLICATE_ENTRY` if the contact is already bound to the case.",
    emits: ["medical_facility.bound"],
    errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "facility.version",
    created: { location: "/medical-facilities/{facility.facilityId}" },
  })
    .input(NewFacility.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ facility: await facilities.create(ctx, input) })),

  "medicalFacilities.get": operation({
    ...reading,
    route: "GET /medical-facilities/{facilityId}",
    summary: "Get a medical facility",
    description:
      "Returns the binding with the contact's identity and the totals of its bills. The ETag is its version, for `If-Match` and `expectedVersion`: identity, totals, " +
      "`recordsStatus` and `billsStatus` can change without a new version, so the response is never 304. Every read is recorded in the audit log.",
    etag: "facility.version",
    isVolatile: true,
  })
    .input(z.strictObject({ facilityId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ facility: await facilities.get(ctx, { id: input.facilityId }) })),

  "medicalFacilities.update": operation({
    ...changing,
    route: "PATCH /medical-facilities/{facilityId}",
    summary: "Update facility routing config",
    description:
      "Changes the fields that you send; a department object replaces the previous one as a whole. " +
      "With only `expectedVersion`, the record is returned unchanged with the same version.",
    emits: ["medical_facility.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "facility.version",
  })
    .input(FacilityChanges.extend({ facilityId: Id, expectedVersion: ExpectedVersion }))
    .output(Shown)
    .mutation(async ({ ctx, input: { facilityId, expectedVersion, ...changes } }) => ({
      facility: await updateFacility(ctx, facilityId, expectedVersion, changes),
    })),

  "medicalFacilities.unbind": operation({
    ...changing,
    route: "DELETE /medical-facilities/{facilityId}",
    summary: "Unbind a medical facility",
    description:
      "The facility and its treatments, bills and records are no longer returned; the contact remains and can be bound again. Fails with 409 `INVALID_STATE_TRANSITION` while a retrieval " +
      "request to it is open.",
    emits: ["medical_facility.unbound"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ facilityId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => facilities.delete(ctx, { id: input.facilityId }))),

  "cases.medicalSummary.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/medical-summary",
    summary: "Get medical cost summary",
    description:
      "Returns totals of bills, treatments, records and open requests by facility, facility type and treatment type. Every read is recorded in the audit log.",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ medicalSummary: MedicalSummary }))
    .query(async ({ ctx, input }) => ({ medicalSummary: await summarizeCase(ctx, input.caseId) })),
};
