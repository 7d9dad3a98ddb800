import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { namedEnum, oneOf, valuesOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { ShortCase, withheldMembers } from "../../../contract/values/withheld.ts";
import { communicationEnumerations } from "../enumerations.ts";

// "MessageChannel" is a type of browsers and Node.js.
export const MessageChannel = namedEnum("CommunicationChannel", valuesOf(communicationEnumerations.messageChannel));
export type MessageChannel = z.infer<typeof MessageChannel>;
const ConversationStatus = oneOf(communicationEnumerations.conversationStatus);

/** A person with an address, and the record of the firm that they are, if one is known. */
export const Correspondent = z
  .object({
    name: z.string().nullable(),
    address: z.string().meta({ description: "A number in E.164, an email address, or what a letter has." }),
    clientId: Id.nullable(),
    leadId: Id.nullable(),
    contactId: Id.nullable(),
    memberId: Id.nullable(),
  })
  .meta({ id: "Correspondent" });
export type Correspondent = z.infer<typeof Correspondent>;

const ofContent = "null without `communications:content`";

export const Conversation = z
  .object({
    id: Id,
    organizationId: Id,
    channel: MessageChannel,
    caseId: Id.nullable().meta({ description: "null with `leadId` null, too: no one has linked it yet." }),
    leadId: Id.nullable().meta({ description: "A converted lead keeps it beside its case." }),
    case: ShortCase.nullable(),
    counterparts: z.array(Correspondent),
    firmAddress: z.string().nullable().meta({ description: "The number or address of the firm." }),
    subject: z
      .string()
      .nullable()
      .meta({ description: `Of its first email; ${ofContent}.` }),
    status: ConversationStatus,
    assignedToMemberId: Id.nullable(),
    messageCount: z.int(),
    lastMessageAt: Instant.nullable(),
    lastInboundAt: Instant.nullable(),
    lastOutboundAt: Instant.nullable(),
    unansweredSince: Instant.nullable().meta({
      description:
        "The earliest inbound message after the last outbound one that a person sent. Automated messages, such as out-of-office replies, do not count.",
    }),
    optOutSuspectedAt: Instant.nullable().meta({
      description:
        "When a text seemed to ask for no more texts, in other words than STOP. Nothing automated goes out until a person answers, or sets `needsAnswer` to false.",
    }),
    contentVisible: z.boolean().meta({ description: "Whether you see `subject`." }),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof Conversation>;
withheldMembers.add(Conversation, { scope: "communications:content", members: ["subject"] });

/** Who it is with, without names and addresses: what events say. */
export const CorrespondentInEvent = Correspondent.omit({ name: true, address: true }).meta({
  id: "CorrespondentInEvent",
});
export const ConversationInEvent = Conversation.omit({ case: true, contentVisible: true })
  .extend({ counterparts: z.array(CorrespondentInEvent), firmAddress: Redacted, subject: Redacted })
  .meta({ id: "ConversationInEvent" });

export const ConversationFilter = z.strictObject({
  ...sortedPageInput,
  caseId: Id.optional(),
  leadId: Id.optional(),
  clientId: Id.optional().meta({ description: "Who it is with." }),
  channel: MessageChannel.optional(),
  status: ConversationStatus.optional(),
  unlinked: z.boolean().optional().meta({ description: "Whether it is of no case and no lead." }),
  unanswered: z.boolean().optional().meta({ description: "Whether it has `unansweredSince`." }),
  assignedToMemberId: Id.optional(),
});
export type ConversationFilter = z.infer<typeof ConversationFilter>;

export const ConversationChanges = z.strictObject({
  caseId: Id.optional().meta({ description: "Links it with its messages to the case. Once linked, it stays." }),
  leadId: Id.optional().meta({ description: "Links it with its messages to the lead. Once linked, it stays." }),
  assignedToMemberId: Id.nullable().optional().meta({ description: "An active member." }),
  status: ConversationStatus.optional(),
  needsAnswer: z.literal(false).optional().meta({
    description: "Marks it as answered, and settles a suspected opt-out.",
  }),
  externalId: text(1, 200).nullable().optional(),
});
export type ConversationChanges = z.infer<typeof ConversationChanges>;
