import type { Insertable } from "kysely";
import { ids } from "../../../contract/examples/example-story.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import {
  anInstant,
  readId,
  type Arrangement,
  type Scenario,
} from "../../../testing/harness/requests/example-request.ts";
import { changeRow, createCase, relateCase, type TestTenant } from "../../../testing/harness/tenant.ts";
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
  values: Partial<Insertable<Tables["Folder"]>> = {},
): Promise<string> {
  const id = createId("folder");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Folder")
      .values({ organizationId: tenant.organizationId, id, caseId, name: id, depth: 1, ...values })
      .execute(),
  );
  return id;
}

/**
 * A request about a folder.
 *
 * @param values of the folder before it
 * @param isLive whether it wants one that is not deleted
 */
const onFolder =
  (request: Partial<Arrangement>, values: Partial<Insertable<Tables["Folder"]>> = {}, isLive = true): Scenario =>
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
      change: (response) => changeRow(tenant, "Folder", readId(response, "folder"), { name: "Changed" }),
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
