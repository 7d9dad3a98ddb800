import { createCertificatePdf, sealPdf, type Sealer } from "../../../platform/pdf/pdf.ts";
import type { Mark, Place, PlacedMark } from "../../../platform/pdf/types.ts";
import { withoutIfMatch, type Context, type ReceivedFile } from "../../../rpc/context.ts";
import { describeActor, systemPrincipal } from "../../../rpc/principal.ts";
import { updateRow } from "../../../rpc/resource/store.ts";
import { describeAction } from "../../../rpc/unit-of-work.ts";
import { createDocument } from "../../documents/domain.records.ts";
import { releaseSystemLocks } from "../../documents/domain.system-locks.ts";
import { addVersion } from "../../documents/versions/domain.ts";
import { applyCompletionEffects, effectEvents } from "../effects/domain.ts";
import { notifyOfRequest } from "../effects/domain.notices.ts";
import { recordEsignEvent } from "../requests/domain.events.ts";
import { esignRequestStatements, findEsignRequest, type EsignRequestRow } from "../requests/store.ts";
import { sendCopies } from "../signing/domain.delivery.ts";
import { textEvents } from "../signing/domain.text-hook.ts";
import type { SignatureMark } from "../signing/schema.ts";
import { listSubmissions, type Submission } from "../submissions/domain.ts";
import { chainEntries } from "../trail/domain.chain.ts";
import { listTrail } from "../trail/domain.ts";
import { findLastEntry, insertEntries, setChainHash, type TrailEntryRow } from "../trail/store.ts";
import { claimRequest, lockAttemptForUpdate, runForRequest, type EsignWorkTools } from "./domain.attempts.ts";
import { describeCertificate } from "./domain.certificate.ts";
import { describeFile, openObjects, readObject, sha256Of, toFileName } from "./domain.files.ts";
import { findSeal } from "./domain.seal-key.ts";
import type { EsignJob } from "./store.queues.ts";
import {
  listWorkDocuments,
  listWorkFields,
  updateEsignDocument,
  type Attempt,
  type WorkDocument,
  type WorkField,
} from "./store.ts";

const completion = describeAction("esignRequests.complete", {
  mayEmit: [
    "esign_request.completed",
    "document.created",
    "document.version_added",
    "document.unlocked",
    ...effectEvents,
    ...textEvents,
  ],
});
const failure = describeAction("esignRequests.notifyOfSealing", { mayEmit: [] });

/** The attempt after which members are notified that a request is not sealed. Attempts go on. */
const notifiedAfter = 5;
/** A signer who gives a code or passcode meanwhile continues the trail: then the certificate is made anew. */
const certificateTries = 3;

/**
 * Seals the files of a request in `sealing` and completes it. Nothing of an attempt counts before its last
 * transaction, which has the sealed versions, the certificate, the trail, the effects and the event.
 *
 * Rejects to have the job retried.
 */
export async function sealRequest(tools: EsignWorkTools, job: EsignJob): Promise<void> {
  const attempt = await claimRequest(tools, job, "sealing");
  if (attempt === null) return;
  const began = performance.now();
  const objects = openObjects(tools.files, job.organizationId);
  try {
    const isDone = await sealAndComplete(tools, job, attempt, objects);
    if (!isDone) await objects.dropAll();
    const durationMilliseconds = Math.round(performance.now() - began);
    tools.logger.info({ requestId: job.requestId, isDone, durationMilliseconds }, "signature request sealed");
  } catch (error) {
    await objects.dropAll();
    tools.logger.error(
      { error, requestId: job.requestId, attempt: attempt.number },
      "a signature request was not sealed",
    );
    if (attempt.number === notifiedAfter) await notifyOfFailure(tools, job);
    throw error;
  }
}

async function notifyOfFailure(tools: EsignWorkTools, { organizationId, requestId }: EsignJob): Promise<void> {
  await runForRequest(tools, organizationId, failure, async (context) => {
    await notifyOfRequest(context, requestId, { kind: "esign.seal_failed" });
    return false;
  });
}

type Objects = ReturnType<typeof openObjects>;

interface Work {
  request: EsignRequestRow;
  documents: WorkDocument[];
  fields: WorkField[];
  /** By the key of their recipient. */
  submissions: ReadonlyMap<string, Submission>;
}

interface SealedDocument {
  document: WorkDocument;
  file: ReceivedFile;
}

async function sealAndComplete(
  tools: EsignWorkTools,
  job: EsignJob,
  attempt: Attempt,
  objects: Objects,
): Promise<boolean> {
  const { organizationId } = job;
  const work = await readWork(tools, job);
  if (work === null) return false;
  const { identity, sign } = await findSeal(tools, organizationId);
  const sealer: Sealer = { identity, sign, sendTimestampQuery: tools.sendTimestampQuery };
  const sealed: SealedDocument[] = [];
  for (const document of work.documents) {
    const bytes = await sealDocument(tools, organizationId, sealer, { ...work, document });
    sealed.push({ document, file: await objects.store(bytes, toFileName(document.name)) });
  }
  for (let tries = 1; ; tries += 1) {
    const trail = await continueTrail(tools, job, sealed);
    const bytes = await makeCertificate(organizationId, sealer, { request: work.request, sealed, trail });
    const certificate = await objects.store(bytes, `${work.request.sequenceId} certificate.pdf`);
    const last: { ended: Ended } = { ended: "attempt lost" };
    await runForRequest(tools, organizationId, completion, async (context) => {
      last.ended = await completeRequest(context, attempt, { sealed, trail, certificate });
      return last.ended === "completed";
    });
    if (last.ended !== "trail continued") return last.ended === "completed";
    if (tries === certificateTries) throw new Error("the trail was continued while the certificate was made");
  }
}

async function readWork(tools: EsignWorkTools, { organizationId, requestId }: EsignJob): Promise<Work | null> {
  let work: Work | null = null;
  await runForRequest(tools, organizationId, completion, async (context) => {
    const request = await findEsignRequest(context, requestId);
    if (request !== undefined)
      work = {
        request,
        documents: await listWorkDocuments(context, requestId),
        fields: await listWorkFields(context, requestId),
        submissions: await listSubmissions(context, requestId),
      };
    // It reads only.
    return false;
  });
  return work;
}

async function sealDocument(
  { files }: EsignWorkTools,
  organizationId: string,
  sealer: Sealer,
  { request, document, fields, submissions }: Work & { document: WorkDocument },
): Promise<Uint8Array> {
  const { objectId, sha256, position } = document;
  if (objectId === null || sha256 === null) throw new Error("a document of a request that was sent is pinned");
  const bytes = await readObject(files, organizationId, objectId);
  for (const { key, status } of request.recipients)
    if (status === "signed" && !submissions.has(key)) throw new Error(`the signature of recipient ${key} is missing`);
  if (sha256Of(bytes) !== sha256) throw new Error(`the pinned bytes of document ${document.id} have another SHA-256`);
  return sealPdf(organizationId, bytes, {
    sealer,
    marks: toSealMarks(
      fields.filter((field) => field.position === position),
      submissions,
    ),
    foot: describeFoot(request.sequenceId, sha256),
    description: { signingTime: new Date(), reason: `Sealed by Caseport, ${request.sequenceId}` },
  });
}

/** The foot of each page of a sealed file, before its number. */
export const describeFoot = (sequenceId: string, sourceSha256: string): string =>
  `Caseport ${sequenceId} · ${sourceSha256.slice(0, 16)}`;

/**
 * What recipients filled in, on the fields of one document.
 *
 * @param submissions by the key of their recipient
 */
export function toSealMarks(fields: readonly WorkField[], submissions: ReadonlyMap<string, Submission>): PlacedMark[] {
  return fields.flatMap((field) => {
    const submission = submissions.get(field.recipientKey ?? "");
    const place = toPlace(field);
    const mark = submission === undefined ? null : describeMark(field, submission);
    return place === null || mark === null ? [] : [{ place, mark }];
  });
}

function toPlace({ page, x, y, width, height }: WorkField): Place | null {
  if (page === null || x === null || y === null || width === null || height === null) return null;
  return { page, x, y, width, height };
}

/** Null where nothing was filled in. */
function describeMark({ id, kind, fontSize }: WorkField, { signature, values }: Submission): Mark | null {
  if (kind === "signature") return describeSignature(signature);
  const value = values[id] ?? "";
  if (value === "") return null;
  if (kind === "checkbox") return value === "true" ? { kind: "check" } : null;
  if (kind === "initials") return { kind: "typed", text: value };
  return { kind: "text", text: value, fontSize };
}

const describeSignature = (signature: SignatureMark): Mark =>
  signature.mode === "typed"
    ? { kind: "typed", text: signature.text }
    : { kind: "drawn", strokes: signature.strokes.map((stroke) => stroke.map(([x, y]) => ({ x, y }))) };

interface ContinuedTrail {
  /** What is in the database. */
  existing: TrailEntryRow[];
  /** What completion adds: it is in the certificate before it is stored. */
  added: TrailEntryRow[];
}

/** The trail with the entries that completion will add. */
async function continueTrail(
  tools: EsignWorkTools,
  { organizationId, requestId }: EsignJob,
  sealed: readonly SealedDocument[],
): Promise<ContinuedTrail> {
  const { type, id, name } = describeActor(systemPrincipal(organizationId));
  const entry = {
    at: new Date().toISOString(),
    actor: { type, id, label: name },
    recipientId: null,
    ipAddress: null,
    userAgent: null,
  };
  let existing: TrailEntryRow[] = [];
  await runForRequest(tools, organizationId, completion, async (context) => {
    existing = await listTrail(context, requestId);
    return false;
  });
  const added = chainEntries(requestId, existing.at(-1), [
    { ...entry, action: "sealed", detail: { documents: sealed.map(({ file }) => file.sha256) } },
    { ...entry, action: "completed", detail: {} },
  ]);
  return { existing, added };
}

function makeCertificate(
  organizationId: string,
  sealer: Sealer,
  { request, sealed, trail }: { request: EsignRequestRow; sealed: readonly SealedDocument[]; trail: ContinuedTrail },
): Promise<Uint8Array> {
  const documents = sealed.map(({ document: { position, name, pageCount, sha256 }, file }) => ({
    position,
    name,
    pageCount,
    sourceSha256: sha256 ?? "",
    sealedSha256: file.sha256,
  }));
  const content = describeCertificate(request, documents, [...trail.existing, ...trail.added]);
  const reason = `Certificate of completion, ${request.sequenceId}`;
  return createCertificatePdf(organizationId, content, { sealer, description: { signingTime: new Date(), reason } });
}

/** Only a completed request has changed anything. */
type Ended = "completed" | "attempt lost" | "trail continued";

interface Completion {
  sealed: readonly SealedDocument[];
  trail: ContinuedTrail;
  certificate: ReceivedFile;
}

async function completeRequest(
  context: Context,
  attempt: Attempt,
  { sealed, trail, certificate }: Completion,
): Promise<Ended> {
  const before = await lockAttemptForUpdate(context, attempt, "sealing");
  if (before === null) return "attempt lost";
  const last = await findLastEntry(context, before.id);
  if (last?.hash !== trail.existing.at(-1)?.hash) return "trail continued";
  for (const each of sealed) await addSealedVersion(context, each);
  const certificateDocumentId = await createCertificateDocument(context, before, certificate);
  await insertEntries(context, before.id, trail.added);
  await setChainHash(context, before.id, trail.added.at(-1)?.hash ?? "");
  const completedAt = trail.added.at(-1)?.at ?? new Date().toISOString();
  const completed = await updateRow(context, esignRequestStatements, before.id, {
    status: "completed",
    completedAt,
    endedAt: completedAt,
    nextReminderAt: null,
    certificateDocumentId,
    certificateSha256: certificate.sha256,
    workingSince: null,
  });
  if (completed === undefined) throw new Error("a locked request is there");
  await releaseSystemLocks(
    context,
    sealed.flatMap(({ document }) => document.documentId ?? []),
  );
  await sendCopies(context, completed);
  await applyCompletionEffects(context, before.id);
  const after = await findEsignRequest(context, before.id);
  if (after === undefined) throw new Error("a locked request is there");
  recordEsignEvent(context, "esign_request.completed", before, after);
  return "completed";
}

async function addSealedVersion(context: Context, { document, file }: SealedDocument): Promise<void> {
  const { documentId } = document;
  if (documentId === null) throw new Error("a document of a request that was sent is pinned");
  const { version } = await addVersion({ ...withoutIfMatch(context), file }, documentId, {
    ...describeFile(file),
    note: "Signed and sealed",
  });
  await updateEsignDocument(context, document.id, {
    sealedVersionId: version?.id ?? null,
    sealedSha256: file.sha256,
    sealedSizeBytes: file.sizeBytes,
  });
}

async function createCertificateDocument(
  context: Context,
  { caseId, leadId, sequenceId, containsPhi }: EsignRequestRow,
  file: ReceivedFile,
): Promise<string> {
  const owner = caseId === null ? { leadId: leadId ?? "" } : { caseId };
  const name = `Certificate of completion ${sequenceId}`;
  const { document } = await createDocument({ ...context, file }, owner, {
    ...describeFile(file),
    name,
    category: "signature_certificate",
    source: "esign",
    containsPhi,
  });
  return document.id;
}
