import * as z from "zod";
import { isDescending, warningDaysLimits } from "./deadline-policy-limits.ts";
import { foldName, invisible } from "./fold-name.ts";
import { idPrefixes } from "../ids.ts";
import { describeIssue } from "./issue-messages.ts";

/**
 * The base schemas of every value in requests and responses. What PostgreSQL cannot store (NUL, lone surrogates,
 * integers out of range) is rejected here, so that bad input is never a 500.
 */

function countCharacters(value: string): number {
  let count = value.length;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    // The second half of a surrogate pair is not a character of its own.
    if (unit >= 0xdc00 && unit <= 0xdfff) count -= 1;
  }
  return count;
}

/** Text of `minimum` to `maximum` characters (code points, as JSON Schema counts them), without NUL and lone surrogates. */
export function text(minimum: number, maximum: number) {
  return withLength(z.string(), minimum, maximum);
}

/**
 * {@link text} that people fill in on one line, such as a name or a phone number: blanks around it are removed, and
 * blanks alone are no value.
 */
export function trimmedText(maximum: number) {
  return withLength(z.string().trim(), 1, maximum);
}

function withLength(schema: z.ZodString, minimum: number, maximum: number) {
  return schema
    .superRefine((value, context) => {
      // Most text is far below its limit: the exact count is made only near it.
      const length = value.length > maximum || value.length < minimum * 2 ? countCharacters(value) : value.length;
      if (length < minimum) {
        context.addIssue({
          code: "custom",
          message: `must be at least ${minimum} character${minimum === 1 ? "" : "s"} long`,
        });
      }
      if (length > maximum) context.addIssue({ code: "custom", message: `must be at most ${maximum} characters long` });
      if (value.includes("\0")) context.addIssue({ code: "custom", message: "must not contain NUL" });
      if (!value.isWellFormed()) context.addIssue({ code: "custom", message: "must be well-formed Unicode" });
    })
    .meta({ ...(minimum > 0 && { minLength: minimum }), maxLength: maximum });
}

/** One line of at most so many characters that is not blank. */
export const oneLine = (maximum: number) =>
  withLength(z.string().trim(), 0, maximum)
    .refine((given) => given !== "" && !/\p{Cc}/u.test(given), "must be one line that is not blank")
    .meta({ minLength: 1, maxLength: maximum });

/** `external:` and an externalId, the longest form of an ID. */
export const maxIdLength = 209;

/** The description of an ID, in whose place the OpenAPI document says what it is of. */
export const opaqueId = "Opaque id.";

/** An ID in a request: plain text. The store determines whether it exists. */
export const Id = text(1, maxIdLength).meta({ description: opaqueId, minLength: 1, maxLength: maxIdLength });

/** The ID of a bulk job, which the requests and events of its items have as their correlation. */
export const BulkJobId = Id.startsWith(`${idPrefixes.bulkJob}_`);

/**
 * RFC 5322 atext, and what RFC 6531 adds to it as far as it can be seen. Quoted local parts are not accepted: few
 * servers have one.
 */
const localPart = String.raw`[\w!#$%&'*+/=?^\x60{|}~\p{L}\p{M}\p{N}\p{So}-]+`;
/** A label of a domain as people write it, or in its ASCII form (xn--…), which can also be the last one. */
const label = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*`;
const lastLabel = String.raw`(?:[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]|(?![A-Za-z0-9])\p{L}[\p{L}\p{M}]*)`;
const emailAddress = new RegExp(String.raw`^${localPart}(?:\.${localPart})*@(?:${label}\.)+${lastLabel}$`, "u");

/**
 * Whether mail servers can accept the address: RFC 5321 with a dot-string, or RFC 6531, at a host with a domain name
 * (RFC 5890).
 */
export function isEmailAddress(address: string): boolean {
  return emailAddress.test(address) && URL.canParse(`https://${address.slice(address.lastIndexOf("@") + 1)}`);
}

/**
 * E-mail address, at most 254 characters (RFC 5321). `idn-email` is the format of JSON Schema for addresses that can
 * have other letters than ASCII's.
 */
export const Email = z
  .string()
  .max(254, { abort: true })
  .refine(isEmailAddress, "invalid e-mail address")
  .meta({ format: "idn-email", maxLength: 254, example: "ana.ruiz@example.com" });

/** The email address with which a person signs in: what Better Auth 1.7.7 accepts, ASCII without the rarer signs. */
export const SignInEmail = z.email("invalid e-mail address").max(254).meta({ pattern: undefined });

/** Whether a list of tags, where case distinguishes, contains one twice, also if the two differ in invisible characters. */
export function repeatsTag(tags: readonly string[]): boolean {
  return new Set(tags.map((tag) => tag.replaceAll(invisible, "").normalize("NFC"))).size < tags.length;
}

/**
 * A name by which people distinguish things. Bidirectional controls are rejected, because a name with them can look
 * like another (`exe.fdp`). Joiners are allowed: emoji and Persian need them.
 */
export function visibleName(maximum: number) {
  return text(1, maximum)
    .refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters")
    .refine((name) => !/\p{Bidi_Control}/u.test(name), "must not contain bidirectional controls")
    .refine((name) => foldName(name) !== "", "must contain a visible character")
    .meta({ minLength: 1, maxLength: maximum });
}

/** Markdown that is not blank. */
export const markdown = (maximum: number) =>
  text(1, maximum)
    .refine((given) => given.trim() !== "", "must not be blank")
    .meta({
      minLength: 1,
      maxLength: maximum,
      description: "Markdown (CommonMark), stored as sent. HTML in it is text and is never rendered.",
    });

/** Tags of a document, a note or a task. */
export const TagList = z
  .array(visibleName(60).refine((tag) => tag.trim() === tag, "must not begin or end with a space"))
  .max(20)
  .refine((tags) => !repeatsTag(tags), "must not contain a tag twice");

/** The name of a record, such as a key or a report. */
export const Name = visibleName(200);

/** The name of a person or a company, as someone wrote it. */
export const PartyName = withLength(z.string().trim(), 0, 200)
  .refine((name) => name !== "", "must not be blank")
  .refine((name) => !/\p{Cc}/u.test(name), "must not contain control characters")
  .meta({ minLength: 1, maxLength: 200 });

export const ZipCode = z.string().regex(/^\d{5}(-\d{4})?$/, "must be 12345 or 12345-6789");

const calendarDate = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the text is a real day of the calendar in the years 1 to 9999, as `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  if (!calendarDate.test(value) || value.startsWith("0000")) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

/** A time of a day on the clock of a place, `HH:MM`. */
export const TimeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00")
  .meta({ example: "09:00" });

/** A calendar date on the wire: `YYYY-MM-DD`. */
export const CalendarDate = z
  .string()
  .refine(isCalendarDate, "must be a date, YYYY-MM-DD")
  .meta({ format: "date", example: "2026-03-14" });

/**
 * The first and last day of what is planned and of dates from which law counts. What lies outside is a typing error,
 * such as a year of two digits.
 */
export const lawDays = { first: "1900-01-01", last: "2199-12-31" } as const;

/** A date in a request that is planned, or from which law counts, such as the day of a trial: in the years 1900 to 2199. */
export const PlausibleDate = CalendarDate.refine(
  (value) => !isCalendarDate(value) || (value >= lawDays.first && value <= lawDays.last),
  "must be in the years 1900 to 2199",
).meta({
  format: "date",
  example: "2026-03-14",
});

/**
 * A fact in a request from which law counts, such as a birth, an incident or a service: not before 1900, and not in the
 * future. Here the future begins after today in UTC+14, where the day begins first; `assertNotFuture` compares
 * it with the organization's own day.
 */
export const PastDate = CalendarDate.refine(
  (value) => !isCalendarDate(value) || value >= lawDays.first,
  "must not be before 1900",
)
  .refine(
    (value) => !isCalendarDate(value) || value <= new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10),
    "must not be in the future",
  )
  .meta({ format: "date", example: "2026-03-14" });

/** An instant on the wire: ISO-8601, UTC, milliseconds. */
export const Instant = z.string().meta({ format: "date-time", example: "2026-03-14T15:09:26.535Z" });

/** Normalized to UTC, where the year can differ; empty for an invalid instant, which has its own fault. */
function toIsoText(value: string): string {
  const instant = new Date(value);
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1 ? "" : instant.toISOString();
}

const notAnInstant = "must be an instant such as 2026-03-14T00:00:00Z";

/** In a URL, `+` is a space: the most frequent fault of an instant in a query. */
function describeInstantFault({ input }: { input?: unknown }): string {
  if (input === undefined) return "required";
  const hasLostPlus = typeof input === "string" && /^\S+ \d\d:\d\d$/.test(input);
  return hasLostPlus ? `${notAnInstant}; in a URL, write the + of its offset as %2B` : notAnInstant;
}

/** Any instant in a request: ISO-8601 with an offset or `Z`. For values that are only compared. */
export const AnyInstant = z.iso
  .datetime({ offset: true, error: describeInstantFault, abort: true })
  .meta({ format: "date-time", example: "2026-03-14T00:00:00Z" });

/** An instant in a request that can be stored. PostgreSQL has no year 0 in this format, and no offset of 16 hours. */
export const GivenInstant = AnyInstant.refine(
  (value) => !/^0000|[+-](1[6-9]|2\d):\d\d$/.test(value) && /^\d{4}-/.test(toIsoText(value)),
  "must be in the years 1 to 9999, with an offset of less than 16 hours",
).meta({ format: "date-time", example: "2026-03-14T00:00:00Z" });

/** When something happened: from 1970 to so many minutes from now, by which clocks of callers may be ahead. */
export const pastInstant = (minutesAhead: number) =>
  GivenInstant.refine((given) => {
    const time = Date.parse(given);
    return time >= 0 && time <= Date.now() + minutesAhead * 60_000;
  }, `must be from 1970 to ${minutesAhead} minutes from now`);

/**
 * An instant in a request that is planned, such as a due time or a window of a calendar: in the years of
 * {@link PlausibleDate}.
 */
export const PlannedInstant = GivenInstant.refine((value) => {
  const year = new Date(value).getUTCFullYear();
  return Number.isNaN(year) || (year >= 1900 && year <= 2199);
}, "must be in the years 1900 to 2199").meta({ format: "date-time", example: "2026-03-14T00:00:00Z" });

/** Money: whole cents within the safe integers. */
export const Cents = z.int().meta({ description: "US cents.", example: 1_250_000 });

/** The revision of a record: 1 at creation, one more at every change. */
export const Revision = z.int32().min(1);

/** What every record ends with, before `deletedAt` where it has one. */
export const versionFields = { revision: Revision, createdAt: Instant, updatedAt: Instant };

/** The largest revision that is stored (a PostgreSQL integer). */
export const maxRevision = 2_147_483_647;

z.config({ customError: describeIssue });

/** For `.refine` of a list: whether all values are different; objects are equal if their members are. */
export function isUnique(values: readonly unknown[]): boolean {
  return new Set(values.map((value) => JSON.stringify(value))).size === values.length;
}

/** How many days before a deadline members are warned. */
export const WarningDays = z
  .array(z.int().min(0).max(warningDaysLimits.maximum))
  .max(warningDaysLimits.maxCount)
  .refine(isDescending, "must be unique and descending");

/** For `.refine` of a change: requires another member than these, such as path parameters. */
export function changesSomething(
  ...path: readonly string[]
): [(input: object) => boolean, { path: string[]; message: string }] {
  return [
    (input) => Object.keys(input).some((name) => !path.includes(name)),
    { path: ["body"], message: "must change at least one field" },
  ];
}
