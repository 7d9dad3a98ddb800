import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../platform/database/statements/row-stream.ts";
import { createCase, createTenant, type TestTenant } from "../../../testing/harness/tenant.ts";
import { openWorkHarness, type WorkHarness } from "./fixtures.ts";

/** Where an export is read from. With a real replica: src/testing/crash/replica.test.ts. */
let t: WorkHarness;
let tenant: TestTenant;

beforeAll(async () => void (t = await openWorkHarness()));
afterAll(() => t.close());
beforeEach(async () => {
  tenant = await createTenant(t.server.services.database);
  for (let count = 0; count < 3; count += 1) await createCase(tenant);
});

const openReplica = () => openSnapshot(t.server.applicationUrl, tenant.organizationId);

async function openCancelled(): Promise<Snapshot> {
  const snapshot = await openReplica();
  const read: Snapshot["read"] = async function* (query) {
    for await (const rows of snapshot.read(query, 1)) {
      yield rows;
      throw Object.assign(new Error("canceling statement due to conflict with recovery"), { code: "40001" });
    }
  };
  return { ...snapshot, read };
}

test("the file is read from the replica's snapshot", async () => {
  const { id } = await t.create(tenant);
  await t.execute(tenant, id, {
    openReplicaSnapshot: openReplica,
    openSnapshot: () => Promise.reject(new Error("not needed")),
  });
  expect(await t.read(tenant, id)).toMatchObject({ status: "completed", rowCount: 3 });
});

test("the file is written anew from the primary if the replica cancels the read, in the same attempt", async () => {
  const { id } = await t.create(tenant);
  await t.execute(tenant, id, { openReplicaSnapshot: openCancelled });
  expect(await t.read(tenant, id)).toMatchObject({ status: "completed", rowCount: 3, attempts: 1 });
  expect([t.errors, t.listFiles()]).toEqual([[], [expect.any(String), expect.any(String)]]);
});

test("if the primary fails, too, the attempt fails", async () => {
  const { id } = await t.create(tenant);
  await expect(
    t.execute(tenant, id, { openReplicaSnapshot: openCancelled, openSnapshot: openCancelled }),
  ).rejects.toThrow("the export failed; retrying");
  expect(t.errors).toHaveLength(1);
});
