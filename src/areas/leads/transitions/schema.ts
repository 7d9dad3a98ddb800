import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf, valuesOf } from "../../../contract/enumeration.ts";
import { sharedEnumerations } from "../../../contract/enumerations.ts";
import { leadEnumerations } from "../enumerations.ts";
import { trailEnumerations } from "./enumerations.ts";
import { listPageLimit, pageInput, HistorySort } from "../../../contract/page.ts";
import { Email, Id, Instant, text } from "../../../contract/values/values.ts";
import { LeadPerson, LeadStatus, PlausibleInstant } from "../schema.ts";

const Note = text(1, 2_000);

/** A transition with exactly the members that the target status requires. */
export const Transition = z
  .strictObject({
    toStatus: LeadStatus,
    reason: text(1, 200)
      .optional()
      .meta({ description: "Required for `declined` (a value of leadDeclineReason) and for `lost` (free text)." }),
    note: Note.optional(),
    duplicateOfLeadId: Id.optional().meta({
      description: "Required for `duplicate`, otherwise not allowed: the original lead.",
    }),
  })
  .superRefine(({ toStatus, reason, duplicateOfLeadId }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (toStatus === "declined" && !isDeclineReason(reason))
      fault("reason", `must be one of ${valuesOf(leadEnumerations.leadDeclineReason).join(", ")}`);
    if (toStatus === "lost" && reason === undefined) fault("reason", "required for the status lost");
    if ((toStatus === "duplicate") !== (duplicateOfLeadId !== undefined))
      fault("duplicateOfLeadId", "required for the status duplicate, otherwise not allowed");
  });
export type Transition = z.infer<typeof Transition>;

function isDeclineReason(reason: string | undefined): boolean {
  return reason !== undefined && Object.hasOwn(leadEnumerations.leadDeclineReason.values, reason);
}

export const LeadHistoryEntry = z
  .object({
    id: Id,
    fromStatus: LeadStatus.nullable().meta({ description: "null for the creation." }),
    toStatus: LeadStatus,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    actor: Actor,
    changedAt: Instant,
  })
  .meta({ id: "LeadHistoryEntry" });
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

const Channel = oneOf(trailEnumerations.leadContactChannel);
const Direction = oneOf(trailEnumerations.leadContactDirection);
const Outcome = oneOf(trailEnumerations.leadContactOutcome);

export const NewContactAttempt = z.strictObject({
  channel: Channel,
  direction: Direction.default("outbound"),
  outcome: Outcome,
  at: PlausibleInstant.optional().meta({ description: "When the attempt was made; default now, not in the future." }),
  memberId: Id.optional().meta({ description: "The member who made the attempt." }),
  note: Note.optional(),
});
export type NewContactAttempt = z.infer<typeof NewContactAttempt>;

export const ContactAttempt = z
  .object({
    id: Id,
    leadId: Id,
    channel: Channel,
    direction: Direction,
    outcome: Outcome,
    at: Instant,
    member: LeadPerson.nullable(),
    note: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: "LeadContactAttempt" });
export type ContactAttempt = z.infer<typeof ContactAttempt>;

export const TrailInput = z.strictObject({
  leadId: Id,
  ...pageInput(listPageLimit),
  sort: HistorySort.default("newest"),
});
export type TrailQuery = Omit<z.infer<typeof TrailInput>, "leadId">;

const duplicateCriteria = {
  phone: text(1, 50).optional(),
  email: Email.optional(),
  name: text(1, 200).optional().meta({ description: "Whole words; all must match." }),
};

export const DuplicateQuery = z.strictObject(duplicateCriteria).refine((query) => Object.keys(query).length > 0, {
  path: ["body"],
  message: "must contain at least one of phone, email, name",
});
export type DuplicateQuery = z.infer<typeof DuplicateQuery>;

export const maxLookalikes = 25;

export const Lookalike = z
  .object({
    entity: oneOf(trailEnumerations.leadLookalikeEntity),
    id: Id,
    matchedOn: z.array(oneOf(trailEnumerations.leadLookalikeMatch)),
    matchReasons: z.array(oneOf(sharedEnumerations.matchReason)).meta({
      description:
        "How the names differ; empty if all words of the searched name are in the record, or no name was compared.",
    }),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    status: LeadStatus.nullable().meta({ description: "null for a client." }),
    caseType: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: "LeadLookalike" });
export type Lookalike = z.infer<typeof Lookalike>;
