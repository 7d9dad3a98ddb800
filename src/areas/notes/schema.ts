import * as z from "zod";
import { Actor, Author, Person } from "../../contract/actor.ts";
import { namedEnum, oneOf } from "../../contract/enumeration.ts";
import { sortedPageInput } from "../../contract/page.ts";
import {
  CalendarDate,
  Id,
  Instant,
  TagList,
  markdown,
  text,
  versionFields,
  pastInstant,
} from "../../contract/values/values.ts";
import { ShortCase } from "../../contract/values/withheld.ts";
import { noteEnumerations } from "./enumerations.ts";
import { AttachedDocument } from "../../contract/values/attached-document.ts";

const type = oneOf(noteEnumerations.noteType);
const visibility = oneOf(noteEnumerations.noteVisibility);

const occurredAt = pastInstant(10);

const references = z.array(Id).max(20);
const optional = {
  subject: text(1, 200)
    .refine((given) => !/\p{Cc}/u.test(given), "must be one line")
    .nullable()
    .optional(),
  occurredAt: occurredAt
    .optional()
    .meta({ description: "When it happened; by default now, and at most 10 minutes from now." }),
  visibility: visibility.optional().meta({ description: "By default `internal`." }),
  mentionIds: references.optional().meta({ description: "Active members, who are notified." }),
  tags: TagList.optional(),
  documentIds: references
    .optional()
    .meta({ description: "Documents of the note’s case or lead; notes of clients and contacts have none." }),
  externalId: text(1, 200).nullable().optional(),
};
const body = markdown(50_000);

export const NewNote = z.strictObject({ type, body, ...optional });
export type NewNote = z.infer<typeof NewNote>;

export const NoteChanges = z.strictObject({
  type: type.optional(),
  body: body.optional(),
  ...optional,
  reason: text(1, 500).optional().meta({ description: "Why; kept with the wording. Required to lower `privileged`." }),
});
export type NoteChanges = z.infer<typeof NoteChanges>;

const Named = (scope: string) =>
  z
    .object({
      id: Id,
      name: z
        .string()
        .nullable()
        .meta({ description: `null without \`${scope}\`.` }),
    })
    .nullable();

export const Note = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id.nullable(),
    leadId: Id.nullable(),
    clientId: Id.nullable(),
    contactId: Id.nullable(),
    case: ShortCase.nullable(),
    lead: Named("leads:read"),
    client: Named("clients:read"),
    contact: Named("contacts:read"),
    type,
    subject: z.string().nullable().meta({ description: "`[redacted]` where `isRedacted`." }),
    body: z.string().meta({ description: "Markdown; `[redacted]` where `isRedacted`." }),
    bodyText: z.string().meta({ description: "The plain text of `body`, without images and HTML." }),
    occurredAt: Instant,
    visibility,
    isPinned: z.boolean(),
    pinnedAt: Instant.nullable(),
    pinnedBy: Actor.nullable(),
    author: Author,
    mentions: z.array(Person),
    tags: z.array(z.string()),
    attachments: z.array(AttachedDocument),
    commentCount: z.int(),
    revisionCount: z.int(),
    isEdited: z.boolean(),
    editedAt: Instant.nullable(),
    isRedacted: z.boolean().meta({
      description:
        "Whether the note is privileged and the caller lacks `notes:privileged`: subject, body, tags and attachments are withheld.",
    }),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted note.",
    }),
  })
  .meta({ id: "Note" });
export type Note = z.infer<typeof Note>;

/** Without the members that come from other records, so that a note’s events need not follow each change of these. */
export const NoteInEvent = Note.omit({ case: true, lead: true, client: true, contact: true }).meta({
  id: "NoteInEvent",
});
export type NoteInEvent = z.infer<typeof NoteInEvent>;

const filters = {
  ...sortedPageInput,
  type: type.optional(),
  visibility: visibility.optional(),
  isPinned: z.boolean().optional(),
  authorId: Id.optional().meta({ description: "The key that wrote it." }),
  onBehalfOfAttorneyId: Id.optional(),
  mentionedMemberId: Id.optional(),
  tag: text(1, 60).optional().meta({ description: "Privileged notes are found by it only with `notes:privileged`." }),
  externalId: text(1, 200).optional(),
  occurredFrom: CalendarDate.optional().meta({ description: "The first day, in the organization’s time zone." }),
  occurredTo: CalendarDate.optional().meta({ description: "The last day, in the organization’s time zone." }),
  q: text(1, 200).optional().meta({
    description:
      "Whole words of subject and body; all must match. Privileged notes are found by them only with `notes:privileged`.",
  }),
};

const sorts = ["newest", "oldest", "updated", "occurred"] as const;
export const NoteFilter = z.strictObject({
  ...filters,
  caseId: Id.optional(),
  leadId: Id.optional(),
  clientId: Id.optional(),
  contactId: Id.optional(),
  sort: namedEnum("NoteSort", sorts)
    .default("newest")
    .meta({ description: "`occurred`: by `occurredAt`, newest first." }),
});
export const CaseNoteFilter = z.strictObject({
  ...filters,
  sort: namedEnum("CaseNoteSort", [...sorts, "pinned"])
    .default("newest")
    .meta({ description: "`pinned`: pinned notes first, then the newest." }),
});
export type NoteQuery = Omit<z.infer<typeof NoteFilter>, "sort"> & {
  sort: z.infer<typeof CaseNoteFilter>["sort"];
  includeDeleted?: boolean | undefined;
};
