import { ids } from "../../contract/examples/example-story.ts";
import { buildCheck, buildResult } from "../../../prisma/seed/builders/contacts.ts";
import { anInstant, readId, type ResponseBody, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { actorOf, changeRow, createCase, insertFor, type TestTenant } from "../../testing/harness/tenant.ts";

export interface CreatedCheck {
  checkId: string;
  resultId: string;
  caseId: string;
  clientId: string;
}

/**
 * A check for a case of its own, with one result: its client.
 *
 * @param decision of the result
 */
export async function createCheck(tenant: TestTenant, decision = "undecided"): Promise<CreatedCheck> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const displayName = "Rosa Diaz";
  const terms = [
    { name: displayName, aliases: [], email: null, phone: null, dateOfBirth: null, organizationName: null },
  ];
  const requestedBy = actorOf(tenant);
  const check = buildCheck({ organizationId, terms, caseId, requestedBy });
  const { id: checkId } = check;
  const result = buildResult({ organizationId, checkId, entityId: clientId, displayName, decision });
  await insertFor(tenant, { ConflictCheck: check, ConflictResult: result });
  return { checkId, resultId: result.id, caseId, clientId };
}

function touch(id: string, { caseId, clientId }: Pick<CreatedCheck, "caseId" | "clientId">) {
  return {
    entity: "conflict_check",
    id,
    relatedIds: [
      { entity: "conflict_check", id },
      { entity: "case", id: caseId },
      { entity: "client", id: clientId },
    ],
  };
}

export const conflictScenarios = {
  "conflictChecks.search": async (tenant) => {
    await createCase(tenant);
    return {};
  },
  "conflictChecks.list": async (tenant) => {
    await createCheck(tenant);
    return { query: { limit: "10", decision: "pending" } };
  },
  "conflictChecks.create": async (tenant) => {
    const related = await createCase(tenant);
    const idOf = (response: ResponseBody) => readId(response, "conflictCheck");
    return {
      ownValues: { [ids.caseId]: related.caseId },
      change: (response: ResponseBody) => changeRow(tenant, "ConflictCheck", idOf(response), { isCut: true }),
      touched: (response: ResponseBody) => touch(idOf(response), related),
      diff: {},
    };
  },
  "conflictChecks.get": async (tenant) => {
    const { checkId } = await createCheck(tenant);
    return { pathValues: { checkId } };
  },
  "conflictChecks.results.update": async (tenant) => {
    const check = await createCheck(tenant);
    const { checkId, resultId } = check;
    return {
      pathValues: { checkId, resultId },
      revision: 1,
      change: () => changeRow(tenant, "ConflictCheck", checkId, { isCut: true }),
      touched: () => touch(checkId, check),
      diff: { undecidedCount: { from: 1, to: 0 } },
    };
  },
  "conflictChecks.close": async (tenant) => {
    const check = await createCheck(tenant, "no_conflict");
    const { checkId } = check;
    return {
      pathValues: { checkId },
      revision: 1,
      change: () => changeRow(tenant, "ConflictCheck", checkId, { isCut: true }),
      touched: () => touch(checkId, check),
      diff: ({ decision, note }) => ({
        decision: { from: "pending", to: decision },
        note: { from: null, to: note },
        decidedBy: {
          from: null,
          to: { asymmetricMatch: (value: unknown) => typeof value === "object" && value !== null },
        },
        decidedAt: { from: null, to: anInstant },
      }),
    };
  },
} satisfies Record<string, Scenario>;
