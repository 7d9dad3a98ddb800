import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { FileTransfers } from "../../composition/file-transfers.ts";
import { AppError } from "../../contract/errors/error-codes.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import type { Outcome, ReceivedInput, ReceiveFile } from "../../rpc/call/execute-operation.ts";
import type { Route } from "../../rpc/call/route.ts";
import type { ApiPrincipal } from "../../rpc/principal.ts";
import type { ReceivedFile } from "../../rpc/context.ts";
import type { RequestContext } from "../request/request-context.ts";
import { readForm, type FormFile } from "./read-form.ts";

export interface UploadRequest {
  request: IncomingMessage;
  requestContext: RequestContext;
  route: Route;
  principal: ApiPrincipal;
  /** Undefined for a form, which was not read yet. */
  body: Buffer | undefined;
}

type ReadInput = Parameters<ReceiveFile>[0];

/** What a received file leaves behind. */
interface Leftovers {
  /** Run when the request has ended, the last first. */
  atEnd: (() => Promise<unknown> | void)[];
  /** Drops the stored object; undefined without one. */
  dropObject?: () => Promise<unknown>;
}

/**
 * Executes an operation that takes a file: its `receiveFile` stores the file before the transaction, which would hold
 * its locks and its connection while the storage works. Afterwards the stored object of a request that did not use it
 * is dropped: it was rejected, or got the stored response. If it is unknown whether the transaction was committed (its
 * response was lost), nothing is dropped; the purge decides later.
 *
 * @throws VALIDATION_FAILED, PAYLOAD_TOO_LARGE; RATE_LIMITED for too many forms at once; what `execute` throws
 */
export async function withUpload(
  files: FileTransfers,
  upload: UploadRequest,
  execute: (receiveFile: ReceiveFile) => Promise<Outcome>,
): Promise<Outcome> {
  const left: Leftovers = { atEnd: [] };
  try {
    const outcome = await execute((read) =>
      upload.body === undefined
        ? receiveForm(files, upload, read, left)
        : receiveDeclaration(files, upload, read, left),
    );
    if (outcome.originalRequestId !== null) await dropQuietly(left.dropObject);
    return outcome;
  } catch (error) {
    // A rejection: the transaction was rolled back.
    if (error instanceof AppError) await dropQuietly(left.dropObject);
    throw error;
  } finally {
    for (const end of left.atEnd.toReversed()) await end();
  }
}

/** Concurrent forms of one key, or one member: each keeps a file in the spool while it is received. */
export const maxFormsPerKey = 8;

/**
 * @param sender the ID of the key or member
 * @returns gives the place back
 * @throws RATE_LIMITED
 */
export function takeFormPlace({ forms }: FileTransfers, sender: string): () => void {
  const count = forms.get(sender) ?? 0;
  if (count >= maxFormsPerKey) {
    throw new AppError("RATE_LIMITED", `At most ${maxFormsPerKey} concurrent uploads per key are allowed`, {
      headers: { "Retry-After": "5", Connection: "close" },
      errorReason: "too_many_concurrent",
    });
  }
  forms.set(sender, count + 1);
  return () => {
    const remaining = (forms.get(sender) ?? 1) - 1;
    if (remaining > 0) forms.set(sender, remaining);
    else forms.delete(sender);
  };
}

/**
 * Receives a form. The file is hashed and validated in the spool, then stored under a name that is recorded in the
 * database; only then the transaction that creates the document begins: a crash leaves garbage for the purge, never a
 * row without its bytes.
 */
async function receiveForm(
  files: FileTransfers,
  { request, requestContext, route, principal: { organizationId, keyId } }: UploadRequest,
  read: ReadInput,
  left: Leftovers,
): Promise<ReceivedInput> {
  requestContext.takesFile = true;
  left.atEnd.push(takeFormPlace(files, keyId));
  const { body, file } = await readForm(request, route.declaration, files.spool);
  left.atEnd.push(() => file.drop());
  // A form and a JSON body with the same members are different requests.
  const input = { ...read(body), body: { ...body, isForm: true } };
  const { stored, drop } = await storeFile(files, organizationId, file);
  left.dropObject = drop;
  return { input, upload: { file: stored } };
}

/**
 * Stores a file of the spool under a name that is recorded first.
 *
 * @returns the file as an operation gets it, and what drops it unless something names it
 */
export async function storeFile(
  files: FileTransfers,
  organizationId: string,
  file: FormFile,
): Promise<{ stored: ReceivedFile; drop: () => Promise<unknown> }> {
  const objectId = await files.name(organizationId);
  const drop = () => files.drop(organizationId, objectId);
  await files.tools.storage
    .put(objectKey(organizationId, objectId), file.read(), file.sizeBytes)
    .catch(async (error: unknown) => {
      await dropQuietly(drop);
      throw error;
    });
  const { fileName, contentType, sizeBytes, sha256, head } = file;
  return { stored: { objectId, fileName, contentType, sizeBytes, sha256, head }, drop };
}

/** Begins the parts of a declared multipart upload, and completes what was received. */
async function receiveDeclaration(
  files: FileTransfers,
  { route, principal: { organizationId }, body }: UploadRequest,
  read: ReadInput,
  left: Leftovers,
): Promise<ReceivedInput> {
  const { meta } = route.declaration;
  const input = read(body);
  const { documentId, sizeBytes } = input.values;
  if (meta.completes === true) await files.completeIfStored(organizationId, String(documentId));
  if (meta.upload !== true) return { input, upload: {} };
  if ("content" in route.declaration.input.shape) return receiveInline(files, organizationId, input, left);
  const multipartUpload = await files.createMultipartUpload(organizationId, Number(sizeBytes));
  if (multipartUpload === null) return { input, upload: {} };
  left.dropObject = () => files.drop(organizationId, multipartUpload.objectId, multipartUpload.multipartUploadId);
  return { input, upload: { multipartUpload } };
}

/** Receives a file that JSON holds in Base64, in the member `content`, as {@link receiveForm} does. */
async function receiveInline(
  files: FileTransfers,
  organizationId: string,
  input: ReturnType<ReadInput>,
  left: Leftovers,
): Promise<ReceivedInput> {
  const { content, fileName } = input.values;
  if (typeof content !== "string") return { input, upload: {} };
  const spooled = await files.spool.take(Readable.from([Buffer.from(content, "base64")]));
  left.atEnd.push(() => spooled.drop());
  const own = { ...spooled, fileName: String(fileName), contentType: "application/pdf" };
  const { stored, drop } = await storeFile(files, organizationId, own);
  left.dropObject = drop;
  return { input, upload: { file: stored } };
}

/** The purge removes what remains. */
export async function dropQuietly(drop: Leftovers["dropObject"]): Promise<void> {
  await drop?.().catch(() => false);
}
