import { createForm, newFormBody } from "../../areas/intake/forms/fixtures.ts";
import { giveAnswer } from "../../areas/intake/answers/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { countRevisions, newAccessor, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

const owners = {
  case: async (tenant: TestTenant) => ({ id: (await createCase(tenant)).caseId, path: "cases", column: "caseId" }),
  lead: async (tenant: TestTenant) => ({ id: await createLead(tenant), path: "leads", column: "leadId" }),
};

/** A mutation of an answer that is there, or that is deleted. */
const onAnswer = (kind: "case" | "lead", method: string, below: string, body?: object, deletedAt: string | null = null): Arrange => async (tenant) => {
  const owner = await owners[kind](tenant);
  const accessor = newAccessor();
  const id = await giveAnswer(tenant, { kind, id: owner.id }, accessor, "yes", deletedAt);
  const path = `/${owner.path}/${owner.id}/survey-details/${accessor}${below}`;
  return { method, path, body, entity: "intake_answer", effects: countRevisions("IntakeAnswer", "revision", id) };
};

/** The first answer at an accessor: in bulk, since a PUT under If-Match wants one that is there. */
const onNothing = (kind: "case" | "lead"): Arrange => async (tenant) => {
  const owner = await owners[kind](tenant);
  const accessor = newAccessor();
  const effects = {
    text: `SELECT coalesce(sum(revision), 0)::integer AS effects FROM "IntakeAnswer" WHERE "${owner.column}" = $1 AND accessor = $2`,
    values: [owner.id, accessor],
  };
  const path = `/${owner.path}/${owner.id}/survey-details/bulk`;
  return { method: "POST", path, body: { answers: [{ accessor, value: "no" }] }, entity: "intake_answer", effects };
};

const onForm = (method: string, below: string, body: object): Arrange => async (tenant) => {
  const id = await createForm(tenant);
  return { method, path: `/intake-forms/${id}${below}`, body, entity: "intake_form", effects: countRevisions("IntakeForm", "revision", id) };
};

const deletedAt = "2026-03-14T15:09:26.535Z";

/** The mutations of the area intake, each with a fresh record to work on. */
export const intakeMutations: Record<string, Arrange> = {
  "intake.putAnswer": onAnswer("case", "PUT", "", { value: "no" }),
  "intake.deleteAnswer": onAnswer("case", "DELETE", ""),
  "intake.putAnswers": onNothing("case"),
  "intake.restoreAnswer": onAnswer("case", "POST", "/restore", {}, deletedAt),
  "intake.putLeadAnswer": onAnswer("lead", "PUT", "", { value: "no" }),
  "intake.deleteLeadAnswer": onAnswer("lead", "DELETE", ""),
  "intake.putLeadAnswers": onNothing("lead"),
  "intake.restoreLeadAnswer": onAnswer("lead", "POST", "/restore", {}, deletedAt),
  "intake.createForm": () => {
    const name = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "IntakeForm" WHERE name = $1`, values: [name] };
    return Promise.resolve({ method: "POST", path: "/intake-forms", body: { ...newFormBody, name }, entity: "intake_form", effects });
  },
  "intake.updateForm": onForm("PATCH", "", { description: "For accidents on the road" }),
  "intake.publishForm": onForm("POST", "/publish", {}),
};
