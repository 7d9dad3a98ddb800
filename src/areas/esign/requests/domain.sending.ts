import { invalidState } from "../../../contract/errors/error-codes.ts";
import { requireTransition } from "../../../contract/state-machine.ts";
import { requireExpected } from "../../../contract/revision.ts";
import { toE164 } from "../../../platform/phone-number.ts";
import type { Context } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { leadTransitions } from "../../leads/transitions/domain.moves.ts";
import { findTextObstacle, needsPhone } from "../signing/domain.delivery.ts";
import { enqueuePreparation } from "../work/store.queues.ts";
import { recordEsignEvent } from "./domain.events.ts";
import { esignRequestStates } from "./domain.states.ts";
import { lockEsignRequestForUpdate } from "./domain.ts";
import type { EsignRequest } from "./schema.ts";
import {
  findLeadStatus,
  findPersons,
  findSourceDocuments,
  findSourceTemplates,
  personColumns,
} from "./store.sources.ts";
import { esignRequestStatements, listFields, type EsignRequestRow } from "./store.ts";

/**
 * Sends a draft: its files are prepared by a job, which then notifies the first recipients.
 *
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a request that is no draft, or that lacks what sending requires, all
 *   of which the message names; STALE_REVISION
 */
export async function sendEsignRequest(context: Context, id: string): Promise<EsignRequest> {
  const before = await lockEsignRequestForUpdate(context, id);
  requireExpected(context.expectedRevisions, "signature request", before.revision);
  return sendLocked(context, before);
}

/** As {@link sendEsignRequest}, of a request that the transaction has locked. */
export async function sendLocked(context: Context, before: EsignRequestRow): Promise<EsignRequest> {
  requireTransition(esignRequestStates, before.status, "preparing");
  const lacking = [
    ...(await listLacksOfDocuments(context, before)),
    ...(await listLacksOfRecipients(context, before)),
    ...(await listLacksOfLead(context, before)),
  ];
  if (lacking.length > 0)
    throw invalidState(`The request cannot be sent: ${lacking.join("; ")}`, {
      detail: before.status,
    });
  await enqueuePreparation(context, before.id);
  const changes = { status: "preparing", problems: "[]" };
  const after = await updateRow(context, esignRequestStatements, before.id, changes);
  if (after === undefined) throw new Error("a signature request is gone that its transaction locked");
  return recordEsignEvent(context, "esign_request.updated", before, after);
}

async function listLacksOfDocuments(
  context: Context,
  { id, caseId, leadId, documents }: EsignRequestRow,
): Promise<string[]> {
  const documentIds = documents.flatMap(({ documentId }) => documentId ?? []);
  const found = new Map((await findSourceDocuments(context, documentIds, id)).map((each) => [each.id, each]));
  const templateIds = documents.flatMap(({ esignTemplateId }) => esignTemplateId ?? []);
  const templates = new Map((await findSourceTemplates(context, templateIds)).map((each) => [each.id, each]));
  return documents.flatMap(({ position, documentId, esignTemplateId }): string[] => {
    const lacks = (what: string) => [`document ${position} ${what}`];
    if (documentId === null)
      return templates.get(esignTemplateId ?? "")?.isReady === true ? [] : lacks("is of a template that is not ready");
    const document = found.get(documentId);
    const isOwn =
      document !== undefined && (document.caseId === caseId || (leadId !== null && document.leadId === leadId));
    if (!isOwn) return lacks("is deleted, or of another case");
    if (document.status !== "available") return lacks(`is ${document.status}`);
    if (document.contentType !== "application/pdf") return lacks("is not a PDF");
    if (document.openRequest !== null) return lacks(`is out for signature with ${document.openRequest}`);
    return document.isLocked ? lacks("is locked") : [];
  });
}

async function listLacksOfRecipients(context: Context, row: EsignRequestRow): Promise<string[]> {
  const { id, recipients, documents } = row;
  const signers = recipients.filter(({ role }) => role === "signer");
  const fields = await listFields(context, id);
  const signing = new Set(fields.filter(({ kind }) => kind === "signature").map(({ recipientKey }) => recipientKey));
  const hasPage = documents.some(({ hasSignaturePage }) => hasSignaturePage);
  const live = new Set<string>();
  for (const column of personColumns) {
    const ids = recipients.flatMap((recipient) => recipient[column] ?? []);
    for (const person of await findPersons(context, column, ids)) if (person.isLive) live.add(`${column} ${person.id}`);
  }
  const isLive = (recipient: (typeof recipients)[number]) =>
    personColumns.some((column) => recipient[column] !== null && live.has(`${column} ${recipient[column]}`));
  return [
    ...(documents.length === 0 ? ["it has no document"] : []),
    ...signers.filter(({ key }) => !hasPage && !signing.has(key)).map(({ key }) => `${key} has no signature field`),
    ...recipients.filter((recipient) => !isLive(recipient)).map(({ key }) => `${key} is deleted or not active`),
    ...recipients
      .filter(({ delivery, authentication, email }) => email === null && needsEmail({ delivery, authentication }))
      .map(({ key }) => `${key} has no email address`),
    ...(await listLacksOfTexts(context, row)),
    ...(findSharedAddresses(signers).length > 0 ? ["signers with one email address need a passcode each"] : []),
    ...(findSharedNumbers(signers).length > 0 ? ["signers with one phone number for texts need a passcode each"] : []),
  ];
}

/** Recipients who cannot get the texts that they need, with the way out. */
async function listLacksOfTexts(context: Context, row: EsignRequestRow): Promise<string[]> {
  const lacking: string[] = [];
  for (const recipient of row.recipients) {
    const obstacle = await findTextObstacle(context, row, recipient);
    if (obstacle !== null) lacking.push(`${recipient.key} cannot get texts (${obstacle.message})`);
  }
  return lacking;
}

/** Whether a recipient is reached, or identified, by email. */
export const needsEmail = ({ delivery, authentication }: { delivery: string; authentication: string }): boolean =>
  delivery === "email" || authentication === "email_code";

/** Of signers with one email address, those who need a passcode: whoever reads the mailbox could sign for another. */
export function findSharedAddresses(
  signers: readonly Pick<EsignRequestRow["recipients"][number], "email" | "authentication">[],
): string[] {
  const addresses = signers.flatMap(({ email, authentication }) =>
    email === null || authentication === "passcode" ? [] : [email.toLowerCase()],
  );
  const all = signers.flatMap(({ email }) => email?.toLowerCase() ?? []);
  return addresses.filter((address) => all.filter((other) => other === address).length > 1);
}

/** As {@link findSharedAddresses}, the numbers to which signers are texted links or codes. */
export function findSharedNumbers(
  signers: readonly Pick<EsignRequestRow["recipients"][number], "phone" | "delivery" | "authentication">[],
): string[] {
  const texted = signers.filter(needsPhone).flatMap(({ phone, authentication }) => {
    const number = phone === null ? null : toE164(phone);
    return number === null ? [] : [{ number, authentication }];
  });
  return texted.flatMap(({ number, authentication }) =>
    authentication !== "passcode" && texted.filter((other) => other.number === number).length > 1 ? [number] : [],
  );
}

/** A retainer agreement moves its lead, unless the request says otherwise. */
async function listLacksOfLead(
  context: Context,
  { caseId, leadId, moveLead, documents }: EsignRequestRow,
): Promise<string[]> {
  if (leadId === null || caseId !== null) return [];
  const status = await findLeadStatus(context, leadId);
  if (status === undefined) return ["the lead is deleted"];
  if (!moveLead || !documents.some(({ purpose }) => purpose === "retainer_agreement")) return [];
  const moves: readonly string[] =
    new Map<string, readonly string[]>(Object.entries(leadTransitions)).get(status) ?? [];
  return moves.includes("retainer_sent")
    ? []
    : [`the lead in status ${status} cannot go to retainer_sent (send it with moveLead false)`];
}
