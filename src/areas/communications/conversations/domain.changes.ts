import { invalidInput, invalidState, notFound } from "../../../contract/errors/error-codes.ts";
import { requireExpected } from "../../../contract/revision.ts";
import type { Context } from "../../../rpc/context.ts";
import { assertMembersActive } from "../../team/domain.ts";
import {
  followLinkedConversation,
  lockLeadOfPlaceForUpdate,
  lockPlaceForUpdate,
  lockPlaceOfForShare,
  type Place,
} from "../effects/domain.ts";
import { findPersons, identifyPeople, type KnownPerson } from "../messages/store.persons.ts";
import { getConversationRow, recordConversationEvent } from "./domain.ts";
import type { Conversation, ConversationChanges } from "./schema.ts";
import {
  findPlace,
  linkMessages,
  lockConversationRowForUpdate,
  updateConversationRow,
  type ConversationColumns,
  type ConversationRow,
} from "./store.ts";

/**
 * Locks what a conversation belongs to FOR SHARE, then the conversation until commit.
 *
 * @throws NOT_FOUND
 */
export async function lockConversationForUpdate(context: Context, id: string): Promise<ConversationRow> {
  const place = await findPlace(context, id);
  if (place === undefined) throw notFound("Conversation");
  await lockPlaceOfForShare(context, "Conversation", id, place);
  const row = await lockConversationRowForUpdate(context, id);
  if (row === undefined) throw notFound("Conversation");
  return row;
}

/**
 * Links, assigns, closes or reopens a conversation, or marks it as answered.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an inactive member; INVALID_STATE_TRANSITION when it is linked already;
 *   STALE_REVISION; DUPLICATE_ENTRY
 */
export async function updateConversation(
  context: Context,
  id: string,
  changes: ConversationChanges,
): Promise<Conversation> {
  const { caseId, leadId, needsAnswer, ...plain } = changes;
  if (caseId !== undefined && leadId !== undefined)
    throw invalidInput({ path: "leadId", message: "only one of caseId and leadId" });
  // What follows from its messages changes the case, or the lead: a shared lock would have to be upgraded.
  const place = await lockLeadOfPlaceForUpdate(context, { caseId: caseId ?? null, leadId: leadId ?? null });
  await lockPlaceForUpdate(context, place);
  if (typeof plain.assignedToMemberId === "string") await assertMembersActive(context, [plain.assignedToMemberId]);
  const before = await lockConversationForUpdate(context, id);
  requireExpected(context.expectedRevisions, "conversation", before.revision);
  const linked = linkOf(before, place);
  const columns: ConversationColumns = {
    ...plain,
    ...linked,
    ...(needsAnswer === false && { unansweredSince: null, optOutSuspectedAt: null }),
  };
  await updateConversationRow(context, id, columns);
  if (linked !== null) {
    await linkMessages(context, id, linked);
    const addresses = before.counterparts.map(({ address }) => address);
    for (const person of firstOfEach(await findPersons(context, linked, addresses)))
      await identifyPeople(context, id, person);
    await followLinkedConversation(context, id);
  }
  const after = await getConversationRow(context, id);
  return recordConversationEvent(context, eventOf(before, after), before, after);
}

const eventOf = (before: ConversationRow, after: ConversationRow) => {
  if (before.status === after.status) return "conversation.updated";
  return after.status === "closed" ? "conversation.closed" : "conversation.reopened";
};

/** What a link changes; null without one. */
function linkOf(before: ConversationRow, { caseId, leadId }: Place): Place | null {
  if (caseId === null && leadId === null) return null;
  const isSame = leadId === null ? caseId === before.caseId : leadId === before.leadId;
  if (isSame) return null;
  if (before.caseId !== null || before.leadId !== null) throw invalidState("The conversation is linked already");
  return { caseId, leadId };
}

/** Who an address is: the client, before who else has it. */
function firstOfEach(persons: readonly KnownPerson[]): KnownPerson[] {
  return persons.filter((person, index) => persons.findIndex(({ address }) => address === person.address) === index);
}
