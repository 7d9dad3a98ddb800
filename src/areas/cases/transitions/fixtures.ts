import { buildStageEntry } from "../../../../prisma/seed/builders/cases.ts";
import { buildMember } from "../../../../prisma/seed/builders/organizations.ts";
import { createId } from "../../../platform/database/ids.ts";
import {
  anInstant,
  newName,
  readRecord,
  type ResponseBody,
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
import { caseSummary, ids } from "../../../contract/examples/example-story.ts";
import { ensureDefinition } from "../custom-fields/fixtures.ts";
import { movedCase } from "../examples.ts";
import { readCaseRevision } from "../tags/fixtures.ts";
import { CaseType, MatterStage } from "../schema.input.ts";

/**
 * Another active attorney of the firm, or one who has left.
 *
 * @returns the id
 */
export async function createAttorney(tenant: TestTenant, status = "active"): Promise<string> {
  const { organizationId } = tenant;
  const attorney = { firstName: "Bea", lastName: "Associate", role: "attorney", isAttorney: true, status };
  return (await insertFor(tenant, { Member: buildMember({ organizationId, ...attorney }) })).Member.id;
}

/** Puts an attorney on a case, past the API. */
export async function assign(tenant: TestTenant, caseId: string, attorneyId: string, role: string): Promise<void> {
  const { organizationId } = tenant;
  await insertFor(tenant, { CaseAttorney: { organizationId, caseId, attorneyId, role } });
  if (role === "lead") await changeRow(tenant, "Case", caseId, { attorneyId });
}

/**
 * The firm's own gates of a stage.
 *
 * @returns their id
 */
export async function createStageGate(
  tenant: TestTenant,
  stage: string,
  gates: string[],
  caseType = "",
): Promise<string> {
  const { organizationId } = tenant;
  const id = createId("caseStageGate");
  await insertFor(tenant, { CaseStageGate: { organizationId, id, stage, caseType, gates } });
  return id;
}

/** Lets every case into the stage, which has gates otherwise. */
async function openStage(tenant: TestTenant, stage: string): Promise<void> {
  const row = { organizationId: tenant.organizationId, id: createId("caseStageGate"), stage, caseType: "", gates: [] };
  await tenant.inside((transaction) =>
    transaction
      .insertInto("CaseStageGate")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}

/**
 * A move in the case's history.
 *
 * @returns its id
 */
export async function createStageEntry(tenant: TestTenant, caseId: string): Promise<string> {
  const { organizationId } = tenant;
  const move = { fromStage: "intake", toStage: "treatment", fromStatus: "open", toStatus: "open", forcedGates: [] };
  const by = { actorId: "key", actorType: "integration_key", actorName: "Key" };
  const entry = buildStageEntry({ organizationId, caseId, ...move, ...by });
  return (await insertFor(tenant, { CaseStageEntry: entry })).CaseStageEntry.id;
}

/** A case with a move, gates of its firm, and a place in the feed that points to it. */
export async function createTransitionRows(
  tenant: TestTenant,
): Promise<{ caseId: string; clientId: string; gateId: string }> {
  const { caseId, clientId } = await createCase(tenant);
  await createStageEntry(tenant, caseId);
  const gateId = await createStageGate(tenant, "trial", ["incident_dated"]);
  // Past an event, which would count among those of a test.
  const { organizationId } = tenant;
  const eventId = createId("event");
  await insertFor(tenant, { EventCase: { organizationId, caseId, number: 1, entity: "case", eventId } });
  return { caseId, clientId, gateId };
}

/**
 * A change of a case that there is.
 *
 * @param prepare what the case has beforehand, and what the request is
 */
const onCase =
  (prepare: (tenant: TestTenant, caseId: string) => Promise<Partial<Arrangement>>): Scenario =>
  async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const more = await prepare(tenant, caseId);
    return {
      recordParameters: ["caseId"],
      revision: await readCaseRevision(tenant, caseId),
      remove: () => deleteRow(tenant, "Case", caseId),
      change: () => changeRow(tenant, "Case", caseId, { title: "Changed" }),
      touched: () => ({ entity: "case", id: caseId, relatedIds: relateCase({ caseId, clientId }) }),
      ...more,
      pathValues: { caseId, ...more.pathValues },
    };
  };

/** A read of a case that there is. */
const ofCase =
  (prepare: (tenant: TestTenant, caseId: string) => Promise<unknown> = () => Promise.resolve()): Scenario =>
  async (tenant) => {
    const { caseId } = await createCase(tenant);
    await prepare(tenant, caseId);
    return {
      pathValues: { caseId },
      remove: () => deleteRow(tenant, "Case", caseId),
    };
  };

const ada = { role: "lead", firstName: "Ada", lastName: "Counsel", email: "ada@firm.example" };

const places = new WeakMap<TestTenant, number>();

/** A stage and case type without gates in this organization, which has at most one record for each. */
function nextGatePlace(tenant: TestTenant): { stage: string; caseType: string } {
  const place = places.get(tenant) ?? 0;
  places.set(tenant, place + 1);
  const stages = MatterStage.options;
  // Not the first: cases of tests are of that type, and nothing shall stand in their way.
  const caseType = CaseType.options[1 + (Math.floor(place / stages.length) % (CaseType.options.length - 1))] ?? "other";
  return { stage: stages[place % stages.length] ?? "intake", caseType };
}

export const moveScenarios = {
  "cases.list": async (tenant) => {
    await createCase(tenant);
    return { query: { matterStatus: "open", limit: "10" } };
  },
  "cases.create": async (tenant) => {
    const attorneyId = await createAttorney(tenant);
    const readCase = (response: ResponseBody) => readRecord(response, "case") as { id: string; plaintiffId: string };
    return {
      ownValues: { [ids.attorneyId]: attorneyId, [caseSummary.externalId]: newName() },
      change: (response) => changeRow(tenant, "Case", readCase(response).id, { title: "Changed" }),
      touched: (response) => {
        const { id, plaintiffId } = readCase(response);
        return { entity: "case", id, relatedIds: relateCase({ caseId: id, clientId: plaintiffId }) };
      },
      emitsBefore: ["client.created"],
      alsoEmits: ["deadline.created"],
      diff: {},
    };
  },
  "cases.update": onCase(async (tenant) => {
    await ensureDefinition(tenant, "policyLimitConfirmed", "boolean");
    return {
      diff: ({ highValue, jurisdictionCounty, lastClientContactOn, customFields }) => ({
        highValue: { from: false, to: highValue },
        jurisdictionCounty: { from: null, to: jurisdictionCounty },
        lastClientContactOn: { from: null, to: lastClientContactOn },
        customFields: { from: {}, to: customFields },
      }),
    };
  }),
  "cases.delete": onCase(() => Promise.resolve({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } })),
  "cases.summary.get": ofCase(),
  "cases.transition": onCase(async (tenant) => {
    await openStage(tenant, movedCase.matterStage);
    return {
      diff: ({ toStage }) => ({
        matterStage: { from: "intake", to: toStage },
        stageEnteredAt: { from: null, to: anInstant },
      }),
      alsoEmits: ["case.stage_changed"],
    };
  }),
  "cases.stageHistory.list": ofCase(createStageEntry),
  "caseStageGates.list": () => Promise.resolve({ query: { caseType: "dog_bite" } }),
  "caseStageGates.set": async (tenant) => {
    const { stage, caseType } = nextGatePlace(tenant);
    const id = await createStageGate(tenant, stage, ["records_received"], caseType);
    return {
      pathValues: { stage },
      ownValues: { [caseSummary.caseType]: caseType },
      recordParameters: [],
      pathNamesWords: true,
      revision: 1,
      change: () => changeRow(tenant, "CaseStageGate", id, { gates: [] }),
      touched: () => ({ entity: "case_stage_gate", id, relatedIds: [{ entity: "case_stage_gate", id }] }),
      diff: ({ gates }) => ({ gates: { from: ["records_received"], to: gates } }),
      standsAlone: true,
    };
  },
  "cases.attorneys.list": ofCase((tenant, caseId) => assign(tenant, caseId, tenant.attorneyId, "lead")),
  "cases.attorneys.assign": onCase(async (tenant) => {
    const attorneyId = await createAttorney(tenant);
    const bea = {
      attorneyId,
      role: "lead",
      firstName: "Bea",
      lastName: "Associate",
      email: `${attorneyId}@firm.example`,
      assignedAt: anInstant,
    };
    return {
      ownValues: { [ids.attorneyId]: attorneyId },
      diff: { attorneyId: { from: null, to: attorneyId }, attorneys: { from: [], to: [bea] } },
    };
  }),
  "cases.attorneys.unassign": onCase(async (tenant, caseId) => {
    const { attorneyId } = tenant;
    await assign(tenant, caseId, attorneyId, "lead");
    return {
      pathValues: { attorneyId },
      recordParameters: ["caseId", "attorneyId"],
      recordIn: null,
      diff: {
        attorneyId: { from: attorneyId, to: null },
        attorneys: { from: [{ ...ada, attorneyId, assignedAt: anInstant }], to: [] },
      },
    };
  }),
} satisfies Record<string, Scenario>;
