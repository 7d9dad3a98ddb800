import { createHash } from "node:crypto";
import { newId, type Given, type Values } from "./records.ts";

/** A folder directly below its case, named by its ID. */
export function buildFolder(values: Given<"Folder", "organizationId" | "caseId">): Values<"Folder"> {
  const id = values.id ?? newId("folder", values.createdAt);
  return { id, name: id, depth: 1, ...values };
}

/** The columns that describe a file. */
export interface FileColumns {
  fileName: string;
  contentType: string;
  sizeBytes: number;
  sha256: string;
}

/** Describes bytes under a name. */
export const describeFile = (fileName: string, contentType: string, bytes: Buffer): FileColumns => ({
  fileName,
  contentType,
  sizeBytes: bytes.length,
  sha256: createHash("sha256").update(bytes).digest("hex"),
});

type DocumentValues = Given<"Document", "organizationId" | "uploadedBy" | keyof FileColumns>;

/** A document, with its first version and the object that has its bytes; without a version while it is not available. */
export interface DocumentRecords {
  Document: Values<"Document">;
  StoredObject: Values<"StoredObject">;
  DocumentVersion: Values<"DocumentVersion">[];
}

/** An available document, unless the values give another status. Its bytes are nowhere: they are the caller's to store. */
export function buildDocument(values: DocumentValues): DocumentRecords {
  const { organizationId, createdAt, fileName, contentType, sizeBytes, sha256, uploadedBy } = values;
  const id = values.id ?? newId("document", createdAt);
  const status = values.status ?? "available";
  const objectId = newId("storedObject", createdAt);
  const made = createdAt === undefined ? {} : { createdAt };
  const file = { fileName, contentType, sizeBytes, sha256 };
  const version = { id: newId("documentVersion", createdAt), number: 1, ...file, uploadedBy, ...made };
  return {
    Document: { id, name: id, status, version: status === "available" ? 1 : 0, ...values },
    StoredObject: { organizationId, id: objectId, ...made },
    DocumentVersion: status === "available" ? [{ organizationId, documentId: id, objectId, ...version }] : [],
  };
}
