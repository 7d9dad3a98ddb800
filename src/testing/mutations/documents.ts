import { announced, createArrived, createDocument } from "../../areas/documents/fixtures.records.ts";
import { createFolder } from "../../areas/documents/folders/fixtures.ts";
import { createLead } from "../../areas/leads/fixtures.ts";
import { createCase } from "../harness/tenant.ts";
import { countRevisions, newName } from "./mutation.ts";
import type { Arrange } from "./mutation.ts";

const countIn = (column: string, id: string) => ({ text: `SELECT count(*)::integer AS effects FROM "Document" WHERE "${column}" = $1`, values: [id] });

/** A mutation of a document that no other request touches. */
const onDocument = (method: string, below: string, body: object | undefined, values: Parameters<typeof createDocument>[1] = {}): Arrange => async (tenant) => {
  const { documentId } = await createDocument(tenant, values);
  return { method, path: `/documents/${documentId}${below}`, body, entity: "document", effects: countRevisions("Document", "revision", documentId) };
};

/** A mutation of a folder that no other request touches. */
const onFolder = (method: string, below: string, body: object | undefined, values: Parameters<typeof createFolder>[2] = {}): Arrange => async (tenant) => {
  const { caseId } = await createCase(tenant);
  const id = await createFolder(tenant, caseId, values);
  return { method, path: `/folders/${id}${below}`, body, entity: "folder", effects: countRevisions("Folder", "revision", id) };
};

/** The mutations of the area documents, each with a fresh record to work on. */
export const documentMutations: Record<string, Arrange> = {
  "documents.createFolder": async (tenant) => {
    const { caseId } = await createCase(tenant);
    const name = newName();
    const effects = { text: `SELECT count(*)::integer AS effects FROM "Folder" WHERE "caseId" = $1 AND name = $2`, values: [caseId, name] };
    return { method: "POST", path: `/cases/${caseId}/folders`, body: { name }, entity: "folder", effects };
  },
  "documents.updateFolder": onFolder("PATCH", "", { name: "Receipts" }),
  "documents.removeFolder": onFolder("DELETE", "", undefined),
  "documents.restoreFolder": onFolder("POST", "/restore", {}, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  "documents.create": async (tenant) => {
    const { caseId } = await createCase(tenant);
    return { method: "POST", path: `/cases/${caseId}/documents`, body: announced(), entity: "document", effects: countIn("caseId", caseId) };
  },
  "documents.createOfLead": async (tenant) => {
    const leadId = await createLead(tenant);
    return { method: "POST", path: `/leads/${leadId}/documents`, body: announced(), entity: "document", effects: countIn("leadId", leadId) };
  },
  "documents.complete": async (tenant) => {
    const { documentId } = await createArrived(tenant);
    return { method: "POST", path: `/documents/${documentId}/complete`, body: {}, entity: "document", effects: countRevisions("Document", "revision", documentId) };
  },
  "documents.update": onDocument("PATCH", "", { name: "Renamed.pdf" }),
  "documents.remove": onDocument("DELETE", "", undefined),
  "documents.restore": onDocument("POST", "/restore", {}, { deletedAt: "2026-03-14T15:09:26.535Z" }),
  "documents.lock": onDocument("POST", "/lock", { minutes: 30 }),
  "documents.unlock": async (tenant) => {
    const lockedBy = JSON.stringify({ type: "integration_key", id: tenant.keyId, name: "Test key" });
    return onDocument("POST", "/unlock", {}, { lockedBy, lockExpiresAt: new Date(Date.now() + 3_600_000).toISOString() })(tenant);
  },
  "documents.addVersion": async (tenant) => {
    const { documentId } = await createDocument(tenant);
    const effects = { text: `SELECT count(*)::integer AS effects FROM "DocumentUpload" WHERE "documentId" = $1`, values: [documentId] };
    return { method: "POST", path: `/documents/${documentId}/versions`, body: announced(), entity: "document", effects };
  },
  "documents.restoreVersion": onDocument("POST", "/versions/1/restore", {}),
};
