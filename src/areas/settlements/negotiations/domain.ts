import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { createId } from "../../../platform/database/ids.ts";
import { commonSorts, listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertNotFuture } from "../../../platform/database/organization-day.ts";
import { recordEvent, type Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { insertRow } from "../../../rpc/resource/store.ts";
import { lockCaseForUpdate } from "../../cases/domain.ts";
import { reserveRoomForRecord } from "../../cases/domain.limits.ts";
import { lockNamedForShare } from "../domain.named.ts";
import { assertAnswers, findStatusAfter, isProposal, validateEntry } from "./domain.rules.ts";
import { Negotiation, type NegotiationFilter, type NewNegotiation } from "./schema.ts";
import { findAnswered, lockSideForKeyShare, selectNegotiationPage, selectNegotiations, writeStatus } from "./store.ts";

/** An entry as its events have it. */
export const describeNegotiationInEvent = (entry: Negotiation) => redactMembers(entry, ["terms", "notes"]);

const statements = {
  table: "Negotiation",
  isPermanent: true,
  select: selectNegotiations,
  liveOwners: ["caseId"],
  unique: {
    Negotiation_organizationId_externalId_key: "externalId: used by another entry",
    Negotiation_organizationId_correctsId_key: "correctsId: another entry corrects it already",
  },
} as const;

/**
 * Adds an entry to the negotiation of a case. Entries are never changed: a later one says what became of it, or stands
 * in its place. The case is locked for update, so that of two answers to one offer the second finds the first.
 *
 * @throws NOT_FOUND for what it refers to; VALIDATION_FAILED; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION for an archived
 *   case, at 200 entries, for an answer to what is not open, and for the acceptance of an offer that the client has not
 *   accepted
 */
export async function createNegotiation(context: Context, caseId: string, given: NewNegotiation): Promise<Negotiation> {
  const ofCase = await lockCaseForUpdate(context, caseId);
  validateEntry(given);
  await assertNotFuture(context, { madeOn: given.madeOn });
  await reserveRoomForRecord(context, "Negotiation", caseId);
  await lockReferencesForShare(context, caseId, given);
  const changed = [await correct(context, caseId, given), await answer(context, caseId, given)].filter(
    (id) => id !== null,
  );
  const columns = {
    ...given,
    id: createId("negotiation"),
    caseId,
    status: isProposal(given.type) ? "open" : "recorded",
    createdBy: describeActor(context.principal),
  };
  const entry = Negotiation.parse(await insertRow(context, statements, columns));
  recordEvent(context, {
    eventType: "negotiation.created",
    entityId: entry.id,
    payload: describeNegotiationInEvent(entry),
    diff: {},
    // What the entry changed, has no event of its own.
    relatedIds: [...ofCase, ...changed.map((id) => ({ entity: "negotiation", id }))],
  });
  return entry;
}

/** @throws NOT_FOUND */
async function lockReferencesForShare(context: Context, caseId: string, given: NewNegotiation): Promise<void> {
  const { claimantPartyId, documentId, policyId, partyId } = given;
  await lockNamedForShare(context, caseId, { claimantPartyId, documentIds: [documentId] });
  for (const [table, id, noun] of [
    ["InsurancePolicy", policyId, "Insurance policy"],
    ["CaseParty", partyId, "Party"],
  ] as const)
    if (typeof id === "string" && !(await lockSideForKeyShare(context, caseId, { table, id }))) throw notFound(noun);
}

/**
 * Takes an entry out of the negotiation, in whose place the new one stands.
 *
 * @returns its ID; null where none is corrected
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for one that was answered
 */
async function correct(context: Context, caseId: string, { correctsId }: NewNegotiation): Promise<string | null> {
  if (typeof correctsId !== "string") return null;
  const corrected = await findAnswered(context, caseId, correctsId);
  if (corrected === undefined) throw notFound("Negotiation");
  if (!["open", "expired", "recorded"].includes(corrected.status))
    throw invalidState(`The entry that it corrects is ${corrected.status}: correct the answer to it first`);
  await writeStatus(context, corrected.id, "recorded");
  return corrected.id;
}

/**
 * Writes what becomes of the entry that is answered.
 *
 * @returns its ID; null where it stays as it is
 * @throws NOT_FOUND; VALIDATION_FAILED; INVALID_STATE_TRANSITION
 */
async function answer(context: Context, caseId: string, given: NewNegotiation): Promise<string | null> {
  const { inReplyToId, correctsId, type } = given;
  if (typeof inReplyToId !== "string") return null;
  if (inReplyToId === correctsId)
    throw invalidInput({ path: "inReplyToId", message: "must be another entry than correctsId" });
  const answered = await findAnswered(context, caseId, inReplyToId);
  if (answered === undefined) throw notFound("Negotiation");
  assertAnswers(given, answered);
  const status = findStatusAfter(type);
  if (status === null) return null;
  await writeStatus(context, answered.id, status);
  return answered.id;
}

/**
 * A page of the organization's negotiations.
 *
 * @throws VALIDATION_FAILED for a foreign cursor
 */
export async function listNegotiations(
  context: Context,
  { after, limit, sort, ...filter }: NegotiationFilter,
): Promise<{ negotiations: Negotiation[]; nextCursor: string | null }> {
  const list = { name: "negotiations", alias: "t", sorts: commonSorts };
  const { rows, nextCursor } = await listRecords(context, list, { after, limit, sort }, (page) =>
    selectNegotiationPage(context, filter, page),
  );
  return { negotiations: rows.map((row) => Negotiation.parse(row)), nextCursor };
}
