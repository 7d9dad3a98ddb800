import { ignoreNotFound } from "../../../contract/errors/error-codes.ts";
import type { InstallationKeys } from "../../../platform/crypto/installation-keys.ts";
import { createRequestId } from "../../../platform/database/ids.ts";
import type { QueueWorker } from "../../../platform/jobs/job-queue.ts";
import { createMeter } from "../../../platform/storage/spool.ts";
import { objectKey } from "../../../platform/storage/storage.ts";
import type { Context, ReceivedFile } from "../../../rpc/context.ts";
import { systemPrincipal } from "../../../rpc/principal.ts";
import { findRow, updateRow, type Written } from "../../../rpc/resource/store.ts";
import { describeAction, runSystemAction, visitOrganization, type UnitOfWork } from "../../../rpc/unit-of-work.ts";
import { createDocument } from "../../documents/domain.records.ts";
import { describeFile, type WorkFiles } from "../../esign/work/domain.files.ts";
import { findPartnerOrganization } from "../network/store.ts";
import { changeReferral, type ReferralChange } from "../referrals/domain.record.ts";
import { getReferralRow, lockReferralForUpdate } from "../referrals/domain.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { relateShared } from "./domain.ts";
import { ReferralDocument } from "./schema.ts";
import { sharingQueue, type SharingJob } from "./store.queue.ts";
import { findPairedDocument, findSharedObject, referralDocumentStatements, type ReferralDocumentRow } from "./store.ts";

export interface CopyingTools {
  database: UnitOfWork["database"];
  installationKeys: InstallationKeys;
  files: WorkFiles;
}

const copying = describeAction("referrals.documents.copy", {
  mayEmit: ["document.created", "referral.documents_received", "referral.documents_failed"],
});
const maxAttempts = 10;

export const createSharingWorker = (tools: CopyingTools): QueueWorker => ({
  queue: sharingQueue,
  pollSeconds: 1,
  atOnce: 2,
  atOncePerGroup: 1,
  execute: (data) => copyDocument(tools, data as SharingJob),
});

/** What is copied, and from where. */
interface Copy {
  row: ReferralDocumentRow;
  /** Of the firm that shared it. */
  key: string;
}

/**
 * Copies a document that another firm shared: its bytes under a key of the recipient, then the document that refers to
 * them. The object is named before it is stored: after a kill the purge removes what no document refers to, and the job
 * runs again.
 *
 * Rejects to have the job retried; the tenth failure is recorded instead.
 */
export async function copyDocument(tools: CopyingTools, job: SharingJob): Promise<void> {
  const { organizationId, referralDocumentId } = job;
  const { files } = tools;
  let objectId: string | null = null;
  let isUsed = false;
  try {
    const copy = await read(tools, job);
    if (copy === null) return;
    objectId = await files.name(organizationId);
    const file = await copyBytes(files, copy, { organizationId, objectId });
    isUsed = await run(tools, organizationId, (context) => deliver(context, referralDocumentId, file));
  } catch (error) {
    if (!(await countFailure(tools, job))) throw error;
  } finally {
    if (objectId !== null && !isUsed) await files.drop(organizationId, objectId);
  }
}

const run = <Result>(
  { database, installationKeys }: CopyingTools,
  organizationId: string,
  work: (context: Context) => Promise<Result>,
): Promise<Result> =>
  runSystemAction(
    {
      database,
      installationKeys,
      principal: systemPrincipal(organizationId),
      requestId: createRequestId(),
      clientIp: null,
      action: copying,
    },
    work,
  );

async function read(tools: CopyingTools, { organizationId, referralDocumentId }: SharingJob): Promise<Copy | null> {
  let copy: Copy | null = null;
  await run(tools, organizationId, async (context) => {
    copy = await findCopy(context, referralDocumentId);
    // It reads only.
    return false;
  });
  return copy;
}

/** @returns null where there is nothing to do */
async function findCopy(context: Context, id: string): Promise<Copy | null> {
  const row = await findPending(context, id);
  if (row === undefined) return null;
  const { pairId } = row;
  const { partnerFirmId } = await getReferralRow(context, row.referralId);
  const origin = await findPartnerOrganization(context, partnerFirmId);
  if (origin === undefined || pairId === null) throw new Error("the firm that shared the document is gone");
  const object = await visitOrganization(context, origin, async (there) => {
    const theirs = await findPairedDocument(there, pairId);
    return theirs && findSharedObject(there, theirs);
  });
  if (object === undefined) throw new Error("the file that was shared is gone");
  return { row, key: objectKey(origin, object) };
}

async function findPending(context: Context, id: string): Promise<ReferralDocumentRow | undefined> {
  const row = await findRow(context, referralDocumentStatements, { id });
  return row?.state === "pending" ? row : undefined;
}

/** @throws if the bytes differ from those that were shared */
async function copyBytes(
  { storage }: WorkFiles,
  { row: { fileName, contentType, sizeBytes, sha256 }, key }: Copy,
  { organizationId, objectId }: { organizationId: string; objectId: string },
): Promise<ReceivedFile> {
  const meter = createMeter();
  const source = await storage.read(key);
  source.on("error", (error) => meter.stream.destroy(error));
  await storage.put(objectKey(organizationId, objectId), source.pipe(meter.stream), sizeBytes);
  const copied = meter.read();
  if (copied.sha256 !== sha256) throw new Error("the copy of a shared document differs from it");
  return { objectId, fileName, contentType, sizeBytes, sha256, head: copied.head };
}

/** @returns whether the file is used: another attempt may have been first */
async function deliver(context: Context, id: string, file: ReceivedFile): Promise<boolean> {
  const locked = await lockPendingForUpdate(context, id);
  if (locked === undefined) return false;
  const { row, referral } = locked;
  const owner = referral.caseId === null ? { leadId: referral.leadId ?? "" } : { caseId: referral.caseId };
  const { category } = ReferralDocument.parse(row);
  const { document } = await createDocument({ ...context, file }, owner, {
    ...describeFile(file),
    name: row.name,
    category,
    source: "partner",
    // What the other firm says of it does not cross: it is taken for what it may be.
    containsPhi: true,
  });
  await endCopy(context, locked, { state: "delivered", documentId: document.id }, "referral.documents_received");
  return true;
}

/** Counts a failure. @returns whether it was the last one, or there is nothing left to do */
async function countFailure(tools: CopyingTools, { organizationId, referralDocumentId }: SharingJob): Promise<boolean> {
  let isLast = true;
  await run(tools, organizationId, async (context) => {
    const locked = await lockPendingForUpdate(context, referralDocumentId).catch(ignoreNotFound);
    const attempts = (locked?.row.attempts ?? 0) + 1;
    isLast = locked === undefined || attempts >= maxAttempts;
    if (locked === undefined) return false;
    if (isLast) await endCopy(context, locked, { state: "failed", attempts }, "referral.documents_failed");
    else await updateRow(context, referralDocumentStatements, referralDocumentId, { attempts });
    return isLast;
  });
  return isLast;
}

interface Locked {
  row: ReferralDocumentRow;
  referral: ReferralRow;
}

async function lockPendingForUpdate(context: Context, id: string): Promise<Locked | undefined> {
  const found = await findPending(context, id);
  if (found === undefined) return undefined;
  const referral = await lockReferralForUpdate(context, found.referralId);
  const row = await findPending(context, id);
  return row && { row, referral };
}

/** Writes how a copy ended on both sides. */
async function endCopy(
  context: Context,
  { row, referral }: Locked,
  columns: Written<"ReferralDocument">,
  eventType: ReferralChange["eventTypes"][number],
): Promise<void> {
  const after = await updateRow(context, referralDocumentStatements, row.id, columns);
  if (after === undefined) throw new Error("a document of a locked referral is gone");
  const attention: Written<"Referral"> = after.state === "failed" ? { attention: "documents_failed" } : {};
  await changeReferral(context, referral, attention, {
    eventTypes: [eventType],
    related: relateShared(after),
    columnsThere: attention,
    writeThere: async (there) => {
      const theirs = await findPairedDocument(there, row.pairId ?? "");
      if (theirs === undefined) return [];
      const ended = await updateRow(there, referralDocumentStatements, theirs.id, { state: after.state });
      return ended === undefined ? [] : relateShared(ended);
    },
  });
}
