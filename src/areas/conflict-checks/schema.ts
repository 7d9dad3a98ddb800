import * as z from "zod";
import { Actor } from "../../contract/actor.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { conflictEnumerations } from "./enumerations.ts";
import { sortedPageInput } from "../../contract/page.ts";
import { CalendarDate, Email, Id, Instant, PartyName, text, versionFields } from "../../contract/values/values.ts";

const { conflictStatus, conflictDecision, conflictResultDecision, conflictEntity, conflictMatch, matchBand } =
  conflictEnumerations;

export const conflictLimits = { terms: 20, aliases: 10, results: 200 } as const;

const SearchedName = PartyName.refine((name) => /[\p{L}\p{N}]/u.test(name), "must contain a letter or a digit");

const GivenTerm = z
  .strictObject({
    name: SearchedName.nullable().default(null).meta({ description: "A person's name, in any order of its words." }),
    aliases: z.array(SearchedName).max(conflictLimits.aliases).default([]),
    email: Email.nullable().default(null),
    phone: text(1, 50).nullable().default(null),
    dateOfBirth: CalendarDate.nullable().default(null).meta({
      description:
        "Raises the score of other matches. Beside it one word in common is enough, such as the first name of a person who married.",
    }),
    lastFour: z
      .string()
      .regex(/^\d{4}$/, "must be four digits")
      .nullable()
      .default(null)
      .meta({
        description:
          "The last four digits of a social security or tax number. Raises the score of other matches; it is not stored.",
        example: "4821",
      }),
    organizationName: SearchedName.nullable().default(null),
  })
  .refine(
    ({ name, aliases, email, phone, organizationName }) =>
      [name, aliases[0] ?? null, email, phone, organizationName].some((given) => given !== null),
    {
      message: "must contain a name, an alias, an organization's name, an email address or a phone number",
    },
  );
export const GivenTerms = z.array(GivenTerm).min(1).max(conflictLimits.terms);
export type ConflictTerm = z.infer<typeof GivenTerm>;

const Term = z.object({
  name: z.string().nullable(),
  aliases: z.array(z.string()),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  dateOfBirth: CalendarDate.nullable(),
  organizationName: z.string().nullable(),
});

/** What a match says of the names. */
export const nameMatch = {
  matchBand: oneOf(matchBand).nullable(),
  matchReasons: z
    .array(oneOf(sharedEnumerations.matchReason))
    .meta({ description: "How the names differ; empty if no name matched." }),
  matchedName: z.string().nullable().meta({
    description: "The name of the record that matched, such as a preferred name; null if no name was compared.",
  }),
};

/** Words that are common in the organization. */
export const CommonWords = z.array(z.string()).meta({
  description:
    "Words of the names that more than 25 records of a kind share, also by sound. Records that share only such a word are left out: use narrower terms.",
});

/** A found record, redacted for keys that cannot read it. */
export const ConflictMatch = z
  .object({
    entity: oneOf(conflictEntity),
    entityId: Id.nullable(),
    displayName: z.string().meta({
      description:
        "`[redacted]` if the key cannot read such records; then all fields except entity and term are null or empty.",
    }),
    termIndex: z.int().min(0).meta({ description: "The index of the term that it matches, from 0." }),
    matchedOn: z.array(oneOf(conflictMatch)),
    matchScore: z
      .int()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description:
          "95: an e-mail address. 90: the whole name (85 an alias). 85: a phone number. 70: all words of the name among others (65 an alias). " +
          "Differences of a name take points from 90, as `matchReasons` says. Plus 5 for each further match, including a date of birth.",
      }),
    ...nameMatch,
    caseId: Id.nullable(),
    caseTitle: z.string().nullable(),
    role: z.string().nullable(),
    side: z.string().nullable(),
    matterStatus: z.string().nullable().meta({ description: "The status of the case, lead or member." }),
    attorneyName: z.string().nullable(),
  })
  .meta({ id: "FoundConflict" });
export type ConflictMatch = z.infer<typeof ConflictMatch>;

export const ConflictResult = ConflictMatch.extend({
  id: Id,
  decision: oneOf(conflictResultDecision),
  note: z.string().nullable(),
}).meta({ id: "ConflictResult" });
export type ConflictResult = z.infer<typeof ConflictResult>;

export const ConflictCheck = z
  .object({
    id: Id,
    organizationId: Id,
    status: oneOf(conflictStatus),
    decision: oneOf(conflictDecision),
    terms: z.array(Term),
    leadId: Id.nullable(),
    caseId: Id.nullable(),
    resultCount: z.int().min(0),
    undecidedCount: z
      .int()
      .min(0)
      .meta({ description: "Undecided results; decide all of them before you close the check." }),
    isCut: z.boolean().meta({
      description: `Whether there were more than ${conflictLimits.results} results, or more matches for a term than the search examines: use narrower terms.`,
    }),
    commonWords: CommonWords,
    requestedBy: Actor,
    completedAt: Instant.nullable(),
    decidedBy: Actor.nullable(),
    decidedAt: Instant.nullable(),
    note: z.string().nullable(),
    waiverDocumentId: Id.nullable(),
    ...versionFields,
  })
  .meta({ id: "ConflictCheck" });
export type ConflictCheck = z.infer<typeof ConflictCheck>;

export const NewConflictCheck = z.strictObject({ terms: GivenTerms, leadId: Id.optional(), caseId: Id.optional() });
export type NewConflictCheck = z.infer<typeof NewConflictCheck>;

export const ConflictCheckFilter = z.strictObject({
  ...sortedPageInput,
  decision: oneOf(conflictDecision).optional(),
  leadId: Id.optional(),
  caseId: Id.optional(),
});
export type ConflictCheckFilter = z.infer<typeof ConflictCheckFilter>;

export const ResultDecision = z.strictObject({
  decision: oneOf(conflictResultDecision),
  note: text(1, 5000).nullable().default(null),
});
export type ResultDecision = z.infer<typeof ResultDecision>;

export const CloseInput = z.strictObject({
  decision: oneOf(conflictDecision).exclude(["pending"]),
  note: text(1, 5000).nullable().default(null),
  waiverDocumentId: Id.nullable()
    .default(null)
    .meta({ description: "The signed waiver; required for `waived`, otherwise not allowed." }),
});
export type CloseInput = z.infer<typeof CloseInput>;
