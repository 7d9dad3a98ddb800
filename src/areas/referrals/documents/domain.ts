import { randomBytes } from "node:crypto";
import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context, RecordReference } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { lockDocumentForShare } from "../../documents/domain.ts";
import { trailSorts } from "../history/domain.ts";
import type { ReferralTrailQuery } from "../history/schema.ts";
import { CrossingDocument } from "../network/schema.crossing.ts";
import { changeReferral } from "../referrals/domain.record.ts";
import { lockReferralForUpdate } from "../referrals/domain.ts";
import type { ReferralRow } from "../referrals/store.ts";
import { ReferralDocument, type SharedDocuments } from "./schema.ts";
import { enqueueCopy } from "./store.queue.ts";
import {
  findSharedDocuments,
  referralDocumentStatements,
  selectReferralDocumentPage,
  type ReferralDocumentRow,
} from "./store.ts";

/** A document of the firm. */
type Document = Awaited<ReturnType<typeof lockDocumentForShare>>;

const describe = (row: ReferralDocumentRow): ReferralDocument => ReferralDocument.parse(row);

/** The referral's and the firm's own document, as an event's relatedIds. */
export const relateShared = ({ id, documentId }: ReferralDocumentRow): RecordReference[] => [
  { entity: "referral_document", id },
  ...(documentId === null ? [] : [{ entity: "document", id: documentId }]),
];

/**
 * A page of the documents of a referral, which the caller has read.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listReferralDocuments(
  context: Context,
  referralId: string,
  query: ReferralTrailQuery,
): Promise<{ documents: ReferralDocument[]; nextCursor: string | null }> {
  const list = { name: `referrals.${referralId}.documents`, alias: "t", sorts: trailSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectReferralDocumentPage(context, referralId, page),
  );
  return { documents: rows.map(describe), nextCursor };
}

/** The handling firm has taken the matter: before, nothing of the client passes to it. */
const sharingStatuses: ReadonlySet<string> = new Set(["accepted", "engaged", "closed"]);

/**
 * Shares documents with the other firm. One of this installation gets a copy of each, later; with a firm elsewhere it
 * is recorded what people sent, or received.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED; FORBIDDEN without `documents:read`; INVALID_STATE_TRANSITION before the matter
 *   is accepted, and for what is privileged or work product, without a file, of another matter, or shared already
 */
export async function shareDocuments(
  context: Context,
  referralId: string,
  { documentIds, direction = "sent" }: SharedDocuments,
): Promise<ReferralDocument[]> {
  assertReadsDocuments(context);
  const before = await lockReferralForUpdate(context, referralId);
  if (!sharingStatuses.has(before.status))
    throw invalidState(`The referral is ${before.status}; documents are shared once it is accepted`);
  const isPair = before.pairId !== null;
  if (isPair && direction === "received")
    throw invalidInput({ path: "direction", message: "must be sent: a firm of this installation shares its own" });
  const documents: Document[] = [];
  for (const id of documentIds.toSorted()) documents.push(await lockDocumentForShare(context, id));
  for (const document of documents) assertShareable(before, document);
  const [shared] = await findSharedDocuments(context, referralId, documentIds);
  if (shared !== undefined) throw invalidState(`Document ${shared} is already shared`);
  const rows: ReferralDocumentRow[] = [];
  for (const document of documents)
    rows.push(await insert(context, referralId, describeShared(document, { direction, isPair })));
  await changeReferral(
    context,
    before,
    {},
    {
      eventTypes: ["referral.documents_shared"],
      related: rows.flatMap(relateShared),
      writeThere: (there, theirs) => offerCopies(there, theirs, rows),
    },
  );
  return rows.map(describe);
}

/** @throws FORBIDDEN */
function assertReadsDocuments(context: Context): void {
  if (context.principal.kind === "integration_key") assertScopes(context, ["documents:read"]);
}

/** @throws INVALID_STATE_TRANSITION */
function assertShareable({ leadId, caseId }: ReferralRow, document: Document): void {
  const isOwn = (caseId !== null && document.caseId === caseId) || (leadId !== null && document.leadId === leadId);
  if (!isOwn) throw invalidState(`Document ${document.id} does not belong to the referral’s lead or case`);
  if (document.isPrivileged || document.isWorkProduct)
    throw invalidState(`Document ${document.id} is ${document.isPrivileged ? "privileged" : "work product"}`);
  if (document.status !== "available") throw invalidState(`Document ${document.id} has no file yet`);
}

type Shared = Pick<
  ReferralDocumentRow,
  | "direction"
  | "documentId"
  | "name"
  | "fileName"
  | "contentType"
  | "sizeBytes"
  | "sha256"
  | "category"
  | "state"
  | "pairId"
>;

const describeShared = (
  { id, name, fileName, contentType, sizeBytes, sha256, category }: Document,
  { direction, isPair }: { direction: string; isPair: boolean },
): Shared => ({
  direction,
  documentId: id,
  name,
  fileName,
  contentType,
  sizeBytes,
  sha256,
  category,
  state: isPair ? "pending" : "delivered",
  pairId: isPair ? randomBytes(16).toString("hex") : null,
});

async function insert(context: Context, referralId: string, shared: Shared): Promise<ReferralDocumentRow> {
  const row = await insertRow(context, referralDocumentStatements, {
    ...shared,
    id: createId("referralDocument"),
    referralId,
    createdBy: describeActor(context.principal),
  });
  if (row === undefined) throw new Error("a document that was just shared is not there");
  return row;
}

/** The recipient's own rows, whose copies its jobs make. */
async function offerCopies(
  there: Context,
  { id: referralId, leadId, caseId }: ReferralRow,
  rows: readonly ReferralDocumentRow[],
): Promise<RecordReference[]> {
  if (leadId === null && caseId === null)
    throw invalidState("The other firm has no lead or case for the documents yet");
  const related: RecordReference[] = [];
  for (const row of rows) {
    const crossing = CrossingDocument.strip().parse(row);
    const received = await insert(there, referralId, { ...crossing, direction: "received", documentId: null });
    await enqueueCopy(there, received.id);
    related.push(...relateShared(received));
  }
  return related;
}
