import { ids, times } from "../../../contract/examples/example-story.ts";
import type { OperationExample } from "../../../contract/examples/operation-example.ts";
import type { Folder } from "../schema.ts";

const { organizationId, caseId } = ids;

export const folder = {
  id: ids.folderId,
  organizationId,
  caseId,
  parentFolderId: ids.parentFolderId,
  name: "Mercy General",
  path: "Medical Records/Mercy General",
  depth: 2,
  ownerAttorneyId: ids.attorneyId,
  documentCount: 12,
  childFolderCount: 0,
  revision: 1,
  createdAt: times.now,
  updatedAt: times.now,
  deletedAt: null,
} satisfies Folder;

export const folderExamples = {
  "cases.folders.create": {
    parameters: { caseId: ids.caseId },
    body: { name: "Mercy General", parentFolderId: ids.parentFolderId },
    response: { folder: { ...folder, documentCount: 0 } },
  },
  "cases.folders.list": {
    parameters: { caseId: ids.caseId, parentFolderId: ids.parentFolderId, sort: "name" },
    response: { folders: [folder], nextCursor: null },
  },
  "folders.get": { parameters: { folderId: folder.id }, response: { folder } },
  "folders.update": {
    parameters: { folderId: folder.id },
    body: { name: "Mercy General" },
    response: { folder: { ...folder, revision: 2 } },
  },
  "folders.delete": { parameters: { folderId: folder.id }, response: {} },
  "folders.restore": {
    parameters: { folderId: folder.id },
    body: {},
    response: { folder: { ...folder, revision: 3 } },
  },
} satisfies Record<string, OperationExample>;
