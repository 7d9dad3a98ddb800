import { buildAnswer } from "../../../../prisma/seed/builders/intake.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  anInstant,
  asRead,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import {
  changeRow,
  createCase,
  deleteRow,
  insertFor,
  relateCase,
  type TestTenant,
} from "../../../testing/harness/tenant.ts";
import { deleteCase } from "../../cases/fixtures.ts";
import { createLead } from "../../leads/fixtures.ts";
import { createForm, formScenarios } from "../forms/fixtures.ts";
import { intakeAnswer, nameOperations } from "./examples.ts";
import type { AnswerOwner } from "./store.ts";

/**
 * An answer of the client, of a case or of a lead.
 *
 * @returns its id
 */
export async function giveAnswer(
  tenant: TestTenant,
  owner: AnswerOwner,
  given: Pick<Values<"IntakeAnswer">, "accessor" | "value" | "deletedAt">,
): Promise<string> {
  const { organizationId } = tenant;
  const of = owner.kind === "case" ? { caseId: owner.id } : { leadId: owner.id };
  return (await insertFor(tenant, { IntakeAnswer: buildAnswer({ organizationId, ...of, ...given }) })).IntakeAnswer.id;
}

export function createAnswer(tenant: TestTenant, caseId: string, accessor: string, value: string): Promise<string> {
  return giveAnswer(tenant, { kind: "case", id: caseId }, { accessor, value });
}

export async function createAnswerRows(tenant: TestTenant): Promise<void> {
  const formId = await createForm(tenant, { published: true });
  const answerId = await createAnswer(tenant, (await createCase(tenant)).caseId, "incident.date", "2026-03-14");
  await changeRow(tenant, "IntakeAnswer", answerId, { formId, formVersion: 1, questionId: createId("formQuestion") });
}

const { accessor } = ids;

interface Arranged extends Arrangement {
  answerId: string;
}

/**
 * What the requests of a case and of a lead have in common.
 *
 * @param path the parameter of the path that names the owner
 */
async function arrangeOwner(tenant: TestTenant, kind: AnswerOwner["kind"]) {
  if (kind === "lead") {
    const leadId = await createLead(tenant);
    const remove = () => deleteRow(tenant, "Lead", leadId);
    return {
      owner: { kind, id: leadId } as const,
      pathValues: { leadId },
      recordParameters: ["leadId"],
      remove,
      relatedIds: [{ entity: "lead", id: leadId }],
      standsAlone: true as const,
    };
  }
  const { caseId, clientId } = await createCase(tenant);
  return {
    owner: { kind, id: caseId } as const,
    pathValues: { caseId },
    recordParameters: ["caseId"],
    remove: () => deleteCase(tenant, caseId),
    relatedIds: relateCase({ caseId, clientId }),
  };
}

/** A request about an answer that is there. */
async function arrangeAnswer(
  tenant: TestTenant,
  kind: AnswerOwner["kind"],
  deletedAt: string | null = null,
): Promise<Arranged> {
  const { owner, relatedIds, pathValues, ...common } = await arrangeOwner(tenant, kind);
  const answerId = await giveAnswer(tenant, owner, { accessor, value: "a grey pickup", deletedAt });
  return {
    ...common,
    answerId,
    pathValues: { ...(pathValues as Record<string, string>), accessor },
    revision: 1,
    change: () => changeRow(tenant, "IntakeAnswer", answerId, { value: "changed since", deletedAt: null, revision: 9 }),
    touched: () => ({ entity: "intake_answer", id: answerId, relatedIds }),
  };
}

/** A request that names the accessor elsewhere than in its path, or not at all. */
async function arrangeAnswers(tenant: TestTenant, kind: AnswerOwner["kind"]): Promise<Arranged> {
  const arranged = await arrangeAnswer(tenant, kind);
  const { accessor: _, ...pathValues } = arranged.pathValues ?? {};
  return { ...arranged, pathValues, revision: null };
}

const replaced = {
  value: { from: "a grey pickup", to: intakeAnswer.value },
  source: { from: "client_portal", to: "api" },
  answeredBy: { from: null, to: { asymmetricMatch: (value: unknown) => typeof value === "object" } },
  answeredAt: { from: anInstant, to: anInstant },
};

/** The operations on the answers of a case or of a lead. */
const arrange = (kind: AnswerOwner["kind"]) =>
  ({
    set: async (tenant) => ({ ...(await arrangeAnswer(tenant, kind)), diff: replaced }),
    delete: async (tenant) => ({
      ...(await arrangeAnswer(tenant, kind)),
      diff: { deletedAt: { from: null, to: anInstant } },
    }),
    list: async (tenant) => ({
      ...(await asRead((of) => arrangeAnswers(of, kind))(tenant)),
      query: { accessorPrefix: "incident" },
    }),
    get: asRead((tenant) => arrangeAnswer(tenant, kind)),
    setMany: async (tenant) => ({
      ...(await arrangeAnswers(tenant, kind)),
      recordIn: null,
      diff: replaced,
    }),
    "history.list": async (tenant) => ({
      ...(await asRead((of) => arrangeAnswers(of, kind))(tenant)),
      query: { accessor },
    }),
    restore: async (tenant) => ({
      ...(await arrangeAnswer(tenant, kind, "2026-03-14T15:09:26.535Z")),
      diff: { deletedAt: { from: "2026-03-14T15:09:26.535Z", to: null } },
    }),
  }) satisfies Record<string, Scenario>;

export const intakeScenarios = {
  ...nameOperations("cases", arrange("case")),
  ...nameOperations("leads", arrange("lead")),
  ...formScenarios,
} satisfies Record<string, Scenario>;
