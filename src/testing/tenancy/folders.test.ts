import { afterAll, beforeAll, expect, test } from "vitest";
import { createDocument } from "../../areas/documents/fixtures.records.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { changeFolders, findFolder, findFolders, lockTree, listFolderRows, lockBranch, lockDocumentsIn, shiftDepths, takeDeletionInstant } from "../../areas/documents/folders/store.ts";
import { commonSorts, readSortedPage } from "../../platform/database/lists/sorted-list.ts";
import type { Context } from "../../rpc/context.ts";
import { createCase } from "../harness/tenant.ts";
import type { TestTenant } from "../harness/tenant.ts";
import { isFound, openTenancyHarness } from "./two-tenants.ts";
import type { TenancyHarness } from "./two-tenants.ts";

/** The first wall of folders: what each store function says of another organization's folder, without row-level security. */
type Records = { caseId: string; folderId: string };
type Firm = TestTenant & Records;

let harness: TenancyHarness<Records>;

beforeAll(async () => {
  harness = await openTenancyHarness(async (tenant) => {
    const { caseId } = await createCase(tenant);
    const folderId = await createFolder(tenant, caseId);
    await createDocument(tenant, { caseId, folderId });
    return { caseId, folderId };
  });
});
afterAll(() => harness.close());

const functions: Record<string, (context: Context, tenant: Firm) => Promise<unknown>> = {
  findFolder: (context, { folderId }) => findFolder(context, folderId),
  findFolders: (context, { folderId }) => findFolders(context, [folderId]),
  lockBranch: (context, { caseId, folderId }) => lockBranch(context, caseId, folderId, null),
  lockDocumentsIn: (context, { folderId }) => lockDocumentsIn(context, [folderId], null, 10),
  takeDeletionInstant: async (context, { caseId, organizationId, folderId }) => {
    const late = "2999-01-01T00:00:00.000Z";
    await context.transaction.updateTable("Document").set({ deletedAt: late }).where("organizationId", "=", organizationId).where("folderId", "=", folderId).execute();
    return (await takeDeletionInstant(context, caseId, [folderId])) > late;
  },
  changeFolders: (context, { folderId }) => changeFolders(context, [folderId], { name: "Changed" }),
  shiftDepths: async (context, { organizationId, folderId }) => {
    await shiftDepths(context, [folderId], 1);
    const row = await context.transaction.selectFrom("Folder").select("depth").where("organizationId", "=", organizationId).where("id", "=", folderId).executeTakeFirst();
    return row?.depth === 2;
  },
  listFolderRows: (context, { caseId }) =>
    readSortedPage(
      { organizationId: context.organizationId, installationKeys: context.installationKeys, name: "x", alias: "f", sorts: commonSorts },
      { limit: 10, sort: "newest" },
      (page) => listFolderRows(context, { caseId, parentFolderId: undefined, updatedSince: undefined }, page),
    ).then(({ rows }) => rows),
};

test.each(Object.entries(functions))("%s finds our own and not another organization's", async (_, work) => {
  expect(isFound(await harness.ask((context) => work(context, harness.ours)))).toBe(true);
  expect(isFound(await harness.ask((context) => work(context, harness.theirs)))).toBe(false);
});

test("the tree that is held is the organization's own, whatever the id of the case", async () => {
  const { caseId } = harness.theirs;
  await harness.ask(async (context) => {
    await lockTree(context, caseId, "alone");
    // Somebody else who holds the tree of that case in their organization does not wait for ours.
    await harness.theirs.inside((transaction) => lockTree({ ...context, transaction, organizationId: harness.theirs.organizationId }, caseId, "alone"));
  });
});
