import { folder } from "./example-records.ts";
import { eventToRecord, document, documentVersion, download, lockedDocument, promisedDocument, secondVersion, upload, versionedDocument } from "./example-records.documents.ts";
import { ids } from "./example-story.ts";
import type { OperationExamples } from "./operation-examples.ts";

/** The operations of the area documents in use, by their names in the catalogue. */
export const documentExamples: Readonly<Record<string, OperationExamples>> = {
  "documents.createFolder": {
    parameters: { caseId: ids.caseId },
    body: { name: "Mercy General", parentFolderId: ids.parentFolderId },
    answer: { folder: { ...folder, documentCount: 0 } },
  },
  "documents.listFolders": { parameters: { caseId: ids.caseId, parentFolderId: ids.parentFolderId, sort: "name" }, answer: { folders: [folder], nextCursor: null } },
  "documents.getFolder": { parameters: { folderId: folder.id }, answer: { folder } },
  "documents.updateFolder": { parameters: { folderId: folder.id }, body: { name: "Mercy General" }, answer: { folder: { ...folder, revision: 2 } } },
  "documents.removeFolder": { parameters: { folderId: folder.id }, answer: {} },
  "documents.restoreFolder": { parameters: { folderId: folder.id }, body: {}, answer: { folder: { ...folder, revision: 3 } } },
  "documents.list": { parameters: { category: "medical_record", sort: "updated", limit: 50 }, answer: { documents: [document], nextCursor: null } },
  "documents.listOfCase": { parameters: { caseId: ids.caseId, q: "emergency room" }, answer: { documents: [document], nextCursor: null } },
  "documents.get": { parameters: { documentId: document.id }, answer: { document } },
  "documents.create": {
    parameters: { caseId: ids.caseId },
    body: { ...eventToRecord, name: "Emergency room records", folderId: ids.folderId, category: "medical_record", tags: ["Urgent care"], containsPhi: true },
    answer: { document: promisedDocument, upload },
  },
  "documents.createOfLead": {
    parameters: { leadId: ids.leadId },
    body: { ...eventToRecord, category: "medical_record" },
    answer: { document: { ...promisedDocument, caseId: null, leadId: ids.leadId, folderId: null, path: document.name }, upload },
  },
  "documents.complete": { parameters: { documentId: document.id }, body: {}, answer: { document: { ...document, revision: 2 } } },
  "documents.update": {
    parameters: { documentId: document.id },
    body: { category: "medical_bill", isConfidential: true },
    answer: { document: { ...document, category: "medical_bill", isConfidential: true, revision: 2 } },
  },
  "documents.remove": { parameters: { documentId: document.id }, answer: {} },
  "documents.restore": { parameters: { documentId: document.id }, body: {}, answer: { document: { ...document, revision: 3 } } },
  "documents.lock": { parameters: { documentId: document.id }, body: { minutes: 60 }, answer: { document: lockedDocument } },
  "documents.unlock": { parameters: { documentId: document.id }, body: {}, answer: { document: { ...document, revision: 3 } } },
  "documents.listVersions": {
    parameters: { documentId: document.id, limit: 50 },
    answer: { versions: [secondVersion, { ...documentVersion, isCurrent: false }], nextCursor: null },
  },
  "documents.addVersion": {
    parameters: { documentId: document.id },
    body: { ...eventToRecord, note: "With the radiology report" },
    answer: { document, version: null, upload },
  },
  "documents.restoreVersion": {
    parameters: { documentId: document.id, number: "1" },
    body: {},
    answer: { document: versionedDocument, version: { ...secondVersion, note: "Version 1 restored" } },
  },
  "documents.download": { parameters: { documentId: document.id }, answer: { download } },
};
