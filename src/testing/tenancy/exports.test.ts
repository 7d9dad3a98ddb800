import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findRequester } from "../../areas/exports/domain.requesters.ts";
import { insertCompleted, insertExport } from "../../areas/exports/fixtures.ts";
import { findLiveKey, readOrganizationName } from "../../areas/exports/store.askers.ts";
import { countOpenExports, enqueueRemoval, findClientOfCase, findExport, insertExport as insertRow, listExportRows, lockExport, updateExport } from "../../areas/exports/store.ts";
import type { Sight } from "../../areas/exports/store.ts";
import { beginAttempt, completeWork, enqueueAgain, findFile, findWork, handBack, lockWork, noteProgress, unnameFile } from "../../areas/exports/work/store.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase, createTenant } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { startTestServer } from "../harness/server.ts";
import { createPerson } from "../harness/identity.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

interface Records {
  queuedId: string;
  runningId: string;
  completedId: string;
  endedId: string;
  objectId: string;
  caseId: string;
}

let harness: TenancyHarness<Records>;

async function fill(tenant: TestTenant): Promise<Records> {
  const objectOf = (exportId: string) =>
    tenant.inside((transaction) => transaction.selectFrom("Export").select("objectId").where("id", "=", exportId).executeTakeFirstOrThrow()).then(({ objectId }) => objectId ?? "");
  const endedId = await insertCompleted(tenant, { status: "expired" });
  return {
    queuedId: await insertExport(tenant),
    runningId: await insertExport(tenant, { status: "running", attempts: 1 }),
    completedId: await insertCompleted(tenant),
    endedId,
    objectId: await objectOf(endedId),
    caseId: (await createCase(tenant)).caseId,
  };
}

beforeAll(async () => {
  harness = await openTenancyHarness(fill);
});
afterAll(() => harness.close());

/** Everything that there is. */
const everything: Sight = { scopes: ["cases:read", "clients:read"], ofKeys: false, memberId: "nobody", received: true, others: true };
const idOf = (row: { id: string } | undefined) => row?.id;

const functions: Record<string, (context: Context, records: Records & TestTenant) => Promise<unknown>> = {
  findExport: (context, { queuedId }) => findExport(context, queuedId, everything).then(idOf),
  lockExport: (context, { queuedId }) => lockExport(context, queuedId, everything).then(idOf),
  updateExport: (context, { queuedId }) => updateExport(context, queuedId, { status: "cancelled" }),
  findClientOfCase: (context, { caseId }) => findClientOfCase(context, caseId),
  findLiveKey: (context, { keyId }) => findLiveKey(context, keyId),
  findFile: (context, { completedId }) => findFile(context, completedId),
  findWork: (context, { queuedId }) => findWork(context, queuedId),
  lockWork: (context, { queuedId }) => lockWork(context, queuedId),
  beginAttempt: (context, { queuedId }) => beginAttempt(context, queuedId).catch(() => undefined),
  "noteProgress, looking": (context, { runningId }) => noteProgress(context, { exportId: runningId, number: 1 }, null),
  "noteProgress, writing": (context, { runningId }) => noteProgress(context, { exportId: runningId, number: 1 }, { progress: 5, rowCount: 7 }),
  handBack: async (context, { runningId }) => {
    await handBack(context, { exportId: runningId, number: 1 });
    return context.transaction.selectFrom("Export").select("id").where("id", "=", runningId).where("status", "=", "queued").execute();
  },
  completeWork: (context, { runningId, objectId }) => completeWork(context, runningId, { objectId, sizeBytes: 1, sha256: "0", rowCount: 1 }).catch(() => undefined),
  unnameFile: async (context, { endedId, objectId }) => {
    await unnameFile(context, endedId, objectId);
    return context.transaction.selectFrom("Export").select("id").where("id", "=", endedId).where("objectId", "is", null).execute();
  },
};

describe("as a superuser, whom row-level security does not bind", () => {
  test.each(Object.keys(functions))("%s finds our record and not theirs", async (name) => {
    const run = (records: Records & TestTenant) => harness.ask((context) => functions[name]?.(context, records) ?? Promise.reject(new Error(name)));
    expect(isFound(await run(harness.ours))).toBe(true);
    expect(isFound(await run(harness.theirs))).toBe(false);
  });

  test("lists, counts and names are ours", async () => {
    const list = (context: Context) =>
      readSortedPage({ organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias: "e", sorts: commonSorts }, { limit: 10, sort: "oldest" }, (page) =>
        listExportRows(context, { sight: everything }, page),
      ).then(({ rows }) => rows.map(({ id }) => id));
    const { endedId, queuedId, runningId, completedId } = harness.ours;
    expect(await harness.ask(list)).toEqual([endedId, queuedId, runningId, completedId]);
    expect(await harness.ask((context) => countOpenExports(context))).toBe(2);
    expect(await harness.ask((context) => readOrganizationName(context))).toBe("Test Firm");
  });

  test("what is written is ours", async () => {
    const written = await harness.ask(async (context) => {
      const { keyId } = harness.ours;
      const row = { id: "exp_new", type: "cases", format: "csv", contentType: "text/csv", dataPermissions: [], keyId, memberId: null, onBehalfOfAttorneyId: null, scheduleId: null };
      const inserted = await insertRow(context, { ...row, request: {}, requestedBy: {}, fileName: { stem: "cases", extension: "csv" } });
      await enqueueRemoval(context, inserted.id);
      return [inserted.organizationId, await enqueueAgain(context, inserted.id)];
    });
    expect(written).toEqual([harness.ours.organizationId, false]);
  });
});

test("a member of another organization is none of ours", async () => {
  const server = await startTestServer({ worker: "none" });
  try {
    const [ours, theirs] = [await createTenant(server.services.database), await createTenant(server.services.database)];
    for (const { organizationId, attorneyId: memberId } of [ours, theirs]) await createPerson(server, { member: { organizationId, memberId } });
    const find = (memberId: string) => ours.inside((transaction) => findRequester({ organizationId: ours.organizationId, transaction }, { keyId: null, memberId }));
    expect([await find(ours.attorneyId), await find(theirs.attorneyId)]).toEqual([expect.objectContaining({ memberId: ours.attorneyId }), null]);
  } finally {
    await server.close(1_000);
  }
});
