import { buffer } from "node:stream/consumers";
import { AppError, invalidInput } from "../../../contract/errors/error-codes.ts";
import { boundWork, TooCostlyError } from "../../../platform/bounded-work/bounded-work.ts";
import { isAsDeclared } from "../../../platform/storage/content-type.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { Context, ReceivedFile } from "../../../rpc/context.ts";
import type { EmailAddress, ParsedEmail } from "./domain.parsing.ts";

/** 25 MiB of attachments take 0.5 s. Below the database's time limit of an idle transaction, 10 s. */
const limits = { threads: 2, processorMilliseconds: 4_000, waitMilliseconds: 4_000, memoryBytes: 512 * 1024 * 1024 };
const parse = boundWork<Uint8Array, ParsedEmail | null>(new URL("./domain.parsing-thread.ts", import.meta.url), limits);

/** The media type of emails in files. */
export const emailType = "message/rfc822";

export interface ReceivedEmail {
  file: ReceivedFile;
  email: ParsedEmail & { from: EmailAddress };
}

/**
 * Reads the email that the request has as a file, which the storage has. No lock is held meanwhile.
 *
 * @throws VALIDATION_FAILED without a file, and for one that is no email; with a passing 503 while too much is read
 */
export async function readReceivedEmail({ file, files, organizationId }: Context): Promise<ReceivedEmail> {
  if (file === undefined) throw invalidInput({ path: "file", message: "required" });
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  const typed = { ...file, contentType: emailType };
  if (!(await isAsDeclared(file.head, typed))) throw rejectFile("is not an email in a file (.eml)");
  const bytes = await buffer(await files.storage.read(objectKey(organizationId, file.objectId)));
  const email = await parse(organizationId, bytes).catch((error: unknown) => {
    if (error instanceof TooCostlyError) throw rejectFile("takes too long to read");
    throw error;
  });
  if (email?.from == null) throw rejectFile("has no sender; send an email in a file (.eml)");
  return { file: typed, email: { ...email, from: email.from } };
}

const rejectFile = (message: string): AppError =>
  new AppError("VALIDATION_FAILED", `file: ${message}`, { errorReason: "file_mismatch" });
