import * as z from "zod";

/**
 * What documents and messages can take from records: the sources with a name, and `custom.<key>`, a custom field of the
 * case or lead, and `input.<key>`, a value that the caller gives. Sensitive numbers, such as the social security
 * number, are no sources.
 */
export const mergeSources = {
  "firm.name": "The firm's name.",
  "firm.phone": "The firm's phone number.",
  "firm.addressBlock": "The firm's address, one line for each of its parts.",
  today: "Today in the firm's time zone.",
  "author.fullName": "The member for whom, or by whom, it is written.",
  "case.sequenceId": "The case's number.",
  "case.title": "The case's title.",
  "case.caseType": "What the case, or the lead, is about.",
  "case.dateOfIncident": "The day of the incident of the case, or of the lead.",
  "case.attorneyFeePercentage": "The attorney's fee, in percent of the recovery.",
  "leadAttorney.fullName": "The case's lead attorney.",
  "client.fullName": "The client's name: of a lead, the name of the person.",
  "client.firstName": "The client's first name.",
  "client.lastName": "The client's last name.",
  "client.email": "The client's email address.",
  "client.phone": "The client's phone number.",
  "client.dateOfBirth": "The client's date of birth.",
  "client.addressBlock": "The client's address, one line for each of its parts.",
} as const;
export type NamedMergeSource = keyof typeof mergeSources;

/** `custom.` or `input.` and the key of a custom field, or of a value that the caller gives. */
const keyedSource = /^(custom|input)\.([a-z][A-Za-z0-9_]{0,59})$/;

/** A source that {@link MergeSource} accepts, by its kind. */
export type ParsedMergeSource =
  | { kind: "named"; name: NamedMergeSource }
  | { kind: "custom"; key: string }
  | { kind: "input"; key: string };

const isNamed = (source: string): source is NamedMergeSource => Object.hasOwn(mergeSources, source);

/** @returns null for what {@link MergeSource} rejects */
export function parseMergeSource(source: string): ParsedMergeSource | null {
  if (isNamed(source)) return { kind: "named", name: source };
  const [, kind, key] = keyedSource.exec(source) ?? [];
  if (kind === undefined || key === undefined) return null;
  return { kind: kind === "custom" ? "custom" : "input", key };
}

export const MergeSource = z
  .string()
  .max(100)
  .refine(
    (source) => parseMergeSource(source) !== null,
    "must be a merge source such as client.fullName, custom.<key> or input.<key>",
  )
  .meta({
    description:
      "Where the value comes from: a source of the guide *Documents for signature*, `custom.<key>` for a custom field, or `input.<key>` for a value that the request gives.",
    example: "client.fullName",
  });

/** The longest value of `input`. */
export const maxInputLength = 500;
