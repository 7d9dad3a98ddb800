import * as z from "zod";
import { Id } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { summarizeCase } from "../summary/domain.ts";
import { bindFacility, getFacility, listCaseFacilities, listFacilities, unbindFacility, updateFacility } from "./domain.ts";
import { MedicalSummary } from "../queue/schema.ts";
import { ExpectedVersion, Facility, FacilityChanges, FacilityFilter, NewFacility, changing, nextCursor, reading } from "./schema.ts";

const Shown = z.object({ facility: Facility });
const Listed = z.object({ facilities: z.array(Facility), nextCursor });
const { caseId: _, ...caseFilter } = FacilityFilter;

export const facilityProcedures = {
  listFacilities: operation({
    ...reading,
    method: "GET",
    path: "/medical-facilities",
    summary: "List medical facilities",
    description: "The facilities that are bound to cases, without those that were unbound. Each that is shown is written to the audit trail.",
  })
    .input(z.strictObject(FacilityFilter))
    .output(Listed)
    .query(({ ctx, input }) => listFacilities(ctx, input)),

  listCaseFacilities: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/medical-facilities",
    summary: "List the medical facilities of a case",
    description: "As GET /medical-facilities, for one case.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ ...caseFilter, caseId: Id }))
    .output(Listed)
    .query(({ ctx, input: { caseId, ...filter } }) => listCaseFacilities(ctx, caseId, filter)),

  bindFacility: operation({
    ...changing,
    method: "POST",
    path: "/cases/{caseId}/medical-facilities",
    summary: "Bind a medical facility to a case",
    description:
      "Binds a contact, not a person, to the case and its client as a facility. Name, NPI, address, phone and fax are the contact's and are written there. " +
      "409 `DUPLICATE_ENTRY` when the contact is bound to the case already.",
    emits: ["medical_facility.bound"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    etag: "facility.version",
    created: { location: "/medical-facilities/{facility.facilityId}" },
  })
    .input(NewFacility.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, ...values } }) => ({ facility: await bindFacility(ctx, caseId, values) })),

  getFacility: operation({
    ...reading,
    method: "GET",
    path: "/medical-facilities/{facilityId}",
    summary: "Get a medical facility",
    description:
      "The binding with the contact's identity, and what its bills come to. The ETag is its version, for `If-Match` and `expectedVersion`: identity, totals, " +
      "`recordsStatus` and `billsStatus` move without a new version, so the answer is never 304. Every read is written to the audit trail.",
    errors: ["NOT_FOUND"],
    etag: "facility.version",
    movesByItself: true,
  })
    .input(z.strictObject({ facilityId: Id }))
    .output(Shown)
    .query(async ({ ctx, input }) => ({ facility: await getFacility(ctx, input.facilityId) })),

  updateFacility: operation({
    ...changing,
    method: "PATCH",
    path: "/medical-facilities/{facilityId}",
    summary: "Update facility routing config",
    description:
      "Changes the fields that are sent; a department object replaces the one before it whole. " +
      "`expectedVersion` alone changes nothing, answers the record and does not raise its version.",
    emits: ["medical_facility.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "facility.version",
  })
    .input(FacilityChanges.extend({ facilityId: Id, expectedVersion: ExpectedVersion }))
    .output(Shown)
    .mutation(async ({ ctx, input: { facilityId, expectedVersion, ...changes } }) => ({
      facility: await updateFacility(ctx, facilityId, expectedVersion, changes),
    })),

  unbindFacility: operation({
    ...changing,
    method: "DELETE",
    path: "/medical-facilities/{facilityId}",
    summary: "Unbind a medical facility",
    description:
      "It, its treatments, bills and records are shown no more; the contact stays, and may be bound again. 409 `INVALID_STATE_TRANSITION` while a retrieval " +
      "request to it is not at an end.",
    emits: ["medical_facility.unbound"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ facilityId: Id }))
    .output(z.object({}))
    .mutation(async ({ ctx, input }) => {
      await unbindFacility(ctx, input.facilityId);
      return {};
    }),

  getSummary: operation({
    ...reading,
    method: "GET",
    path: "/cases/{caseId}/medical-summary",
    summary: "Get medical cost summary",
    description: "Sums of bills, treatments, records and open requests, by facility, by kind of facility and by kind of treatment. Every read is written to the audit trail.",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ medicalSummary: MedicalSummary }))
    .query(async ({ ctx, input }) => ({ medicalSummary: await summarizeCase(ctx, input.caseId) })),
};
