import { AppError } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import { preparePdf } from "../../../platform/pdf/pdf.ts";
import type { PreparationOutcome } from "../../../platform/pdf/thread-messages.ts";
import type { FieldPlace, MarkProblem, Place, PlacedMark } from "../../../platform/pdf/types.ts";
import { withoutIfMatch, type Context, type ReceivedFile } from "../../../rpc/context.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { describeAction } from "../../../rpc/unit-of-work.ts";
import { createDocument } from "../../documents/domain.records.ts";
import { takeSystemLocks } from "../../documents/domain.system-locks.ts";
import { addVersion } from "../../documents/versions/domain.ts";
import { computeExpiresAt, computeNextReminderAt } from "../domain.days.ts";
import { applySentEffects, effectEvents } from "../effects/domain.ts";
import { resolveMergeSources } from "../merge/domain.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import type { EsignRequest } from "../requests/schema.ts";
import { esignRequestStatements, findEsignRequest, type EsignRequestRow } from "../requests/store.ts";
import { textEvents } from "../signing/domain.text-hook.ts";
import { activateNextOrder } from "../signing/domain.turns.ts";
import { appendTrail } from "../trail/domain.append.ts";
import { claimRequest, lockAttemptForUpdate, runForRequest, type EsignWorkTools } from "./domain.attempts.ts";
import { describeFile, openObjects, readObject, sha256Of, toFileName } from "./domain.files.ts";
import type { EsignJob } from "./store.queues.ts";
import {
  findInput,
  findVersionId,
  insertFields,
  listWorkDocuments,
  listWorkFields,
  placeFields,
  updateEsignDocument,
  type Attempt,
  type WorkDocument,
  type WorkField,
} from "./store.ts";

type Problem = EsignRequest["problems"][number];

const preparation = describeAction("esignRequests.prepare", {
  mayEmit: [
    "esign_request.sent",
    "esign_request.preparation_failed",
    "document.created",
    "document.version_added",
    "document.locked",
    ...effectEvents,
    ...textEvents,
  ],
});

/** Problems that a request shows at most. */
const maxProblems = 10;

/**
 * Checks and fills the files of a request in `preparing`, pins them and sends it; or makes it a draft again, with what
 * does not fit. What an attempt that died has stored is not used: its objects have no row, and are purged.
 *
 * Rejects to have the job retried.
 */
export async function prepareRequest(tools: EsignWorkTools, job: EsignJob): Promise<void> {
  const attempt = await claimRequest(tools, job, "preparing");
  if (attempt === null) return;
  const objects = openObjects(tools.files, job.organizationId);
  try {
    const work = await readWork(tools, job);
    const { prepared, problems } = await prepareDocuments(tools, job.organizationId, work, objects);
    const isSent =
      problems.length === 0 && (await trySend(tools, job, { attempt, work: { ...work, prepared } }, problems));
    if (!isSent) await objects.dropAll();
    if (problems.length > 0)
      await runForRequest(tools, job.organizationId, preparation, (context) =>
        returnToDraft(context, attempt, problems),
      );
    tools.logger.info({ requestId: job.requestId, isSent, problems: problems.length }, "signature request prepared");
  } catch (error) {
    await objects.dropAll();
    throw error;
  }
}

/** A document that was deleted, or locked by a key or member, since its request was sent. */
class SourceChanged extends Error {
  readonly position: number;

  constructor(position: number, cause: AppError) {
    super(`document ${position} changed: ${cause.message}`, { cause });
    this.position = position;
  }
}

/**
 * @param problems gets the document that cannot be pinned any more
 * @returns whether the request was sent
 */
async function trySend(
  tools: EsignWorkTools,
  { organizationId }: EsignJob,
  { attempt, work }: { attempt: Attempt; work: PreparedWork },
  problems: Problem[],
): Promise<boolean> {
  try {
    return await runForRequest(tools, organizationId, preparation, (context) => sendRequest(context, attempt, work));
  } catch (error) {
    if (!(error instanceof SourceChanged)) throw error;
    problems.push({ position: error.position, code: "source_changed", field: null });
    return false;
  }
}

interface Work {
  request: EsignRequestRow;
  documents: WorkDocument[];
  fields: WorkField[];
  /** By the source of merge fields. */
  values: ReadonlyMap<string, string | null>;
}

interface PreparedDocument {
  document: WorkDocument;
  /** The bytes that are pinned: a new file, or null for the document's current version. */
  file: ReceivedFile | null;
  sha256: string;
  sizeBytes: number;
  outcome: Extract<PreparationOutcome, { problem: null }>;
  /** The fields whose places the outcome has, in its order. */
  placed: readonly WorkField[];
}

type PreparedWork = Work & { prepared: readonly PreparedDocument[] };

function readWork(tools: EsignWorkTools, { organizationId, requestId }: EsignJob): Promise<Work> {
  let work: Work | undefined;
  return runForRequest(tools, organizationId, preparation, async (context) => {
    const request = await findEsignRequest(context, requestId);
    if (request === undefined) throw new AppError("NOT_FOUND", "Signature request not found");
    const fields = await listWorkFields(context, requestId);
    const { caseId, leadId, onBehalfOfAttorneyId: authorMemberId } = request;
    const input = await findInput(context, requestId);
    const sources = fields.flatMap(({ source }) => source ?? []);
    const values = await resolveMergeSources(context, { caseId, leadId, authorMemberId, input }, sources);
    work = { request, documents: await listWorkDocuments(context, requestId), fields, values };
    // It reads only.
    return false;
  }).then(() => {
    if (work === undefined) throw new Error("the request was not read");
    return work;
  });
}

async function prepareDocuments(
  tools: EsignWorkTools,
  organizationId: string,
  work: Work,
  objects: ReturnType<typeof openObjects>,
): Promise<{ prepared: PreparedDocument[]; problems: Problem[] }> {
  const prepared: PreparedDocument[] = [];
  const problems: Problem[] = [];
  for (const document of work.documents) {
    const fields = work.fields.filter(({ position }) => position === document.position);
    const bytes = await readSource(tools, organizationId, document);
    if (bytes === null) {
      problems.push({ position: document.position, code: "source_changed", field: null });
      continue;
    }
    const merged = fields.filter(({ kind }) => kind === "merge");
    const placed = fields.filter(({ kind }) => kind !== "merge");
    const missing = merged.filter((field) => valueOf(field, work.values) === null);
    const filled = merged.filter((field) => !missing.includes(field));
    problems.push(
      ...missing.map(({ position, label }) => ({ position, code: "merge_missing" as const, field: label })),
    );
    const outcome = await preparePdf(organizationId, bytes, {
      marks: filled.map((field) => toMark(field, valueOf(field, work.values) ?? "")),
      places: placed.map(toPlace),
      signaturePage: document.hasSignaturePage ? describeSignaturePage(work.request, document) : null,
    });
    if (outcome.problem !== null) {
      problems.push(...listProblems(document.position, outcome, { filled, placed }));
      continue;
    }
    if (problems.length > 0) continue;
    const isNew = outcome.isChanged || document.documentId === null;
    const file = isNew ? await objects.store(outcome.bytes, toFileName(document.name)) : null;
    const sha256 = file?.sha256 ?? sha256Of(outcome.bytes);
    prepared.push({ document, file, sha256, sizeBytes: outcome.bytes.length, outcome, placed });
  }
  return { prepared, problems: problems.slice(0, maxProblems) };
}

/** Null for a document that was deleted, or whose bytes are not those that were stored. */
async function readSource(
  { files }: EsignWorkTools,
  organizationId: string,
  { documentId, objectId, current }: WorkDocument,
): Promise<Uint8Array | null> {
  if (objectId === null || (documentId !== null && current?.isUsable !== true)) return null;
  const bytes = await readObject(files, organizationId, objectId);
  return current === null || sha256Of(bytes) === current.sha256 ? bytes : null;
}

/** An empty value is none: a blank in an agreement is never what was meant. */
function valueOf({ source, fallback }: WorkField, values: ReadonlyMap<string, string | null>): string | null {
  const value = source === null ? null : (values.get(source) ?? null);
  const found = value === null || value.trim() === "" ? fallback : value;
  return found === null || found === "" ? null : found;
}

function toPlace({ acroField, page, x, y, width, height }: WorkField): FieldPlace {
  if (acroField !== null) return { acroField };
  return { page: page ?? 0, x: x ?? 0, y: y ?? 0, width: width ?? 0, height: height ?? 0 };
}

const toMark = (field: WorkField, text: string): PlacedMark => ({
  place: toPlace(field),
  mark: { kind: "text", text, fontSize: field.fontSize },
});

const dateLabels = { en: "Date", es: "Fecha" } as const;
const signatureTitles = { en: "Signatures", es: "Firmas" } as const;

function describeSignaturePage({ recipients, language }: EsignRequestRow, { name }: WorkDocument) {
  const dateLabel = language === "es" ? dateLabels.es : dateLabels.en;
  const title = language === "es" ? signatureTitles.es : signatureTitles.en;
  const signers = recipients.filter(({ role }) => role === "signer");
  return { title: `${title}: ${name}`, boxes: signers.map(({ key, label }) => ({ key, label, dateLabel })) };
}

function listProblems(
  position: number,
  outcome: Exclude<PreparationOutcome, { problem: null }>,
  { filled, placed }: { filled: readonly WorkField[]; placed: readonly WorkField[] },
): Problem[] {
  if (outcome.problem !== "fields") return [{ position, code: outcome.problem, field: null }];
  const describe = (fields: readonly WorkField[]) => (found: MarkProblem) => ({
    position,
    code:
      found.code === "overflow" || found.code === "unsupported_character" ? ("merge_overflow" as const) : found.code,
    field: fields[found.index]?.label ?? null,
  });
  return [...outcome.marks.map(describe(filled)), ...outcome.places.map(describe(placed))];
}

async function returnToDraft(context: Context, attempt: Attempt, problems: readonly Problem[]): Promise<boolean> {
  const before = await lockAttemptForUpdate(context, attempt, "preparing");
  if (before === null) return false;
  const values = { status: "draft", problems: JSON.stringify(problems), workingSince: null };
  const after = await updateRow(context, esignRequestStatements, before.id, values);
  if (after === undefined) throw new Error("a locked request is there");
  recordEsignEvent(context, "esign_request.preparation_failed", before, after);
  return true;
}

/** Pins the documents and sends the request, all in one transaction. @returns false if the attempt lost the request */
async function sendRequest(
  context: Context,
  attempt: Attempt,
  { documents, prepared }: PreparedWork,
): Promise<boolean> {
  const before = await lockAttemptForUpdate(context, attempt, "preparing");
  if (before === null) return false;
  for (const each of prepared) await pinAndLock(context, before, each);
  await placeFields(context, prepared.flatMap(listPlaces));
  await addSignatureFields(context, before.id, prepared);

  const timezone = await readTimezone(context);
  const sentAt = new Date().toISOString();
  const expiresAt = computeExpiresAt(sentAt, before.expiresInDays, timezone);
  const plan = { sentAt, expiresAt, reminders: before.reminders, reminderCount: 0 };
  const sent = await updateRow(context, esignRequestStatements, before.id, {
    status: "sent",
    problems: "[]",
    // Its values are in the files now, and a request that was sent is not prepared again.
    input: "{}",
    sentAt,
    expiresAt,
    nextReminderAt: computeNextReminderAt(plan, timezone, sentAt),
    workingSince: null,
  });
  if (sent === undefined || documents.length !== prepared.length) throw new Error("a locked request is there");
  const hashes = prepared.map(({ sha256 }) => sha256);
  await appendTrail(context, before.id, [
    { action: "prepared", detail: { documents: hashes } },
    { action: "sent", detail: { documents: hashes } },
  ]);
  await activateNextOrder(context, sent);
  await applySentEffects(context, before.id);
  const after = await findEsignRequest(context, before.id);
  if (after === undefined) throw new Error("a locked request is there");
  recordEsignEvent(context, "esign_request.sent", before, after);
  return true;
}

const categories: Readonly<
  Record<
    string,
    | "retainer_agreement"
    | "hipaa_authorization"
    | "letter_of_protection"
    | "settlement_agreement"
    | "release"
    | "settlement_statement"
  >
> = {
  retainer_agreement: "retainer_agreement",
  hipaa_authorization: "hipaa_authorization",
  letter_of_protection: "letter_of_protection",
  settlement_agreement: "settlement_agreement",
  release: "release",
  settlement_statement: "settlement_statement",
};

/** @throws SourceChanged, which rolls the transaction back */
async function pinAndLock(context: Context, request: EsignRequestRow, prepared: PreparedDocument): Promise<void> {
  try {
    await takeSystemLocks(context, [await pinDocument(context, request, prepared)]);
  } catch (error) {
    throw error instanceof AppError && error.status < 500
      ? new SourceChanged(prepared.document.position, error)
      : error;
  }
}

/** A document of the case or lead, or a version of the one that was chosen. @returns the document's id */
async function pinDocument(
  context: Context,
  { caseId, leadId, containsPhi }: EsignRequestRow,
  { document, file, sha256, sizeBytes, outcome }: PreparedDocument,
): Promise<string> {
  const pinned = { sha256, pageCount: outcome.pages.length, sizeBytes };
  const { id, name, purpose, documentId, current } = document;
  if (documentId === null) {
    if (file === null) throw new Error("a template's file is stored");
    const { document: created } = await createDocument(
      { ...context, file },
      caseId === null ? { leadId: leadId ?? "" } : { caseId },
      { ...describeFile(file), name, category: categories[purpose] ?? "other", source: "esign", containsPhi },
    );
    const versionId = await findVersionId(context, created.id, 1);
    await updateEsignDocument(context, id, { documentId: created.id, versionId, ...pinned });
    return created.id;
  }
  if (file === null) {
    await updateEsignDocument(context, id, { versionId: current?.versionId ?? null, ...pinned });
    return documentId;
  }
  const { version } = await addVersion({ ...withoutIfMatch(context), file }, documentId, {
    ...describeFile(file),
    note: "Filled in for signature",
  });
  await updateEsignDocument(context, id, { versionId: version?.id ?? null, ...pinned });
  return documentId;
}

function listPlaces({ placed, outcome }: PreparedDocument) {
  return placed.flatMap(({ id, acroField }, index) => {
    const place = outcome.places[index];
    return acroField === null || place === undefined ? [] : [{ id, ...place }];
  });
}

/** On a page for signatures each signer has a place to sign, and the day beside it. */
async function addSignatureFields(
  context: Context,
  requestId: string,
  prepared: readonly PreparedDocument[],
): Promise<void> {
  let number = (await listWorkFields(context, requestId)).length;
  const add = (position: number, recipientKey: string, kind: "signature" | "date_signed", place: Place) => ({
    id: createId("esignField"),
    requestId,
    number: (number += 1),
    position,
    recipientKey,
    kind,
    label: kind === "signature" ? "Signature" : "Date",
    ...place,
  });
  const fields = prepared.flatMap(({ document: { position }, outcome }) =>
    outcome.signatureBoxes.flatMap(({ key, signature, date }) => [
      add(position, key, "signature", signature),
      add(position, key, "date_signed", date),
    ]),
  );
  await insertFields(context, fields);
}
