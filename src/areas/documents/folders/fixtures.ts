import { buildFolder } from "../../../../prisma/seed/builders/documents.ts";
import type { Values } from "../../../../prisma/seed/builders/records.ts";
import { ids } from "../../../contract/examples/example-story.ts";
import {
  anInstant,
  readId,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, insertFor, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { changeShown } from "../../../testing/harness/tenant-requests.ts";
import { deleteCase } from "../../cases/fixtures.ts";

const deletedAt = "2026-03-14T15:09:26.535Z";

/**
 * A folder directly below the case by default.
 *
 * @returns its id
 */
export async function createFolder(
  tenant: TestTenant,
  caseId: string,
  values: Partial<Values<"Folder">> = {},
): Promise<string> {
  const { organizationId } = tenant;
  return (await insertFor(tenant, { Folder: buildFolder({ organizationId, caseId, ...values }) })).Folder.id;
}

/**
 * A request about a folder.
 *
 * @param values of the folder before it
 * @param isLive whether it wants one that is not deleted
 */
const onFolder =
  (request: Partial<Arrangement>, values: Partial<Values<"Folder">> = {}, isLive = true): Scenario =>
  async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const folderId = await createFolder(tenant, caseId, { name: "Bills", ...values });
    return {
      pathValues: { folderId },
      revision: 1,
      ...(isLive && { remove: () => changeRow(tenant, "Folder", folderId, { deletedAt }) }),
      change: () => changeRow(tenant, "Folder", folderId, { name: "Changed" }),
      touched: () => ({
        entity: "folder",
        id: folderId,
        relatedIds: relateCase({ caseId, clientId }),
      }),
      ...request,
    };
  };

export const folderScenarios = {
  "cases.folders.create": async (tenant) => {
    const { caseId, clientId } = await createCase(tenant);
    const parentFolderId = await createFolder(tenant, caseId);
    return {
      pathValues: { caseId },
      ownValues: { [ids.parentFolderId]: parentFolderId },
      remove: () => deleteCase(tenant, caseId),
      change: changeShown(tenant, "Folder", "folder", { name: "Changed" }),
      touched: (response) => ({
        entity: "folder",
        id: readId(response, "folder"),
        relatedIds: relateCase({ caseId, clientId }),
      }),
      diff: {},
    };
  },
  "cases.folders.list": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const parentFolderId = await createFolder(tenant, caseId);
    await createFolder(tenant, caseId, { parentFolderId, depth: 2 });
    return { pathValues: { caseId }, remove: () => deleteCase(tenant, caseId) };
  },
  /** Deleted ones are shown, too. */
  "folders.get": async (tenant) => {
    const { caseId } = await createCase(tenant);
    return { pathValues: { folderId: await createFolder(tenant, caseId) } };
  },
  "folders.update": onFolder({
    diff: ({ name }) => ({ name: { from: "Bills", to: name }, path: { from: "Bills", to: name } }),
  }),
  "folders.delete": onFolder({ recordIn: null, diff: { deletedAt: { from: null, to: anInstant } } }),
  "folders.restore": onFolder({ diff: { deletedAt: { from: deletedAt, to: null } } }, { deletedAt }, false),
} satisfies Record<string, Scenario>;
