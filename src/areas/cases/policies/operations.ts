import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { policies } from "./domain.ts";
import { InsurancePolicy, InsurancePolicyChanges, InsurancePolicyFilter, NewInsurancePolicy } from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;
const Chosen = z.strictObject({ caseId: Id, policyId: Id });
const Shown = z.object({ insurancePolicy: InsurancePolicy });

export const policyProcedures = {
  "cases.insurancePolicies.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/insurance-policies",
    summary: "List the insurance policies of a case",
    description: "Returns the policies of both sides, newest first by default. Deleted policies are not returned.",
  })
    .input(InsurancePolicyFilter.extend({ caseId: Id }))
    .output(z.object({ insurancePolicies: z.array(InsurancePolicy), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const page = await policies.list(ctx, input);
      return { insurancePolicies: page.records, nextCursor: page.nextCursor };
    }),

  "cases.insurancePolicies.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/insurance-policies/{policyId}",
    summary: "Get an insurance policy of a case",
    description:
      "Use the ETag only for `If-Match`: a contact's name can change without a new revision of the policy, so the response is never 304.",
    etag: "insurancePolicy.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input: { caseId, policyId } }) => ({
      insurancePolicy: await policies.get(ctx, { caseId, id: policyId }),
    })),

  "cases.insurancePolicies.create": operation({
    ...changing,
    route: "POST /cases/{caseId}/insurance-policies",
    summary: "Create an insurance policy of a case",
    description: "The referenced contacts must exist. Fails with 409 while the case is archived.",
    emits: ["insurance_policy.created"],
    created: { location: "/cases/{insurancePolicy.caseId}/insurance-policies/{insurancePolicy.id}" },
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "insurancePolicy.revision",
  })
    .input(NewInsurancePolicy.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ insurancePolicy: await policies.create(ctx, input) })),

  "cases.insurancePolicies.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}/insurance-policies/{policyId}",
    summary: "Update an insurance policy of a case",
    description: "Changes the fields that you send, at least one; `null` clears a field.",
    emits: ["insurance_policy.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "insurancePolicy.revision",
  })
    .input(
      InsurancePolicyChanges.extend({ caseId: Id, policyId: Id }).refine(...changesSomething("caseId", "policyId")),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, policyId, ...changes } }) => ({
      insurancePolicy: await policies.update(ctx, { caseId, id: policyId }, changes),
    })),

  "cases.insurancePolicies.delete": operation({
    ...changing,
    route: "DELETE /cases/{caseId}/insurance-policies/{policyId}",
    summary: "Delete an insurance policy of a case",
    emits: ["insurance_policy.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { caseId, policyId } }) => policies.delete(ctx, { caseId, id: policyId }))),
};
