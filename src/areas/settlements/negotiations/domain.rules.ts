import { invalidInput, invalidState } from "../../../contract/errors/error-codes.ts";
import type { NegotiationStatus, NegotiationType, NewNegotiation } from "./schema.ts";

/** What can be accepted: it has an amount, and is open until something answers it. */
const proposals: ReadonlySet<NegotiationType> = new Set<NegotiationType>([
  "demand",
  "policy_limits_demand",
  "offer",
  "final_offer",
  "tender",
  "counter_offer",
  "mediators_proposal",
  "offer_of_judgment",
]);
export const isProposal = (type: string): boolean => (proposals as ReadonlySet<string>).has(type);

/** Between the firm and its client. */
const internals: ReadonlySet<NegotiationType> = new Set<NegotiationType>(["conveyed", "client_decision"]);

/**
 * What becomes of the entry that is answered. One that is conveyed to the client, or that the client decides on, stays
 * open.
 */
const statusAfter: Partial<Record<NegotiationType, NegotiationStatus>> = {
  acceptance: "accepted",
  rejection: "rejected",
  withdrawal: "withdrawn",
};

/** What an entry makes of the one that it answers; null where it changes nothing. */
export function findStatusAfter(type: NegotiationType): NegotiationStatus | null {
  return isProposal(type) ? "countered" : (statusAfter[type] ?? null);
}

const requiredOnlyFor = (path: string, what: string) =>
  invalidInput({ path, message: `required for ${what}, and allowed only for it` });

/** When a day begins in the first of all time zones. */
const beginningOf = (on: string): number => Date.parse(`${on}T00:00:00+14:00`);

/** @throws VALIDATION_FAILED for members that do not belong together */
export function validateEntry(entry: NewNegotiation): void {
  const { type, direction, amountCents, decision, inReplyToId, madeOn, expiresAt, policyId, partyId } = entry;
  if (internals.has(type) !== (direction === "internal"))
    throw invalidInput({
      path: "direction",
      message: "must be internal for conveyed and client_decision, and only for them",
    });
  if (isProposal(type) !== (typeof amountCents === "number"))
    throw requiredOnlyFor("amountCents", "what can be accepted");
  if ((type === "client_decision") !== (decision !== undefined)) throw requiredOnlyFor("decision", "client_decision");
  if (!isProposal(type) && typeof inReplyToId !== "string")
    throw invalidInput({ path: "inReplyToId", message: "required: what it answers" });
  if (!isProposal(type) && typeof expiresAt === "string")
    throw invalidInput({ path: "expiresAt", message: "allowed only for what can be accepted" });
  if (typeof expiresAt === "string" && Date.parse(expiresAt) < beginningOf(madeOn))
    throw invalidInput({ path: "expiresAt", message: "must not be before madeOn" });
  if (typeof policyId === "string" && typeof partyId === "string")
    throw invalidInput({ path: "partyId", message: "not together with policyId" });
}

export interface Answered {
  id: string;
  type: string;
  direction: string;
  status: NegotiationStatus;
  /** Whether the client decided to accept it, and has not decided otherwise since. */
  isAcceptedByClient: boolean;
}

/**
 * Whether an entry can answer another one.
 *
 * @throws VALIDATION_FAILED for one that nothing answers; INVALID_STATE_TRANSITION for one that is not open, and for the
 *   acceptance of an offer that the client has not accepted
 */
export function assertAnswers({ type, direction }: NewNegotiation, answered: Answered): void {
  if (!isProposal(answered.type))
    throw invalidInput({ path: "inReplyToId", message: "must be what can be accepted, such as an offer" });
  if (findStatusAfter(type) !== null && answered.status !== "open")
    throw invalidState(`The entry that it answers is ${answered.status}`);
  if (type === "withdrawal" && direction !== answered.direction)
    throw invalidInput({ path: "direction", message: "must be that of what is withdrawn" });
  if ((type === "acceptance" || type === "rejection") && direction === answered.direction)
    throw invalidInput({ path: "direction", message: "must be the other one than that of what it answers" });
  // Model Rule 1.2(a): whether to settle is the client's decision.
  if (type === "acceptance" && answered.direction === "incoming" && !answered.isAcceptedByClient)
    throw invalidState("The client has not accepted the offer: record a client_decision first");
}
