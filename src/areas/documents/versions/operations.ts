import * as z from "zod";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Id, text } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { addVersion, listVersions, offerDownload, restoreVersion } from "./domain.ts";
import { Download, fileMembers, Upload } from "../schema.input.ts";
import { Document, DocumentVersion } from "../schema.ts";

const area = "Documents";
const VersionNumber = z.int32().min(1);
const versioned = {
  document: Document,
  version: DocumentVersion.nullable().meta({ description: "null until the file is uploaded." }),
};

export const versionProcedures = {
  "documents.versions.list": operation({
    route: "GET /documents/{documentId}/versions",
    summary: "List a document's versions",
    description: "Returns the versions, newest first.",
    area,
    scope: "documents:read",
  })
    .input(z.strictObject({ documentId: Id, ...pageInput(listPageLimit) }))
    .output(z.object({ versions: z.array(DocumentVersion), nextCursor: z.string().nullable() }))
    .query(({ ctx, input: { documentId, ...query } }) => listVersions(ctx, documentId, query)),

  "documents.versions.create": operation({
    route: "POST /documents/{documentId}/versions",
    summary: "Add a version",
    description:
      "Accepts the same two content types as creating a document. The new file becomes the current one when it is uploaded; until then only the document's revision changes. " +
      "Send `If-Match` to avoid replacing a version that you have not seen; with JSON it is compared when you declare the version. Fails with 409 while another key or member has locked " +
      "the document; a file that is uploaded meanwhile is added when the lock ends.",
    area,
    scope: "documents:write",
    readBy: "documents:read",
    mayEmit: ["document.version_added", "document.upload_started"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    created: { location: "/documents/{document.id}/versions" },
    etag: "document.revision",
    ifMatch: "honored",
    upload: true,
    echoes: ["version.number", "upload"],
  })
    .input(z.strictObject({ documentId: Id, ...fileMembers, note: text(1, 1_000).nullable().default(null) }))
    .output(
      z.object({
        ...versioned,
        upload: Upload.nullable().meta({ description: "null if the file was part of the request." }),
      }),
    )
    .mutation(({ ctx, input: { documentId, ...input } }) => addVersion(ctx, documentId, input)),

  "documents.versions.restore": operation({
    route: "POST /documents/{documentId}/versions/{number}/restore",
    summary: "Restore a previous version",
    description: "Makes the version's file the current one, as a new version.",
    area,
    scope: "documents:write",
    readBy: "documents:read",
    emits: ["document.version_added"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
    etag: "document.revision",
    echoes: ["version.number"],
  })
    .input(z.strictObject({ documentId: Id, number: Id.meta({ description: "The version's number." }) }))
    .output(z.object(versioned))
    .mutation(({ ctx, input: { documentId, number } }) => restoreVersion(ctx, documentId, number)),

  "documents.download": operation({
    route: "GET /documents/{documentId}/download",
    summary: "Get a download URL",
    description:
      "Returns a signed URL, valid for five minutes, that returns the file without a key and accepts `Range`. The request is recorded in the audit log.",
    area,
    scope: "documents:read",
    errors: ["INVALID_STATE_TRANSITION"],
  })
    .input(
      z.strictObject({
        documentId: Id,
        version: VersionNumber.optional().meta({ description: "Default: the current version." }),
      }),
    )
    .output(z.object({ download: Download }))
    .query(async ({ ctx, input }) => ({ download: await offerDownload(ctx, input.documentId, input.version) })),
};
