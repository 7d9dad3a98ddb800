import * as z from "zod";
import { documentEnumerations } from "./enumerations.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { CalendarDate, Id, Instant, versionFields, visibleName } from "../../contract/values/values.ts";

/** The name of a folder or a file. */
export const PathName = visibleName(255)
  .refine((name) => !/[/\\]/.test(name), "must not contain / or \\")
  .refine((name) => name !== "." && name !== "..", "must not be . or ..")
  .meta({ minLength: 1, maxLength: 255 });

export const Folder = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    parentFolderId: Id.nullable(),
    name: z.string(),
    path: z.string().meta({
      description: "The folder names from the case to this folder, joined by `/`.",
      example: "Medical Records/Mercy General",
    }),
    depth: z.int().meta({ description: "1 for a folder directly below the case." }),
    ownerAttorneyId: Id.nullable(),
    documentCount: z.int().meta({ description: "The number of documents directly in the folder." }),
    childFolderCount: z.int().meta({ description: "The number of folders directly in the folder." }),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "Folder" });
export type Folder = z.infer<typeof Folder>;

const Doer = z.object({ type: z.string(), id: Id, name: z.string() });

const {
  documentCategory,
  documentSource,
  documentStatus,
  documentStatusReason,
  documentOcrStatus,
  documentAntivirusStatus,
} = documentEnumerations;

export const Document = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    folderId: Id.nullable(),
    path: z
      .string()
      .meta({ description: "The folder names from the case to the document, and the document's name, joined by `/`." }),
    name: z.string(),
    fileName: z.string(),
    extension: z.string().nullable(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    pageCount: z.int().nullable(),
    category: oneOf(documentCategory),
    subCategory: z.string().nullable(),
    description: z.string().nullable(),
    tags: z.array(z.string()),
    documentDate: CalendarDate.nullable(),
    receivedOn: CalendarDate.nullable(),
    source: oneOf(documentSource),
    status: oneOf(documentStatus),
    statusReason: oneOf(documentStatusReason).nullable(),
    version: z.int().meta({ description: "The number of the current version; 0 until the first is uploaded." }),
    currentVersionId: Id.nullable(),
    isLocked: z.boolean(),
    lockedBy: Doer.nullable().meta({
      description: "Of type `system` while a signature request of the document is out. null if it is not locked.",
    }),
    lockExpiresAt: Instant.nullable().meta({
      description: "null if it is not locked, and for a lock that ends with the signature request.",
    }),
    isPrivileged: z.boolean(),
    isWorkProduct: z.boolean(),
    isConfidential: z.boolean(),
    containsPhi: z.boolean(),
    legalHold: z.boolean(),
    batesPrefix: z.string().nullable(),
    batesStart: z.int().nullable(),
    batesEnd: z.int().nullable(),
    ownerAttorneyId: Id.nullable(),
    uploadedBy: Doer,
    ocrStatus: oneOf(documentOcrStatus),
    textAvailable: z.boolean(),
    antivirus: z.object({ status: oneOf(documentAntivirusStatus), scannedAt: Instant.nullable() }),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "Document" });
export type Document = z.infer<typeof Document>;

export const DocumentVersion = z
  .object({
    id: Id,
    documentId: Id,
    number: z.int(),
    fileName: z.string(),
    contentType: z.string(),
    sizeBytes: z.int(),
    sha256: z.string(),
    note: z.string().nullable(),
    uploadedBy: Doer,
    isCurrent: z.boolean(),
    createdAt: Instant,
  })
  .meta({ id: "DocumentVersion" });
export type DocumentVersion = z.infer<typeof DocumentVersion>;
