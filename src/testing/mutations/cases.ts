import { assign, createStageGate, nextGatePlace } from "../../areas/cases/transitions/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange, MutationScenario } from "./mutation.ts";

/** How many rows there are. @param rows a table and its condition, with `$1` for the value */
const countRows = (rows: string, value: string): MutationScenario["effects"] => ({ text: `SELECT count(*)::integer AS effects FROM ${rows}`, values: [value] });

/** The mutations of the area cases, each with a fresh record to work on. */
export const caseMutations: Record<string, Arrange> = {
  "cases.create": async (firm) => {
    const { clientId } = await createCase(firm);
    const title = newName();
    const body = { plaintiffId: clientId, caseType: "dog_bite", title };
    return { method: "POST", path: "/cases", body, entity: "case", effects: countRows(`"Case" WHERE title = $1`, title) };
  },
  "cases.delete": async (firm) => {
    const { caseId } = await createCase(firm);
    const effects = countRows(`"Case" WHERE id = $1 AND "deletedAt" IS NOT NULL`, caseId);
    return { method: "DELETE", path: `/cases/${caseId}`, body: undefined, entity: "case", effects };
  },
  "cases.transition": async (firm) => {
    const { caseId } = await createCase(firm);
    const effects = countRows(`"CaseStageEntry" WHERE "caseId" = $1`, caseId);
    return { method: "POST", path: `/cases/${caseId}/transitions`, body: { toStage: "treatment" }, entity: "case", effects };
  },
  "cases.putStageGate": async (firm) => {
    const { stage, caseType } = nextGatePlace();
    const id = await createStageGate(firm, stage, [], caseType);
    const body = { caseType, gates: ["incident_dated"] };
    return { method: "PUT", path: `/case-stage-gates/${stage}`, body, entity: "case_stage_gate", effects: countRevisions("CaseStageGate", "revision", id) };
  },
  "cases.assignAttorney": async (firm) => {
    const { caseId } = await createCase(firm);
    const body = { attorneyId: firm.attorneyId, role: "trial" };
    return { method: "POST", path: `/cases/${caseId}/attorneys`, body, entity: "case", effects: countRows(`"CaseAttorney" WHERE "caseId" = $1`, caseId) };
  },
  "cases.unassignAttorney": async (firm) => {
    const { caseId } = await createCase(firm);
    await assign(firm, caseId, firm.attorneyId, "lead");
    // The lead is gone from the case with the assignment.
    const effects = countRows(`"Case" WHERE id = $1 AND "attorneyId" IS NULL`, caseId);
    return { method: "DELETE", path: `/cases/${caseId}/attorneys/${firm.attorneyId}`, body: undefined, entity: "case", effects };
  },
};
