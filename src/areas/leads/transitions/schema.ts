import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf, valuesOf } from "../../../contract/enumeration.ts";
import { leadsEnumerations } from "../../../contract/enumerations.leads.ts";
import { listPageLimit, pageInput } from "../../../contract/page.ts";
import { Email, Id, Instant, text } from "../../../contract/values.ts";
import { LeadPerson, LeadStatus, PlausibleInstant } from "../schema.ts";

const Note = text(1, 2_000);

/** A move by the table; what the target status needs must be given, and nothing else. */
export const Transition = z
  .strictObject({
    toStatus: LeadStatus,
    reason: text(1, 200).optional().meta({ description: "Required for `declined` (a value of leadDeclineReason) and for `lost` (in your own words)." }),
    note: Note.optional(),
    duplicateOfLeadId: Id.optional().meta({ description: "Required for `duplicate`, and for no other: the lead that this one repeats." }),
  })
  .superRefine(({ toStatus, reason, duplicateOfLeadId }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (toStatus === "declined" && !isDeclineReason(reason)) fault("reason", `must be one of ${valuesOf(leadsEnumerations.leadDeclineReason).join(", ")}`);
    if (toStatus === "lost" && reason === undefined) fault("reason", "required where a lead is lost");
    if ((toStatus === "duplicate") !== (duplicateOfLeadId !== undefined)) fault("duplicateOfLeadId", "required for the status duplicate, and for no other");
  });
export type Transition = z.infer<typeof Transition>;

function isDeclineReason(reason: string | undefined): boolean {
  return reason !== undefined && Object.hasOwn(leadsEnumerations.leadDeclineReason.values, reason);
}

export const LeadHistoryEntry = z
  .object({
    id: Id,
    fromStatus: LeadStatus.nullable().meta({ description: "null at the lead's arrival." }),
    toStatus: LeadStatus,
    reason: z.string().nullable(),
    note: z.string().nullable(),
    actor: Actor,
    changedAt: Instant,
  })
  .meta({ id: "LeadHistoryEntry" });
export type LeadHistoryEntry = z.infer<typeof LeadHistoryEntry>;

const Channel = oneOf(leadsEnumerations.leadContactChannel);
const Direction = oneOf(leadsEnumerations.leadContactDirection);
const Outcome = oneOf(leadsEnumerations.leadContactOutcome);

export const NewContactAttempt = z.strictObject({
  channel: Channel,
  direction: Direction.default("outbound"),
  outcome: Outcome,
  at: PlausibleInstant.optional().meta({ description: "When it was; now unless told, and not in the future." }),
  memberId: Id.optional().meta({ description: "Who of the firm it was." }),
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

/** The lists below a lead: its way, and the attempts to reach it. */
export const TrailInput = z.strictObject({
  leadId: Id,
  ...pageInput(listPageLimit),
  sort: z.enum(["newest", "oldest"]).default("newest"),
});
export type TrailQuery = Omit<z.infer<typeof TrailInput>, "leadId">;

const probes = {
  phone: text(1, 50).optional(),
  email: Email.optional(),
  name: text(1, 200).optional().meta({ description: "Whole words, all of which must be there." }),
};

export const DuplicateProbe = z.strictObject(probes).refine((probe) => Object.keys(probe).length > 0, { path: ["body"], message: "must hold at least one of phone, email, name" });
export type DuplicateProbe = z.infer<typeof DuplicateProbe>;

/** How many leads, and how many clients, one search shows at most. */
export const mostLookalikes = 25;

export const Lookalike = z
  .object({
    entity: oneOf(leadsEnumerations.leadLookalikeEntity),
    id: Id,
    matchedOn: z.array(oneOf(leadsEnumerations.leadLookalikeMatch)),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    status: LeadStatus.nullable().meta({ description: "null of a client." }),
    caseType: z.string().nullable(),
    createdAt: Instant,
  })
  .meta({ id: "LeadLookalike" });
export type Lookalike = z.infer<typeof Lookalike>;
