import { expect } from "vitest";
import type { Insertable } from "kysely";
import { ids } from "../../../contract/examples/example-story.ts";
import { createId } from "../../../platform/database/ids.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { readRecord, type Arrangement, type Scenario } from "../../../testing/harness/requests/example-request.ts";
import { createCase, type TestTenant } from "../../../testing/harness/tenant.ts";
import { deleteCase } from "../../cases/fixtures.ts";

const deletedAt = "2026-03-14T15:09:26.535Z";
const anyInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown;

/** A folder directly below the case unless told otherwise. @returns its id */
export async function createFolder(tenant: TestTenant, caseId: string, values: Partial<Insertable<Tables["Folder"]>> = {}): Promise<string> {
  const id = createId("folder");
  await tenant.inside((transaction) =>
    transaction
      .insertInto("Folder")
      .values({ organizationId: tenant.organizationId, id, caseId, name: id, depth: 1, ...values })
      .execute(),
  );
  return id;
}

function changeFolder(tenant: TestTenant, folderId: string, values: Partial<Insertable<Tables["Folder"]>>): Promise<void> {
  return tenant.inside(async (transaction) => void (await transaction.updateTable("Folder").set(values).where("id", "=", folderId).execute()));
}

const arrangeCreate: Scenario = async (tenant) => {
  const { caseId, clientId } = await createCase(tenant);
  const parentFolderId = await createFolder(tenant, caseId);
  return {
    pathValues: { caseId },
    ownValues: { [ids.parentFolderId]: parentFolderId },
    recordParameters: ["caseId"],
    revision: null,
    remove: () => deleteCase(tenant, caseId),
    change: (answer) => changeFolder(tenant, String(readRecord(answer, "folder")["id"]), { name: "Changed" }),
    touched: (answer) => ({
      entity: "folder",
      id: String(readRecord(answer, "folder")["id"]),
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
      ],
    }),
    diff: {},
  };
};

const arrangeList: Scenario = async (tenant) => {
  const { caseId } = await createCase(tenant);
  const parentFolderId = await createFolder(tenant, caseId);
  await createFolder(tenant, caseId, { parentFolderId, depth: 2 });
  return { pathValues: { caseId }, recordParameters: ["caseId"], revision: null, remove: () => deleteCase(tenant, caseId) };
};

/** A request about a folder. @param values of the folder before it @param isLive whether it wants one that is not deleted */
const onFolder = (request: Partial<Arrangement>, values: Partial<Insertable<Tables["Folder"]>> = {}, isLive = true): Scenario => async (tenant) => {
  const { caseId, clientId } = await createCase(tenant);
  const folderId = await createFolder(tenant, caseId, { name: "Bills", ...values });
  return {
    pathValues: { folderId },
    recordParameters: ["folderId"],
    revision: 1,
    ...(isLive && { remove: () => changeFolder(tenant, folderId, { deletedAt }) }),
    change: () => changeFolder(tenant, folderId, { name: "Changed" }),
    touched: () => ({
      entity: "folder",
      id: folderId,
      relatedIds: [
        { entity: "case", id: caseId },
        { entity: "client", id: clientId },
      ],
    }),
    ...request,
  };
};

/** Deleted ones are shown, too. */
const arrangeGet: Scenario = async (tenant) => {
  const { caseId } = await createCase(tenant);
  return { pathValues: { folderId: await createFolder(tenant, caseId) }, recordParameters: ["folderId"], revision: null };
};

export const folderScenarios = {
  "cases.folders.create": arrangeCreate,
  "cases.folders.list": arrangeList,
  "folders.get": arrangeGet,
  "folders.update": onFolder({ diff: ({ name }) => ({ name: { from: "Bills", to: name }, path: { from: "Bills", to: name } }) }),
  "folders.delete": onFolder({ recordIn: null, diff: { deletedAt: { from: null, to: anyInstant } } }),
  "folders.restore": onFolder({ diff: { deletedAt: { from: deletedAt, to: null } } }, { deletedAt }, false),
} satisfies Record<string, Scenario>;
