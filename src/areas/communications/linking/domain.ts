import type { Context } from "../../../rpc/context.ts";
import { findAnswered, findCandidates, findLastTextTo, type Candidate } from "./store.ts";

/** Where an inbound message belongs: all null for one that nothing names, or that may belong to two. */
export interface FoundPlace {
  /** The conversation that it goes on with; null for a new one. */
  conversationId: string | null;
  caseId: string | null;
  leadId: string | null;
  /** The message that it is an answer to. */
  inReplyToMessageId: string | null;
  /** Who wrote it, where that is known. */
  person: { clientId: string | null; leadId: string | null; contactId: string | null };
}

const nobody = { clientId: null, leadId: null, contactId: null };
const unlinked: FoundPlace = {
  conversationId: null,
  caseId: null,
  leadId: null,
  inReplyToMessageId: null,
  person: nobody,
};

/**
 * Where a text from a number belongs: to what the firm last wrote to it about within 30 days, or to the only case or
 * lead of a person with it. Two possible ones are never guessed. Nothing is locked.
 *
 * @param numbers in E.164
 */
export async function findTextPlace(
  context: Context,
  numbers: { firmNumber: string; counterpart: string },
): Promise<FoundPlace> {
  const last = await findLastTextTo(context, numbers);
  const candidates = await findCandidates(context, { number: numbers.counterpart });
  if (last !== undefined && (last.caseId !== null || last.leadId !== null)) {
    const { conversationId, caseId, leadId } = last;
    const person = candidates.find((each) => (caseId === null ? each.leadId === leadId : each.caseId === caseId));
    return { ...unlinked, conversationId, caseId, leadId, person: describePerson(person) };
  }
  return { ...choose(candidates), conversationId: last?.conversationId ?? null };
}

/** Of a long thread only the newest headers are looked at. */
const maxHeaders = 50;

/**
 * Where an email belongs: to the message that it answers by In-Reply-To, else by its References, the newest first; else
 * to the only case or lead of the sender. Nothing is locked.
 *
 * @param email Message-IDs with their angle brackets, References as in the header: the oldest first; `from` an address
 */
export async function findEmailPlace(
  context: Context,
  { inReplyTo, references, from }: { inReplyTo: string | null; references: readonly string[]; from: string },
): Promise<FoundPlace> {
  const headers = [...new Set([...(inReplyTo === null ? [] : [inReplyTo]), ...references.toReversed()])];
  const answered = await findAnswered(context, headers.slice(0, maxHeaders));
  const candidates = await findCandidates(context, { email: from.toLowerCase() });
  if (answered === undefined) return choose(candidates);
  const { conversationId, caseId, leadId, messageId, hasRoom } = answered;
  const known = candidates.find((each) => (caseId === null ? each.leadId === leadId : each.caseId === caseId));
  return {
    conversationId: hasRoom ? conversationId : null,
    caseId,
    leadId,
    inReplyToMessageId: messageId,
    person: describePerson(known),
  };
}

/** The only candidate; of several who are one person, that person. */
function choose(candidates: readonly Candidate[]): FoundPlace {
  const [only, ...others] = candidates;
  if (only === undefined) return unlinked;
  if (others.length === 0)
    return { ...unlinked, caseId: only.caseId, leadId: only.leadId, person: describePerson(only) };
  const isOnePerson = others.every(({ clientId }) => clientId !== null && clientId === only.clientId);
  return isOnePerson ? { ...unlinked, person: describePerson(only) } : unlinked;
}

const describePerson = (candidate: Candidate | undefined) =>
  candidate === undefined ? nobody : { clientId: candidate.clientId, leadId: candidate.leadId, contactId: null };
