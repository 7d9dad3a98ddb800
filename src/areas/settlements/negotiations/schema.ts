import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import {
  CalendarDate,
  Cents,
  GivenInstant,
  Id,
  Instant,
  text,
  versionFields,
} from "../../../contract/values/values.ts";
import { givenCents } from "../../../contract/values/given-cents.ts";
import { negotiationEnumerations } from "./enumerations.ts";

const Type = oneOf(negotiationEnumerations.negotiationType);
export type NegotiationType = z.infer<typeof Type>;
const Direction = oneOf(negotiationEnumerations.negotiationDirection);
const Method = oneOf(negotiationEnumerations.negotiationMethod);
const Status = oneOf(negotiationEnumerations.negotiationStatus);
export type NegotiationStatus = z.infer<typeof Status>;
const Decision = oneOf(negotiationEnumerations.clientDecision);

export const Negotiation = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    claimantPartyId: Id.nullable().meta({ description: "Whose claim it is about; null for the case's client." }),
    type: Type,
    direction: Direction,
    policyId: Id.nullable(),
    partyId: Id.nullable(),
    amountCents: Cents.nullable(),
    terms: z.string().nullable(),
    decision: Decision.nullable().meta({ description: "Of `client_decision` alone." }),
    madeOn: CalendarDate,
    expiresAt: Instant.nullable(),
    inReplyToId: Id.nullable(),
    correctsId: Id.nullable(),
    method: Method,
    documentId: Id.nullable(),
    notes: z.string().nullable(),
    status: Status,
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Negotiation" });
export type Negotiation = z.infer<typeof Negotiation>;

export const NegotiationInEvent = Negotiation.extend({ terms: Redacted, notes: Redacted }).meta({
  id: "NegotiationInEvent",
});

export const NewNegotiation = z.strictObject({
  type: Type,
  direction: Direction.meta({ description: "`internal` for `conveyed` and `client_decision`, and only for them." }),
  claimantPartyId: Id.nullable()
    .optional()
    .meta({ description: "A party of the case with `isClient`; null for the case's client." }),
  policyId: Id.nullable().optional().meta({ description: "The insurance policy that is asked, or pays." }),
  partyId: Id.nullable().optional().meta({ description: "The party of the case that is asked, or pays." }),
  amountCents: givenCents(0, 7_500_000)
    .nullable()
    .optional()
    .meta({ description: "US cents; required for what can be accepted, and allowed only for it." }),
  terms: text(1, 5_000).nullable().optional(),
  decision: Decision.optional().meta({ description: "Required for `client_decision`, and allowed only for it." }),
  madeOn: CalendarDate.meta({ description: "Not in the future.", example: "2026-03-10" }),
  expiresAt: GivenInstant.nullable().optional().meta({ description: "Until when it can be accepted." }),
  inReplyToId: Id.nullable()
    .optional()
    .meta({ description: "The entry that it answers; required for what only an answer can be." }),
  correctsId: Id.nullable().optional().meta({ description: "The mistaken entry in whose place it stands." }),
  method: Method,
  documentId: Id.nullable().optional().meta({ description: "A document of the case." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
});
export type NewNegotiation = z.infer<typeof NewNegotiation>;

export const NegotiationFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  type: Type.optional(),
  status: Status.optional(),
  expiresBefore: GivenInstant.optional().meta({ description: "What expires before this instant." }),
});
export type NegotiationFilter = z.infer<typeof NegotiationFilter>;
