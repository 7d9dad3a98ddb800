import type { IncomingMessage } from "node:http";
import { AppError } from "../../contract/errors/error-codes.ts";
import type { FileTransfers } from "../../composition/file-transfers.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import type { Outcome, ReceiveFile } from "../../rpc/call/execute-operation.ts";
import type { RequestInput } from "../../rpc/call/read-input.ts";
import type { Route } from "../../rpc/call/route.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { readForm } from "./read-form.ts";

export interface UploadRequest {
  request: IncomingMessage;
  requestContext: RequestContext;
  route: Route;
  principal: ApiPrincipal;
  /** Undefined for a form, which was not read yet. */
  body: Buffer | undefined;
}

/**
 * Stores the request's file before the operation runs: otherwise the transaction would hold its locks and its
 * connection while the storage works.
 *
 * @returns the step of `executeOperation`, which throws VALIDATION_FAILED, PAYLOAD_TOO_LARGE; RATE_LIMITED for too many
 *   forms at once
 */
export function createFileReceiver(files: FileTransfers, upload: UploadRequest): ReceiveFile {
  const { requestContext, principal, body } = upload;
  return (read, execute) => {
    if (body !== undefined) return receiveDeclaration(files, upload, read(body), execute);
    requestContext.takesFile = true;
    return withFormPlace(files, principal.keyId, () => receiveForm(files, upload, read, execute));
  };
}

/** Concurrent forms of one key: each keeps a file in the spool while it is received. */
export const maxFormsPerKey = 8;

async function withFormPlace<Result>(
  { forms }: FileTransfers,
  keyId: string,
  receive: () => Promise<Result>,
): Promise<Result> {
  const count = forms.get(keyId) ?? 0;
  if (count >= maxFormsPerKey) {
    throw new AppError("RATE_LIMITED", `At most ${maxFormsPerKey} concurrent uploads per key are allowed`, {
      headers: { "Retry-After": "5", Connection: "close" },
      errorReason: "too_many_concurrent",
    });
  }
  forms.set(keyId, count + 1);
  try {
    return await receive();
  } finally {
    const left = (forms.get(keyId) ?? 1) - 1;
    if (left > 0) forms.set(keyId, left);
    else forms.delete(keyId);
  }
}

/**
 * Receives a form. The file is hashed and validated in the spool, then stored under a name that is recorded in the
 * database; only then the transaction that creates the document begins: a crash leaves garbage for the purge, never a
 * row without its bytes.
 */
async function receiveForm(
  files: FileTransfers,
  { request, route: { declaration }, principal: { organizationId } }: UploadRequest,
  read: Parameters<ReceiveFile>[0],
  execute: Parameters<ReceiveFile>[1],
): Promise<Outcome> {
  const { body, file } = await readForm(request, declaration, files.spool);
  try {
    // A form and a JSON body with the same members are different requests.
    const input = { ...read(body), body: { ...body, isForm: true } };
    const objectId = await files.name(organizationId);
    const drop = () => files.drop(organizationId, objectId);
    await files.tools.storage
      .put(objectKey(organizationId, objectId), file.read(), file.sizeBytes)
      .catch(async (error: unknown) => {
        await dropQuietly(drop);
        throw error;
      });
    const { fileName, contentType, sizeBytes, sha256, head } = file;
    return await dropUnlessUsed(drop, () =>
      execute(input, { file: { objectId, fileName, contentType, sizeBytes, sha256, head } }),
    );
  } finally {
    await file.drop();
  }
}

/** Begins the parts of a declared multipart upload, and completes what was received. */
async function receiveDeclaration(
  files: FileTransfers,
  { route, principal: { organizationId } }: UploadRequest,
  input: RequestInput,
  execute: Parameters<ReceiveFile>[1],
): Promise<Outcome> {
  const { meta } = route.declaration;
  const { documentId, sizeBytes } = input.values;
  if (meta.completes === true) await files.completeIfStored(organizationId, String(documentId));
  const multipartUpload =
    meta.upload === true ? await files.createMultipartUpload(organizationId, Number(sizeBytes)) : null;
  if (multipartUpload === null) return execute(input, {});
  return dropUnlessUsed(
    () => files.drop(organizationId, multipartUpload.objectId, multipartUpload.multipartUploadId),
    () => execute(input, { multipartUpload }),
  );
}

/**
 * Drops the stored object of a request that did not use it: it was rejected, or got the stored response. If it is
 * unknown whether the transaction was committed (its response was lost), nothing is dropped; the purge decides later.
 */
async function dropUnlessUsed(drop: () => Promise<unknown>, run: () => Promise<Outcome>): Promise<Outcome> {
  try {
    const outcome = await run();
    if (outcome.originalRequestId !== null) await dropQuietly(drop);
    return outcome;
  } catch (error) {
    if (isRejection(error)) await dropQuietly(drop);
    throw error;
  }
}

/** Whether the operation rejected the request: its transaction was then rolled back. */
function isRejection(error: unknown): boolean {
  return error instanceof AppError;
}

/** The purge removes what remains. */
async function dropQuietly(drop: () => Promise<unknown>): Promise<void> {
  await drop().catch(() => false);
}
