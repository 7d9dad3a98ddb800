import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import type { FileTransfers } from "../../composition/file-transfers.ts";
import type { PortalOperationMeta } from "../../contract/portal/operation.ts";
import { requireUploader, type PortalContext } from "../../rpc/portal-context.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { HttpResponse } from "../request/response.ts";
import { checkFormHead, readForm } from "../rest/read-form.ts";
import { dropQuietly, storeFile, takeFormPlace } from "../rest/upload.ts";

/** A procedure with `upload`. */
export interface UploadProcedure {
  meta: PortalOperationMeta;
  input: z.ZodObject;
}

interface PortalUpload {
  request: IncomingMessage;
  requestContext: RequestContext;
  portalContext: PortalContext;
  procedure: UploadProcedure;
}

/** What a form says of its file; an input has what it declares of it. */
const ofFile: ReadonlySet<string> = new Set(["fileName", "contentType", "sizeBytes", "sha256"]);

/**
 * Calls a procedure that takes a file with a form, as REST does (`rest/upload.ts`): the member is checked before the
 * body is read, and the file is stored before the transaction begins. Without a success the stored file is dropped; of
 * a failure whose outcome is unknown the purge decides.
 *
 * @param call calls the procedure with the file in its context
 * @throws what `requireUploader` and `readForm` throw; RATE_LIMITED for too many forms at once
 */
export async function withPortalForm(
  files: FileTransfers,
  { request, requestContext, portalContext, procedure }: PortalUpload,
  call: (portalContext: PortalContext, body: Buffer) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  checkFormHead(request);
  const { memberId, organizationId } = requireUploader(portalContext, procedure.meta);
  const giveBack = takeFormPlace(files, memberId);
  try {
    requestContext.takesFile = true;
    const { body, file } = await readForm(request, procedure, files.spool);
    try {
      const { stored, drop } = await storeFile(files, organizationId, file);
      const input = Object.fromEntries(
        Object.entries(body).filter(([name]) => !ofFile.has(name) || Object.hasOwn(procedure.input.shape, name)),
      );
      const response = await call({ ...portalContext, file: stored }, Buffer.from(JSON.stringify(input)));
      if (response.status >= 400 && response.status < 500) await dropQuietly(drop);
      return response;
    } finally {
      await file.drop();
    }
  } finally {
    giveBack();
  }
}
