import { buffer } from "node:stream/consumers";
import { AppError, invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { clockToleranceMilliseconds } from "../../../contract/values/clock-tolerance.ts";
import { isEmailAddress } from "../../../contract/values/values.ts";
import type { EmailAddress, EmailProblem, ParsedEmail } from "../../../platform/mail/reading/parse-email.ts";
import { readEmail } from "../../../platform/mail/reading/read-email.ts";
import { isAsDeclared } from "../../../platform/storage/content-type.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { Context, ReceivedFile } from "../../../rpc/context.ts";
import { createDocument } from "../../documents/domain.records.ts";
import { lockLeadOfPlaceForUpdate, lockPlaceForUpdate, type Place } from "../effects/domain.ts";
import { recordMessage } from "../messages/domain.recording.ts";
import type { Message } from "../messages/schema.ts";
import type { NewEmail } from "./schema.ts";
import { isOfFirm, listReferred } from "./store.ts";

const contentType = "message/rfc822";
/** Of an email's people, so many are recorded; all are in the stored email. */
const maxPeople = 20;
/** Of a thread's emails, so many are looked for, the newest. */
const maxSought = 100;

const problems: Readonly<Record<EmailProblem, string>> = {
  not_email: "is not an email (.eml)",
  no_sender: "has no sender",
  line_breaks: "has line breaks in a name, an address or the subject",
  too_many_references: "refers to more than 10,000 emails",
};

const reject = (message: string): AppError =>
  new AppError("VALIDATION_FAILED", `file: ${message}`, { errorReason: "file_mismatch" });

/**
 * Records an email of a file: the file becomes a document of the case or lead, and the message joins the conversation
 * of the email that it replies to, else of the newest that it refers to. Without a Date that can be read, or with one
 * in the future, it occurred now.
 *
 * @throws VALIDATION_FAILED for what is no email; NOT_FOUND of case or lead; DUPLICATE_ENTRY for a Message-ID that is
 *   recorded already; INVALID_STATE_TRANSITION for an archived case, which takes no documents
 */
export async function recordEmail(context: Context, given: NewEmail): Promise<Message> {
  const { file, email } = await readReceived(context);
  const { caseId = null, leadId = null } = given;
  const place = await lockLeadOfPlaceForUpdate(context, { caseId, leadId });
  await lockPlaceForUpdate(context, place);
  const { document } = await createDocument({ ...context, file }, documentOwner(place), {
    fileName: file.fileName,
    contentType,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    source: "api",
  }).catch(explainArchived);
  const direction = given.direction ?? ((await isOfFirm(context, email.from.address)) ? "outbound" : "inbound");
  const { messageId, references, inReplyTo } = email;
  const thread = inReplyTo === null ? references : [...references, inReplyTo];
  const replied = await findReplied(context, place, thread);
  return recordMessage(context, {
    channel: "email",
    direction,
    ...(place.leadId === null ? { caseId: place.caseId ?? "" } : { leadId: place.leadId }),
    ...pickPeople(email, direction),
    ...(email.subject !== null && { subject: email.subject }),
    bodyText: email.text,
    isAutomated: email.isAutomated,
    ...(direction === "outbound" && { status: "sent" as const }),
    occurredAt: email.at ?? new Date().toISOString(),
    provider: "external",
    ...(messageId !== null && { messageIdHeader: messageId }),
    referencesHeader: thread.slice(-maxSought),
    ...(replied !== undefined && { inReplyToMessageId: replied }),
    attachments: [
      { documentId: document.id, name: file.fileName, sizeBytes: file.sizeBytes, contentType },
      ...email.attachments.map((each) => ({ ...each, documentId: null })),
    ],
  });
}

type ReadEmail = Omit<ParsedEmail, "from"> & { from: EmailAddress };

/**
 * Reads the file of the request, which the storage has, before anything is locked.
 *
 * @throws VALIDATION_FAILED
 */
async function readReceived(context: Context): Promise<{ file: ReceivedFile; email: ReadEmail }> {
  const { file, files, organizationId } = context;
  if (file === undefined) throw invalidInput({ path: "file", message: "required" });
  if (files === undefined) throw new Error("no storage is configured for this transaction");
  if (!(await isAsDeclared(file.head, { fileName: file.fileName, contentType }))) throw reject(problems.not_email);
  const bytes = await buffer(await files.storage.read(objectKey(organizationId, file.objectId)));
  const reading = await readEmail(organizationId, bytes);
  if (reading.problem !== null) throw reject(problems[reading.problem]);
  const { from, at, ...email } = reading.email;
  if (from === null || !isEmailAddress(from.address)) throw reject(problems.no_sender);
  const isAhead = at !== null && Date.parse(at) > Date.now() + clockToleranceMilliseconds;
  return {
    file: { ...file, contentType },
    email: { ...email, at: isAhead ? null : at, from: { ...from, address: from.address.toLowerCase() } },
  };
}

/** An archived case takes messages, and no documents. */
function explainArchived(error: unknown): never {
  if (!(error instanceof AppError) || error.errorReason !== "case_archived") throw error;
  const message =
    "The case is archived and takes no documents. Record the email without its file with POST /messages/log, or reopen the case";
  throw invalidState(message, { errorReason: "case_archived" });
}

const documentOwner = ({ caseId, leadId }: Place) => (leadId === null ? { caseId: caseId ?? "" } : { leadId });

/** The message that an email replies to: that of In-Reply-To, else the newest of its references. */
async function findReplied(context: Context, place: Place, thread: readonly string[]): Promise<string | undefined> {
  const sought = thread.slice(-maxSought).toReversed();
  const referred = await listReferred(context, place, sought);
  const id = sought.find((each) => referred.some(({ messageIdHeader }) => messageIdHeader === each));
  return referred.find(({ messageIdHeader }) => messageIdHeader === id)?.id;
}

/**
 * Whom an email names. One that came in may name nobody: it was sent as a blind copy.
 *
 * @throws VALIDATION_FAILED for one that the firm sent to nobody
 */
function pickPeople({ from, to, cc }: ReadEmail, direction: "inbound" | "outbound") {
  const known = (people: readonly EmailAddress[]) =>
    people
      .filter(({ address }) => isEmailAddress(address))
      .slice(0, maxPeople)
      .map(({ name, address }) => ({ address, ...(name !== null && { name }) }));
  const [all, copies] = [known(to), known(cc)];
  if (direction === "outbound" && all.length + copies.length === 0) throw reject("has no recipient");
  return { from: known([from])[0] ?? { address: from.address }, to: all, cc: copies };
}
