import { AppError } from "../../contract/errors/error-codes.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { FileTransfers } from "../../composition/file-transfers.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import type { Context } from "../../rpc/context.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import { readForm } from "./read-form.ts";
import type { RequestInput } from "../../rpc/call/read-input.ts";
import type { ApiRequest } from "./request.ts";
import type { HttpResponse } from "./response.ts";

/** The file of a request, once the storage has received it or begun its parts. */
export type Upload = Pick<Context, "file" | "multipartUpload">;

export interface UploadRequest {
  request: ApiRequest;
  declaration: Declaration;
  principal: ApiPrincipal;
  /** Null for a form, which was not read yet. */
  body: Buffer | null;
  /** Validates a body, or a form's members like JSON. */
  read: (body: Buffer | Record<string, unknown>) => RequestInput;
}

type Run = (input: RequestInput, upload: Upload) => Promise<HttpResponse>;

/** Whether an operation uses the storage before its transaction. */
export function takesUpload({ upload, completes }: Pick<OperationMeta, "upload" | "completes">): boolean {
  return upload === true || completes === true;
}

/**
 * Stores the request's file before it runs the operation: otherwise the transaction would hold its locks
 * and its connection while the storage works.
 *
 * @throws VALIDATION_FAILED, PAYLOAD_TOO_LARGE; RATE_LIMITED for too many forms at once
 */
export function withUpload(files: FileTransfers, upload: UploadRequest, run: Run): Promise<HttpResponse> {
  const { body, read, declaration, principal } = upload;
  if (body === null) return withFormPlace(files, principal.keyId, () => receiveForm(files, upload, run));
  return declareFile(files, declaration.meta, principal.organizationId, read(body), run);
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
  { request, declaration, principal: { organizationId }, read }: UploadRequest,
  run: Run,
): Promise<HttpResponse> {
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
      run(input, { file: { objectId, fileName, contentType, sizeBytes, sha256, head } }),
    );
  } finally {
    await file.drop();
  }
}

/** Begins the parts of a declared multipart upload, and completes what was received. */
async function declareFile(
  files: FileTransfers,
  meta: OperationMeta,
  organizationId: string,
  input: RequestInput,
  run: Run,
): Promise<HttpResponse> {
  const { documentId, sizeBytes } = input.values;
  if (meta.completes === true) await files.completeIfStored(organizationId, String(documentId));
  const multipartUpload =
    meta.upload === true ? await files.createMultipartUpload(organizationId, Number(sizeBytes)) : null;
  if (multipartUpload === null) return run(input, {});
  return dropUnlessUsed(
    () => files.drop(organizationId, multipartUpload.objectId, multipartUpload.multipartUploadId),
    () => run(input, { multipartUpload }),
  );
}

/**
 * Drops the stored object of a request that did not use it: it was rejected, or got the stored response. If it is
 * unknown whether the transaction was committed (its response was lost), nothing is dropped; the purge decides later.
 */
async function dropUnlessUsed(drop: () => Promise<unknown>, run: () => Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    const response = await run();
    if (response.headers["Idempotent-Replayed"] !== undefined) await dropQuietly(drop);
    return response;
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
