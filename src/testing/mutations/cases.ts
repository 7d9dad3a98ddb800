import { assign, createStageGate, nextGatePlace } from "../../areas/cases/transitions/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange, MutationScenario } from "./mutation.ts";

/** How many rows there are. @param rows a table and its condition, with `$1` for the value */
const countRows = (rows: string, value: string): MutationScenario["effects"] => ({ text: `SELECT count(*)::integer AS effects FROM ${rows}`, values: [value] });

/** The mutations of the area cases, each with a fresh record to work on. */
export const caseMutations: Record<string, Arrange> = {
  "cases.create": async (tenant) => {
    const { clientId } = await createCase(tenant);
    const title = newName();
    const body = { plaintiffId: clientId, caseType: "dog_bite", title };
    return { method: "POST", path: "/cases", body, entity: "case", effects: countRows(`"Case" WHERE title = $1`, title) };
  },
  "cases.delete": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const effects = countRows(`"Case" WHERE id = $1 AND "deletedAt" IS NOT NULL`, caseId);
    return { method: "DELETE", path: `/cases/${caseId}`, body: undefined, entity: "case", effects };
  },
  "cases.transition": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const effects = countRows(`"CaseStageEntry" WHERE "caseId" = $1`, caseId);
    return { method: "POST", path: `/cases/${caseId}/transitions`, body: { toStage: "treatment" }, entity: "case", effects };
  },
  "cases.putStageGate": async (tenant) => {
    const { stage, caseType } = nextGatePlace();
    const id = await createStageGate(tenant, stage, [], caseType);
    const body = { caseType, gates: ["incident_dated"] };
    return { method: "PUT", path: `/case-stage-gates/${stage}`, body, entity: "case_stage_gate", effects: countRevisions("CaseStageGate", "revision", id) };
  },
  "cases.assignAttorney": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const body = { attorneyId: tenant.attorneyId, role: "trial" };
    return { method: "POST", path: `/cases/${caseId}/attorneys`, body, entity: "case", effects: countRows(`"CaseAttorney" WHERE "caseId" = $1`, caseId) };
  },
  "cases.unassignAttorney": async (tenant) => {
    const { caseId } = await createCase(tenant);
    await assign(tenant, caseId, tenant.attorneyId, "lead");
    // The lead is gone from the case with the assignment.
    const effects = countRows(`"Case" WHERE id = $1 AND "attorneyId" IS NULL`, caseId);
    return { method: "DELETE", path: `/cases/${caseId}/attorneys/${tenant.attorneyId}`, body: undefined, entity: "case", effects };
  },
};
