import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { AppError } from "../../contract/error-codes.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { FileTransfers } from "../../file-transfers.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import type { Context } from "../../rpc/context.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import { readForm } from "./read-form.ts";
import type { RequestInput } from "./read-input.ts";
import type { HttpResponse } from "./response.ts";

/** What a request uploads or announces, once the storage has it or knows of it. */
export type Upload = Pick<Context, "file" | "begunParts">;

export interface UploadRequest {
  request: IncomingMessage;
  declaration: Declaration;
  principal: ApiPrincipal;
  /** Null for a form, which is not read yet. */
  body: Buffer | null;
  /** Validates a body, or what a form says as if it were JSON. */
  read: (body: Buffer | Record<string, unknown>) => RequestInput;
}

type Run = (input: RequestInput, upload: Upload) => Promise<HttpResponse>;

/** Whether an operation does anything with the storage before its transaction. */
export function takesUpload({ upload, completes }: OperationMeta): boolean {
  return upload === true || completes === true;
}

/**
 * Takes what a request uploads or announces to the storage, then runs the operation, whose transaction would otherwise hold its locks
 * and its connection for as long as the storage takes.
 * @throws VALIDATION_FAILED, PAYLOAD_TOO_LARGE; RATE_LIMITED for too many forms at once
 */
export function withUpload(files: FileTransfers, upload: UploadRequest, run: Run): Promise<HttpResponse> {
  const { body, read, declaration, principal } = upload;
  if (body === null) return withFormPlace(files, principal.keyId, () => receiveForm(files, upload, run));
  return announceFile(files, declaration.meta, principal.organizationId, read(body), run);
}

/** Forms of one key that are received at once: each holds a file on this machine for as long as it keeps coming. */
export const maximumFormsPerKey = 8;

async function withFormPlace<Result>({ forms }: FileTransfers, keyId: string, receive: () => Promise<Result>): Promise<Result> {
  const count = forms.get(keyId) ?? 0;
  if (count >= maximumFormsPerKey) {
    throw new AppError("RATE_LIMITED", `At most ${maximumFormsPerKey} concurrent uploads per key are allowed`, { "Retry-After": "5", Connection: "close" });
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
 * Receives a form. The file is hashed and validated on this machine, then stored under a name that the database knows, and only then
 * does the transaction begin that makes it a document: killed anywhere, it leaves garbage that the purge finds, never a row without its
 * bytes.
 */
async function receiveForm(files: FileTransfers, { request, declaration, principal: { organizationId }, read }: UploadRequest, run: Run): Promise<HttpResponse> {
  const { body, file } = await readForm(request, declaration, files.spool);
  try {
    // A form and a JSON body that say the same are two different requests.
    const input = { ...read(body), body: { ...body, isForm: true } };
    const objectId = await files.name(organizationId);
    const drop = () => files.drop(organizationId, objectId);
    await files.tools.storage.put(objectKey(organizationId, objectId), file.read(), file.sizeBytes).catch(async (error: unknown) => {
      await dropQuietly(drop);
      throw error;
    });
    const { fileName, contentType, sizeBytes, sha256, head } = file;
    return await dropUnlessUsed(drop, () => run(input, { file: { objectId, fileName, contentType, sizeBytes, sha256, head } }));
  } finally {
    await file.drop();
  }
}

/** Begins the parts of a file that is announced, and settles what has arrived. */
async function announceFile(files: FileTransfers, meta: OperationMeta, organizationId: string, input: RequestInput, run: Run): Promise<HttpResponse> {
  const { documentId, sizeBytes } = input.values;
  if (meta.completes === true) await files.settleArrived(organizationId, String(documentId));
  const begunParts = meta.upload === true ? await files.beginParts(organizationId, Number(sizeBytes)) : null;
  if (begunParts === null) return run(input, {});
  return dropUnlessUsed(() => files.drop(organizationId, begunParts.objectId, begunParts.storageId), () => run(input, { begunParts }));
}

/**
 * Drops what the storage has for a request that did not come to name it: one that was rejected, or got the stored response. Where it
 * is not known whether the transaction was committed (its response was lost) nothing is dropped; the purge finds out later.
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
  return (error instanceof TRPCError ? error.cause : error) instanceof AppError;
}

/** What this leaves, the purge removes. */
async function dropQuietly(drop: () => Promise<unknown>): Promise<void> {
  await drop().catch(() => false);
}
