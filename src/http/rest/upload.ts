import type { IncomingMessage } from "node:http";
import { TRPCError } from "@trpc/server";
import { AppError } from "../../contract/error-codes.ts";
import type { FileTransfers } from "../../file-transfers.ts";
import { objectKey } from "../../platform/storage/storage.ts";
import type { BegunParts, ReceivedFile } from "../../rpc/context.ts";
import type { Declaration } from "../../rpc/declarations.ts";
import type { Answer } from "./response.ts";
import { readForm } from "./read-form.ts";
import type { RequestInput } from "./read-input.ts";

/** What a call brings along or announces, once the storage has it or knows of it. */
export interface BroughtFiles {
  file?: ReceivedFile;
  begunParts?: BegunParts;
}

interface FileCall {
  declaration: Declaration;
  organizationId: string;
  /** Runs the operation. */
  answer: (input: RequestInput, brought: BroughtFiles) => Promise<Answer>;
}

export interface FormCall extends FileCall {
  /** Who sends it: the key's id. */
  sender: string;
  request: IncomingMessage;
  /** Judges what the form says as if it were JSON. */
  read: (body: Record<string, unknown>) => RequestInput;
}

/**
 * Answers a call that brings its file along. The file is hashed and judged on this machine, then stored under a name that the
 * database knows, and only then does the transaction begin that makes it a document: killed anywhere, it leaves garbage that the sweep
 * finds, never a row without its bytes.
 */
export async function answerForm(files: FileTransfers, call: FormCall): Promise<Answer> {
  const { forms } = files;
  const count = forms.get(call.sender) ?? 0;
  if (count >= mostForms) {
    throw new AppError("RATE_LIMITED", `At most ${mostForms} forms of a key are taken at once`, { "Retry-After": "5", Connection: "close" });
  }
  forms.set(call.sender, count + 1);
  try {
    return await takeForm(files, call);
  } finally {
    const left = (forms.get(call.sender) ?? 1) - 1;
    if (left > 0) forms.set(call.sender, left);
    else forms.delete(call.sender);
  }
}

/** Forms of one key that are taken at once: each holds a file on this machine for as long as it keeps coming. */
export const mostForms = 8;

async function takeForm(files: FileTransfers, { request, declaration, organizationId, read, answer }: FormCall): Promise<Answer> {
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
    return await answerOnce(drop, () => answer(input, { file: { objectId, fileName, contentType, sizeBytes, sha256, head } }));
  } finally {
    await file.drop();
  }
}

/**
 * Answers a call without a file. What it needs of the storage is done before its transaction, which would otherwise hold its locks and
 * its connection for as long as the storage takes: parts of an announced file are begun, and what has arrived is settled.
 */
export async function answerAnnounced(files: FileTransfers, { declaration, organizationId, answer, input }: FileCall & { input: RequestInput }): Promise<Answer> {
  const { meta } = declaration;
  const { documentId, sizeBytes } = input.values;
  if (meta.completes === true) await files.settleArrived(organizationId, String(documentId));
  const begunParts = meta.upload === true ? await files.beginParts(organizationId, Number(sizeBytes)) : null;
  if (begunParts === null) return answer(input, {});
  return answerOnce(() => files.drop(organizationId, begunParts.objectId, begunParts.storageId), () => answer(input, { begunParts }));
}

/**
 * Drops what the storage has for a call that did not come to name it: one that was refused, or is answered as it was at first. Where it
 * is not known whether the transaction was committed (its answer was lost) nothing is dropped; the sweep finds out later.
 */
async function answerOnce(drop: () => Promise<unknown>, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    const answered = await answer();
    if (answered.headers["Idempotent-Replayed"] !== undefined) await dropQuietly(drop);
    return answered;
  } catch (error) {
    if (isRejection(error)) await dropQuietly(drop);
    throw error;
  }
}

/** Whether the operation refused: its transaction was then rolled back. */
function isRejection(error: unknown): boolean {
  return (error instanceof TRPCError ? error.cause : error) instanceof AppError;
}

/** What this leaves, the sweep removes. */
async function dropQuietly(drop: () => Promise<unknown>): Promise<void> {
  await drop().catch(() => false);
}
