import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted, redactMembers } from "../../../contract/values/redacted.ts";
import {
  GivenInstant,
  Id,
  Instant,
  isUnique,
  oneLine,
  text,
  versionFields,
  pastInstant,
} from "../../../contract/values/values.ts";
import { withheldMembers } from "../../../contract/values/withheld.ts";
import { callEnumerations } from "./enumerations.ts";

export const CallStatus = oneOf(callEnumerations.callStatus);
export type CallStatus = z.infer<typeof CallStatus>;
export const CallDirection = oneOf(callEnumerations.callDirection);
const CallDisposition = oneOf(callEnumerations.callDisposition);
const RecordingConsent = oneOf(callEnumerations.recordingConsent);

export const maxCallSeconds = 86_400;

const whom = {
  clientId: Id.nullable(),
  leadId: Id.nullable(),
  contactId: Id.nullable(),
};

export const CallParty = z
  .object({ name: z.string().nullable(), number: z.string().nullable().meta({ description: "In E.164." }), ...whom })
  .meta({ id: "CallParty" });

export const Call = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    direction: CallDirection,
    status: CallStatus,
    party: CallParty.meta({ description: "With whom: at most one of the IDs is set." }),
    firmNumber: z.string().nullable().meta({ description: "In E.164." }),
    memberId: Id.nullable().meta({ description: "The member who was on the phone." }),
    startedAt: Instant,
    answeredAt: Instant.nullable(),
    endedAt: Instant.nullable(),
    durationSeconds: z.int().nullable(),
    disposition: CallDisposition.nullable(),
    summary: z.string().nullable().meta({ description: "null without `communications:content`." }),
    recordingConsent: RecordingConsent,
    documentIds: z.array(Id).meta({ description: "Recording, voicemail or transcript." }),
    provider: z.string().nullable(),
    providerCallId: z.string().nullable(),
    voidedAt: Instant.nullable().meta({ description: "Set for an entry that was wrong." }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    onBehalfOfAttorneyId: Id.nullable(),
    ...versionFields,
  })
  .meta({ id: "Call" });
export type Call = z.infer<typeof Call>;
withheldMembers.add(Call, { scope: "communications:content", members: ["summary"] });

const redacted = ["summary", "firmNumber"] as const;

/** Neither what was said nor names and numbers, whoever reads. */
export const CallInEvent = Call.extend({
  party: z.object(whom),
  summary: Redacted,
  firmNumber: Redacted,
}).meta({ id: "CallInEvent" });

/** A call as its events have it. */
export const describeCallInEvent = <Shown extends Call>(call: Shown) => {
  const { clientId, leadId, contactId } = call.party;
  return { ...redactMembers(call, redacted), party: { clientId, leadId, contactId } };
};

const at = pastInstant(5);

const PhoneNumber = text(1, 50);

const result = {
  answeredAt: at.nullable().optional(),
  endedAt: at.nullable().optional(),
  durationSeconds: z.int().min(0).max(maxCallSeconds).nullable().optional().meta({
    description: "By default the time from `answeredAt` to `endedAt` of a completed call.",
  }),
  disposition: CallDisposition.nullable().optional(),
  summary: text(1, 5_000).nullable().optional(),
  documentIds: z
    .array(Id)
    .max(5)
    .refine(isUnique, "must not contain a document twice")
    .optional()
    .meta({ description: "Documents of the call's case or lead." }),
};

export const NewCall = z.strictObject({
  caseId: Id.optional().meta({ description: "At most one of caseId and leadId." }),
  leadId: Id.optional(),
  direction: CallDirection,
  status: CallStatus,
  party: z
    .strictObject({
      name: oneLine(200).optional().meta({ description: "By default the name of the record." }),
      number: PhoneNumber.optional().meta({ description: "A telephone number; stored in E.164." }),
      clientId: Id.optional(),
      leadId: Id.optional(),
      contactId: Id.optional(),
    })
    .refine((party) => Object.keys(party).length > 0, "must not be empty")
    .refine(
      ({ clientId, leadId, contactId }) => [clientId, leadId, contactId].filter((id) => id !== undefined).length <= 1,
      "must have at most one of clientId, leadId and contactId",
    ),
  firmNumber: PhoneNumber.optional(),
  memberId: Id.optional().meta({ description: "An active member." }),
  startedAt: at,
  ...result,
  recordingConsent: RecordingConsent.optional().meta({ description: "By default `unknown`." }),
  provider: oneLine(100).optional(),
  providerCallId: oneLine(200).optional().meta({ description: "Unique together with the provider." }),
  externalId: text(1, 200).nullable().optional(),
});
export type NewCall = z.infer<typeof NewCall>;

export const CallChanges = z.strictObject({
  status: CallStatus.optional(),
  ...result,
  caseId: Id.optional().meta({ description: "Links an unlinked call, or one of the lead that became this case." }),
  leadId: Id.optional().meta({ description: "Links an unlinked call." }),
  isVoid: z
    .literal(true)
    .optional()
    .meta({ description: "Marks an entry that was wrong. It stays, and cannot change." }),
});
export type CallChanges = z.infer<typeof CallChanges>;

export const CallFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  leadId: Id.optional(),
  memberId: Id.optional(),
  direction: CallDirection.optional(),
  status: CallStatus.optional(),
  startedFrom: GivenInstant.optional().meta({ description: "Started at or after this instant." }),
  startedTo: GivenInstant.optional().meta({ description: "Started before this instant." }),
});
export type CallFilter = z.infer<typeof CallFilter>;
