import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assign, createMovedCase } from "../../areas/cases/transitions/fixtures.ts";
import { createTag } from "../../areas/cases/tags/fixtures.ts";
import { deleteAttorneys, lockAttorneysForShare, insertAttorneys } from "../../areas/cases/attorneys/store.ts";
import { listGateRows, lockGateRow, changeGateRow, readGateFacts, readRemains } from "../../areas/cases/gates/store.ts";
import { findStageBeforeClosing, insertStageEntry, listStageEntries } from "../../areas/cases/transitions/store.ts";
import { chooseSorted, findTagId, listCaseRows } from "../../areas/cases/list/store.ts";
import type { ListFilters } from "../../areas/cases/list/store.ts";
import { findCaseNumbers } from "../../areas/cases/summary/store.ts";
import { lockCaseForUpdate, insertCase, updateCaseRow } from "../../areas/cases/store.ts";
import { writeEvent } from "../../areas/events/fixtures.ts";
import { listCaseEvents } from "../../areas/events/activity/store.ts";
import { createFacility } from "../../areas/medical/fixtures.ts";
import { createId } from "../../platform/database/ids.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { SortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** The first wall of cases: what each store function says of another organization's records, without row-level security. */
interface Records {
  caseId: string;
  clientId: string;
  gateId: string;
  attorneyId: string;
  tagId: string;
  tagName: string;
  /** A case with a facility, so that a gate holds. */
  facilityCaseId: string;
}

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const { caseId, clientId, gateId } = await createMovedCase(tenant);
    const { organizationId, attorneyId } = tenant;
    const tagName = `Tag of ${organizationId}`;
    const tagId = await createTag(tenant, tagName);
    await assign(tenant, caseId, attorneyId, "lead");
    await tenant.inside((transaction) => writeEvent(tenant, transaction, "case.updated", caseId, [{ entity: "case", id: caseId }]));
    await tenant.inside(async (transaction) => {
      await transaction.insertInto("CaseTag").values({ organizationId, caseId, tagId }).execute();
      await transaction.updateTable("Case").set({ title: `title${caseId.slice(-10)}` }).where("id", "=", caseId).execute();
      await transaction
        .insertInto("CaseStageEntry")
        .values({ organizationId, id: createId("caseStageEntry"), caseId, fromStage: "trial", toStage: "closed", toStatus: "closed", actorId: "k", actorType: "x", actorName: "K", forcedGates: [] })
        .execute();
    });
    const { caseId: facilityCaseId } = await createFacility(tenant);
    return { caseId, clientId, gateId, attorneyId, tagId, tagName, facilityCaseId };
  });
});
afterAll(() => harness.close());

const page = (context: Context, alias: string, read: (page: SortedPage) => Promise<{ id: string }[]>) =>
  readSortedPage({ organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias, sorts: commonSorts }, { limit: 10, sort: "newest" }, read).then(({ rows }) => rows);

const list = (context: Context, filters: Omit<ListFilters, "words">, words: string[] = []) => {
  const sorted = chooseSorted("newest", filters);
  return page(context, sorted, (given) => listCaseRows(context, "full", { ...filters, words }, given, sorted));
};

const counted = { documents: true, intake: true, billing: true, medical: true };

const functions: Record<string, (context: Context, records: Records) => Promise<unknown>> = {
  lockCaseForUpdate: (context, { caseId }) => lockCaseForUpdate(context, caseId),
  updateCaseRow: (context, { caseId }) => updateCaseRow(context, caseId, { title: "Changed" }),
  lockAttorneysForShare: (context, { attorneyId }) => lockAttorneysForShare(context, [attorneyId]),
  deleteAttorneys: (context, { caseId }) => deleteAttorneys(context, caseId, { role: "lead" }),
  listStageEntries: (context, { caseId }) => page(context, "h", (given) => listStageEntries(context, caseId, given)),
  findStageBeforeClosing: (context, { caseId }) => findStageBeforeClosing(context, caseId),
  readGateFacts: async (context, { facilityCaseId }) => (await readGateFacts(context, facilityCaseId)).hasFacility,
  readRemains: async (context, { facilityCaseId }) => (await readRemains(context, facilityCaseId)).hasFacility,
  findTagId: (context, { tagName }) => findTagId(context, tagName),
  "listCaseRows by client": (context, { clientId }) => list(context, { plaintiffId: clientId }),
  "listCaseRows by attorney": (context, { attorneyId }) => list(context, { attorneyId }),
  "listCaseRows by tag": (context, { tagId }) => list(context, { tagId }),
  "listCaseRows by word": (context, { caseId }) => list(context, {}, [`title${caseId.slice(-10)}`]),
  findCaseNumbers: (context, { caseId }) => findCaseNumbers(context, caseId, counted),
  listCaseEvents: async (context, { caseId }) => (await listCaseEvents(context, caseId, ["case"], null, 10)).events,
};

describe.each(Object.entries(functions))("%s", (_, ask) => {
  test("finds our own", async () => expect(isFound(await harness.ask((context) => ask(context, harness.ours)))).toBe(true));
  test("finds nothing of theirs", async () => expect(isFound(await harness.ask((context) => ask(context, harness.theirs)))).toBe(false));
});

test("the firm's gates are the firm's: those of another of the same stage are neither read nor written", async () => {
  const seen = await harness.ask(async (context) => {
    const rows = [...(await listGateRows(context, null, "trial")), await lockGateRow(context, "trial", "")];
    const put = await changeGateRow(context, { stage: "trial", caseType: "", gates: [] });
    return [...rows, put].map((row) => row?.id);
  });
  expect(new Set(seen as string[])).toEqual(new Set([harness.ours.gateId]));
});

test("what is written for another organization's case is rejected by the keys between the tables", async () => {
  const { caseId, clientId, attorneyId } = harness.theirs;
  const move = { caseId, fromStage: null, toStage: "trial", fromStatus: null, toStatus: "open", reason: null };
  const writes: ((context: Context) => Promise<unknown>)[] = [
    (context) => insertAttorneys(context, caseId, [{ attorneyId: harness.ours.attorneyId, role: "lead" }]),
    (context) => insertAttorneys(context, harness.ours.caseId, [{ attorneyId, role: "trial" }]),
    (context) => insertStageEntry({ ...context, principal: { ...context.principal, kind: "integration_key", actorName: "Key" } as Context["principal"] }, move),
    (context) => insertCase(context, { id: createId("case"), sequenceId: "x", plaintiffId: clientId, caseType: "other", matterStage: "intake", matterStatus: "open", customFields: {} }),
  ];
  for (const write of writes) await expect(harness.ask(write)).rejects.toThrow(/foreign key/);
});
