import { ids } from "../../contract/examples/example-story.ts";
import { createId } from "../../platform/database/ids.ts";
import { readRecord, type ResponseBody, type Scenario } from "../../testing/harness/requests/example-request.ts";
import { createCase, type TestTenant } from "../../testing/harness/tenant.ts";

export interface CreatedCheck {
  checkId: string;
  resultId: string;
  caseId: string;
  clientId: string;
}

/** A check for a case of its own, with one result: its client. @param decision of the result */
export async function createCheck(tenant: TestTenant, decision = "undecided"): Promise<CreatedCheck> {
  const { organizationId } = tenant;
  const { caseId, clientId } = await createCase(tenant);
  const checkId = createId("conflictCheck");
  const resultId = createId("conflictResult");
  const terms = [{ name: "Rosa Diaz", aliases: [], email: null, phone: null, dateOfBirth: null, organizationName: null }];
  const requestedBy = JSON.stringify({ type: "integration_key", id: tenant.keyId, name: "Test key" });
  await tenant.inside(async (transaction) => {
    await transaction
      .insertInto("ConflictCheck")
      .values({ organizationId, id: checkId, status: "completed", terms: JSON.stringify(terms), caseId, requestedBy, completedAt: "2026-03-14T15:09:26.535Z" })
      .execute();
    await transaction
      .insertInto("ConflictResult")
      .values({
        organizationId, id: resultId, checkId, position: 1, termIndex: 0, entity: "client", entityId: clientId, displayName: "Rosa Diaz",
        matchedOn: ["name"], matchScore: 90, decision,
      })
      .execute();
  });
  return { checkId, resultId, caseId, clientId };
}

function changeCheck(tenant: TestTenant, checkId: string): Promise<void> {
  return tenant.inside(async (transaction) => {
    await transaction.updateTable("ConflictCheck").set({ isCut: true }).where("id", "=", checkId).execute();
  });
}

function touch(id: string, { caseId, clientId }: Pick<CreatedCheck, "caseId" | "clientId">) {
  return { entity: "conflict_check", id, relatedIds: [{ entity: "conflict_check", id }, { entity: "case", id: caseId }, { entity: "client", id: clientId }] };
}

const searched: Scenario = async (tenant) => {
  await createCase(tenant);
  return { pathValues: {}, recordParameters: [], revision: null };
};

const listed: Scenario = async (tenant) => {
  await createCheck(tenant);
  return { pathValues: {}, query: { limit: "10", decision: "pending" }, recordParameters: [], revision: null };
};

const created: Scenario = async (tenant) => {
  const related = await createCase(tenant);
  const idOf = (answer: ResponseBody) => String(readRecord(answer, "conflictCheck")["id"]);
  return {
    pathValues: {},
    ownValues: { [ids.caseId]: related.caseId },
    recordParameters: [],
    revision: null,
    change: (answer: ResponseBody) => changeCheck(tenant, idOf(answer)),
    touched: (answer: ResponseBody) => touch(idOf(answer), related),
    diff: {},
  };
};

const read: Scenario = async (tenant) => {
  const { checkId } = await createCheck(tenant);
  return { pathValues: { checkId }, recordParameters: ["checkId"], revision: null };
};

const decided: Scenario = async (tenant) => {
  const check = await createCheck(tenant);
  const { checkId, resultId } = check;
  return {
    pathValues: { checkId, resultId },
    recordParameters: ["checkId", "resultId"],
    revision: 1,
    change: () => changeCheck(tenant, checkId),
    touched: () => touch(checkId, check),
    diff: { undecidedCount: { from: 1, to: 0 } },
  };
};

const anInstant = { asymmetricMatch: (value: unknown) => typeof value === "string" && !Number.isNaN(Date.parse(value)) };

const closed: Scenario = async (tenant) => {
  const check = await createCheck(tenant, "no_conflict");
  const { checkId } = check;
  return {
    pathValues: { checkId },
    recordParameters: ["checkId"],
    revision: 1,
    change: () => changeCheck(tenant, checkId),
    touched: () => touch(checkId, check),
    diff: ({ decision, note }) => ({
      decision: { from: "pending", to: decision },
      note: { from: null, to: note },
      decidedBy: { from: null, to: { asymmetricMatch: (value: unknown) => typeof value === "object" && value !== null } },
      decidedAt: { from: null, to: anInstant },
    }),
  };
};

export const conflictScenarios = {
  "conflictChecks.search": searched,
  "conflictChecks.list": listed,
  "conflictChecks.create": created,
  "conflictChecks.get": read,
  "conflictChecks.results.update": decided,
  "conflictChecks.close": closed,
} satisfies Record<string, Scenario>;
