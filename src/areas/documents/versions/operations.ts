import * as z from "zod";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, text } from "../../../contract/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { addVersion, listVersions, offerDownload, restoreVersion } from "./domain.ts";
import { Download, fileMembers, Upload } from "../schema.input.ts";
import { Document, DocumentVersion } from "../schema.ts";

const area = "Documents";
const VersionNumber = z.int32().min(1);
const versioned = { document: Document, version: DocumentVersion.nullable().meta({ description: "null until its bytes have arrived." }) };

/** The states of a document's file, and its bytes. */
export const versionProcedures = {
  listVersions: operation({
    method: "GET", path: "/documents/{documentId}/versions", summary: "List a document's versions",
    description: "Newest first.",
    area, scope: "documents:read", tier: "read", idempotency: "none", errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ documentId: Id, ...pageInput(listPageLimit) }))
    .output(z.object({ versions: z.array(DocumentVersion), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { documentId, ...query } }) => listVersions(ctx, documentId, query)),

  addVersion: operation({
    method: "POST", path: "/documents/{documentId}/versions", summary: "Add a version",
    description:
      "In the same two ways as a document is added. Until its bytes have arrived, the document stays as it is, but for its revision; then they are its current file. " +
      "Send `If-Match` to replace none that you have not seen: in steps it is compared when the version is announced. 409 while somebody else has locked " +
      "the document; what arrives meanwhile is added when the lock has ended.",
    area, scope: "documents:write", tier: "write", idempotency: "required",
    mayEmit: ["document.version_added", "document.upload_started"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    created: { location: "/documents/{document.id}/versions" },
    etag: "document.revision", ifMatch: "honoured", upload: true,
  })
    .input(z.strictObject({ documentId: Id, ...fileMembers, note: text(1, 1_000).nullable().default(null) }))
    .output(z.object({ ...versioned, upload: Upload.nullable().meta({ description: "null where the file came with the call." }) }))
    .mutation(({ ctx, input: { documentId, ...input } }) => addVersion(ctx, documentId, input)),

  restoreVersion: operation({
    method: "POST", path: "/documents/{documentId}/versions/{number}/restore", summary: "Restore a previous version",
    description: "Its bytes become the current version again, under a new number.",
    area, scope: "documents:write", tier: "write", idempotency: "required",
    emits: ["document.version_added"], errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "document.revision",
  })
    .input(z.strictObject({ documentId: Id, number: Id.meta({ description: "The version's number." }) }))
    .output(z.object(versioned))
    .mutation(({ ctx, input: { documentId, number } }) => restoreVersion(ctx, documentId, number)),

  download: operation({
    method: "GET", path: "/documents/{documentId}/download", summary: "Get a download URL",
    description: "A signed address, good for five minutes, that answers with the bytes: it needs no key, and takes `Range`. Who asked stands in the audit trail.",
    area, scope: "documents:read", tier: "read", idempotency: "none", errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION"],
  })
    .input(z.strictObject({ documentId: Id, version: VersionNumber.optional().meta({ description: "The current one unless given." }) }))
    .output(z.object({ download: Download }))
    .query(async ({ ctx, input }) => ({ download: await offerDownload(ctx, input.documentId, input.version) })),
};
