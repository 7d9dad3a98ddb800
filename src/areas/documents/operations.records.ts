import * as z from "zod";
import { documentEnumerations } from "./enumerations.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { acceptDeleted, acceptDeletedRecord, orDeleted } from "../../contract/deleted-records.ts";
import { listPageLimit, pageInput, NamedListSort } from "../../contract/page.ts";
import { GivenInstant, Id, changesSomething, text } from "../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { expandCase, getLiveCase } from "../cases/domain.ts";
import { completeUpload } from "./uploads/domain.completion.ts";
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  takeDocumentLock,
  restoreDocument,
  unlock,
  updateDocument,
} from "./domain.records.ts";
import { documentChanges, newDocumentMembers, Upload } from "./schema.input.ts";
import { Document } from "./schema.ts";

const area = "Documents";
const { documentCategory, documentStatus } = documentEnumerations;

const filters = {
  folderId: Id.optional(),
  category: oneOf(documentCategory).optional(),
  status: oneOf(documentStatus).optional(),
  tag: text(1, 60).optional(),
  externalId: text(1, 200).optional(),
  createdFrom: GivenInstant.optional(),
  createdTo: GivenInstant.optional().meta({ description: "Created before this instant." }),
  updatedSince: GivenInstant.optional(),
  q: text(1, 200)
    .optional()
    .meta({ description: "Whole words of name, file name, description or externalId, in any order." }),
  sort: NamedListSort.default("newest"),
  ...pageInput(listPageLimit),
};
const page = z.object({ documents: z.array(orDeleted(Document)), nextCursor: z.string().nullable() });

const twoWays =
  "Accepts two content types. `multipart/form-data`: one `file` of at most 25 MiB, and the members as text fields (repeat the field for a list); media type, size and hash are taken from the file. " +
  "JSON: declares a file of at most 5 GiB and returns signed URLs to which you send its bytes within 24 hours; after the last byte the document becomes available. At most 200 files per key and 50 GiB per organization can be declared " +
  "and not yet uploaded, and 8 forms per key can be in progress.";

const creation = {
  area,
  scope: "documents:write",
  readBy: "documents:read",
  mayEmit: ["document.created", "document.upload_started"],
  errors: ["DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
  etag: "document.revision",
  created: { location: "/documents/{document.id}" },
  upload: true,
  echoes: ["upload"],
} as const;
const created = z.object({
  document: Document,
  upload: Upload.nullable().meta({ description: "null if the file was part of the request." }),
});

const mutation = {
  area,
  scope: "documents:write",
  readBy: "documents:read",
  errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
} as const;
const changing = { ...mutation, etag: "document.revision" } as const;
const one = z.object({ document: Document });

export const documentProcedures = {
  "documents.list": operation(
    {
      route: "GET /documents",
      summary: "List documents",
      description: "Returns the documents of the organization that are not deleted.",
      area,
      scope: "documents:read",
    },
    [expandCase],
  )
    .input(acceptDeleted(z.strictObject({ caseId: Id.optional(), leadId: Id.optional(), ...filters }), ["caseId"]))
    .output(page)
    .query(({ ctx, input }) => listDocuments(ctx, input)),

  "cases.documents.list": operation({
    route: "GET /cases/{caseId}/documents",
    summary: "List a case's documents",
    description: "Returns the documents of the case that are not deleted, in all folders.",
    area,
    scope: "documents:read",
  })
    .input(acceptDeleted(z.strictObject({ caseId: Id, ...filters }), ["caseId"]))
    .output(page)
    .query(async ({ ctx, input }) => {
      await getLiveCase(ctx, input.caseId);
      return listDocuments(ctx, input);
    }),

  "documents.get": operation(
    {
      route: "GET /documents/{documentId}",
      summary: "Get a document",
      description: "Returns the document; a deleted one with `includeDeleted` alone, such as to restore it.",
      area,
      scope: "documents:read",
      etag: "document.revision",
      // Locks end by the clock, and the path follows the folders' names.
      isVolatile: true,
    },
    [expandCase],
  )
    .input(z.strictObject({ documentId: Id, ...acceptDeletedRecord }))
    .output(one)
    .query(async ({ ctx, input }) => ({ document: await getDocument(ctx, input.documentId, input.includeDeleted) })),

  "cases.documents.create": operation({
    ...creation,
    route: "POST /cases/{caseId}/documents",
    openToVendors: true,
    summary: "Create a document of a case",
    description: twoWays,
  })
    .input(z.strictObject({ caseId: Id, ...newDocumentMembers }))
    .output(created)
    .mutation(({ ctx, input: { caseId, ...input } }) => createDocument(ctx, { caseId }, input)),

  "leads.documents.create": operation({
    ...creation,
    route: "POST /leads/{leadId}/documents",
    summary: "Create a document of a lead",
    description: `${twoWays} When the lead is converted, its documents are handed over to the case.`,
  })
    .input(z.strictObject({ leadId: Id, ...newDocumentMembers }))
    .output(created)
    .mutation(({ ctx, input: { leadId, ...input } }) => createDocument(ctx, { leadId }, input)),

  "documents.complete": operation({
    ...changing,
    route: "POST /documents/{documentId}/complete",
    summary: "Complete an upload",
    completes: true,
    openToVendors: true,
    echoes: ["document.status"],
    description:
      "Completes an upload immediately instead of waiting for the server to do it. You can repeat the request. Fails with 409 while bytes are missing. A multipart file can still be `scanning` afterwards.",
    errors: ["INVALID_STATE_TRANSITION"],
    mayEmit: ["document.created", "document.version_added", "document.updated", "document.upload_failed"],
  })
    .input(z.strictObject({ documentId: Id }))
    .output(one)
    .mutation(async ({ ctx, input }) => ({ document: await completeUpload(ctx, input.documentId) })),

  "documents.update": operation({
    ...changing,
    route: "PATCH /documents/{documentId}",
    summary: "Update a document",
    description:
      "Changes the document's fields, at least one, or moves it to another folder of its case; `null` clears a field.",
    errors: ["STALE_REVISION", "DUPLICATE_ENTRY", "INVALID_STATE_TRANSITION"],
    emits: ["document.updated"],
    ifMatch: "required",
  })
    .input(z.strictObject({ documentId: Id, ...documentChanges }).refine(...changesSomething("documentId")))
    .output(one)
    .mutation(async ({ ctx, input: { documentId, ...changes } }) => ({
      document: await updateDocument(ctx, documentId, changes),
    })),

  "documents.delete": operation({
    ...mutation,
    route: "DELETE /documents/{documentId}",
    summary: "Delete a document",
    description:
      "Soft-deletes the document. Fails with 409 while it is on legal hold, locked by another key or member, or out for signature.",
    emits: ["document.deleted"],
  })
    .input(z.strictObject({ documentId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => deleteDocument(ctx, input.documentId))),

  "documents.restore": operation({
    ...changing,
    route: "POST /documents/{documentId}/restore",
    summary: "Restore a deleted document",
    description: "Restores the document to its folder, or directly below the case if the folder is deleted.",
    emits: ["document.restored"],
  })
    .input(z.strictObject({ documentId: Id }))
    .output(one)
    .mutation(async ({ ctx, input }) => ({ document: await restoreDocument(ctx, input.documentId) })),

  "documents.lock": operation({
    ...changing,
    route: "POST /documents/{documentId}/lock",
    summary: "Lock a document",
    description:
      "Until the lock expires or is released, no other key or member can change or delete the document or add a version. Locking again with the same key extends the lock.",
    emits: ["document.locked"],
  })
    .input(z.strictObject({ documentId: Id, minutes: z.int().min(1).max(1_440).default(60) }))
    .output(one)
    .mutation(async ({ ctx, input }) => ({ document: await takeDocumentLock(ctx, input.documentId, input.minutes) })),

  "documents.unlock": operation({
    ...changing,
    route: "POST /documents/{documentId}/unlock",
    summary: "Unlock a document",
    description: "Releases your own lock.",
    emits: ["document.unlocked"],
  })
    .input(z.strictObject({ documentId: Id }))
    .output(one)
    .mutation(async ({ ctx, input }) => ({ document: await unlock(ctx, input.documentId) })),
};
