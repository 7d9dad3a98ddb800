import * as z from "zod";
import { oneOf } from "../../contract/enumeration.ts";
import { clientEnumerations } from "./enumerations.ts";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { acceptDeleted } from "../../contract/deleted-records.ts";
import { sortedPageInput, NamedListSort } from "../../contract/page.ts";
import { GivenAddress, PostalAddress } from "../../contract/values/postal-address.ts";
import {
  CalendarDate,
  Email,
  GivenInstant,
  Id,
  Instant,
  PastDate,
  repeatsTag,
  text,
  trimmedText,
  versionFields,
  visibleName,
  ZipCode,
} from "../../contract/values/values.ts";

const PersonName = trimmedText(100);
const Phone = trimmedText(50);

/** A member that may be left out, and that null clears. */
const clearable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().optional();

export const maxTags = 50;
export const maxCaseIds = 100;

export const ClientTag = visibleName(50).refine((tag) => tag === tag.trim(), "must not begin or end with a space");

/**
 * Impossible ones are rejected: area 000, 666 and from 900 on, group 00, serial 0000. Source: Social Security
 * Administration, POMS RM 10201.035.
 */
const ssn = /^(?!000|666|9)\d{3}(-?)(?!00)\d{2}\1(?!0000)\d{4}$/;
const Ssn = z
  .string()
  .refine((given) => ssn.test(given), "must be a social security number, 123-45-6789")
  // The published pattern is the form alone: look-ahead and back-references are not portable.
  .meta({
    pattern: "^[0-9]{3}-?[0-9]{2}-?[0-9]{4}$",
    maxLength: 11,
    example: "219-64-4821",
    description: "Write-only: encrypted at rest. Responses contain only `ssnFourDigits`.",
  });

const EmergencyContact = z.strictObject({
  name: trimmedText(200),
  phone: Phone.nullable().default(null),
  relationship: text(1, 100).nullable().default(null),
});
const DriverLicense = z.strictObject({
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two letters, such as TX")
    .nullable()
    .default(null),
  last4: z
    .string()
    .regex(/^[A-Za-z0-9]{1,4}$/, "must be at most 4 characters, the last ones")
    .nullable()
    .default(null),
});
const TextConsent = z.strictObject({
  status: oneOf(clientEnumerations.textConsentStatus),
  at: GivenInstant.transform((instant) => new Date(instant).toISOString())
    .nullable()
    .default(null)
    .meta({ format: "date-time", example: "2026-03-14T15:09:26.535Z" }),
  source: oneOf(clientEnumerations.textConsentSource).nullable().default(null),
});

/** Stored as empty text, so that responses have the text that they always had. */
const FirstName = PersonName.nullable()
  .transform((name) => name ?? "")
  .meta({ description: "null for a person of one name, which is `lastName`." });

/** Changes of a client; null clears. */
export const ClientChanges = z.strictObject({
  firstName: FirstName.optional(),
  middleName: clearable(PersonName),
  lastName: PersonName.optional(),
  suffix: clearable(trimmedText(20)),
  preferredName: clearable(PersonName),
  pronouns: clearable(text(1, 50)),
  gender: clearable(oneOf(clientEnumerations.clientGender)),
  maritalStatus: clearable(oneOf(clientEnumerations.maritalStatus)),
  email: clearable(Email),
  phone: clearable(Phone),
  phoneType: clearable(oneOf(sharedEnumerations.clientPhoneType)),
  secondaryPhone: clearable(Phone),
  preferredContactMethod: clearable(oneOf(sharedEnumerations.clientContactMethod)),
  preferredLanguage: clearable(text(2, 35)),
  interpreterNeeded: clearable(z.boolean()),
  zipCode: clearable(ZipCode),
  address: clearable(GivenAddress),
  mailingAddress: clearable(GivenAddress),
  dateOfBirth: clearable(
    PastDate.meta({
      description:
        "From 1900 to today in the organization's time zone, and not after an incident of the client's cases.",
    }),
  ),
  dateOfDeath: clearable(PastDate.meta({ description: "Not before `dateOfBirth`, and not in the future." })),
  ssn: clearable(Ssn),
  occupation: clearable(text(1, 200)),
  employerContactId: clearable(Id),
  guardianContactId: clearable(Id),
  isIncapacitated: clearable(z.boolean()),
  representativeContactId: clearable(Id),
  emergencyContact: clearable(EmergencyContact),
  driverLicense: clearable(DriverLicense),
  medicareBeneficiary: oneOf(clientEnumerations.benefitStatus).optional(),
  medicareIdMasked: clearable(
    z
      .string()
      .regex(/^[*X-]{1,14}[0-9A-Za-z]{1,4}$/, "must be masked except the last 4 characters, such as *******1A23")
      .meta({ example: "*******EG4T" }),
  ),
  medicaidBeneficiary: oneOf(clientEnumerations.benefitStatus).optional(),
  healthInsurer: clearable(text(1, 200)),
  militaryStatus: clearable(oneOf(clientEnumerations.militaryStatus)),
  bankruptcyFiled: clearable(z.boolean()),
  priorClaims: clearable(text(1, 5_000)),
  priorInjuries: clearable(text(1, 5_000)),
  childSupportObligation: clearable(z.boolean()),
  textConsent: clearable(TextConsent),
  doNotContact: z.boolean().optional(),
  portalStatus: oneOf(clientEnumerations.clientPortalStatus).optional(),
  tags: z
    .array(ClientTag)
    .max(maxTags)
    .refine((tags) => !repeatsTag([...new Set(tags)]), "must not contain a tag twice")
    .optional()
    .meta({ description: "Replaces the list." }),
  externalId: clearable(text(1, 200)),
});
export type ClientChanges = z.infer<typeof ClientChanges>;

export const NewClient = ClientChanges.extend({ firstName: FirstName.default(""), lastName: PersonName });
export type NewClient = z.infer<typeof NewClient>;

/** No filter by date of birth: URLs end up in logs. */
export const ClientFilter = {
  ...sortedPageInput,
  sort: NamedListSort.default("newest").meta({ description: "`name` sorts by last name, then first name." }),
  q: text(1, 200)
    .optional()
    .meta({ description: "Whole words of names, email, phones or externalId, ignoring case; all must match." }),
  email: text(1, 254).optional().meta({ description: "The complete email address, ignoring case." }),
  phone: Phone.optional().meta({ description: "A phone number in any format; searches `phone` and `secondaryPhone`." }),
  tag: ClientTag.optional(),
  externalId: text(1, 200).optional(),
} as const;
export const ClientQuery = acceptDeleted(z.strictObject(ClientFilter));
export type ClientSearch = z.infer<typeof ClientQuery>;

/** `zipCode` and `address` both set the postal code. */
export const oneZipCode = {
  check: ({ zipCode, address }: Pick<ClientChanges, "zipCode" | "address">) =>
    zipCode === undefined || address === undefined,
  fault: { path: ["zipCode"], message: "must be inside address when address is sent" },
};

const RelatedContact = z
  .object({ id: Id, name: z.string(), phone: z.string().nullable() })
  .meta({ id: "RelatedContact" });

export const Client = z
  .object({
    id: Id,
    organizationId: Id,
    firstName: z.string().meta({ description: "Empty if the person has one name, which is `lastName`." }),
    middleName: z.string().nullable(),
    lastName: z.string(),
    suffix: z.string().nullable(),
    preferredName: z.string().nullable(),
    pronouns: z.string().nullable(),
    gender: oneOf(clientEnumerations.clientGender).nullable(),
    maritalStatus: oneOf(clientEnumerations.maritalStatus).nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    phoneE164: z
      .string()
      .nullable()
      .meta({ description: "`phone` in E.164 format; null if it is not a valid number." }),
    phoneType: oneOf(sharedEnumerations.clientPhoneType).nullable(),
    secondaryPhone: z.string().nullable(),
    secondaryPhoneE164: z.string().nullable(),
    preferredContactMethod: oneOf(sharedEnumerations.clientContactMethod).nullable(),
    preferredLanguage: z.string().nullable(),
    interpreterNeeded: z.boolean().nullable(),
    city: z.string().nullable().meta({ description: "`address.city`; read-only." }),
    state: z.string().nullable().meta({ description: "`address.state`; read-only." }),
    zipCode: z.string().nullable(),
    address: PostalAddress.nullable(),
    mailingAddress: PostalAddress.nullable().meta({ description: "If different from `address`." }),
    dateOfBirth: CalendarDate.nullable(),
    dateOfDeath: CalendarDate.nullable(),
    isMinor: z
      .boolean()
      .nullable()
      .meta({ description: "Younger than 18 today, in the organization's time zone; null without `dateOfBirth`." }),
    ssnFourDigits: z.string().nullable(),
    hasSsn: z.boolean().meta({ description: "Whether the full number is stored." }),
    occupation: z.string().nullable(),
    employerContactId: Id.nullable(),
    employerContact: RelatedContact.nullable(),
    guardianContactId: Id.nullable(),
    guardianContact: RelatedContact.nullable(),
    isIncapacitated: z.boolean().nullable(),
    representativeContactId: Id.nullable(),
    representativeContact: RelatedContact.nullable(),
    emergencyContact: z
      .object({ name: z.string(), phone: z.string().nullable(), relationship: z.string().nullable() })
      .nullable(),
    driverLicense: z.object({ state: z.string().nullable(), last4: z.string().nullable() }).nullable(),
    medicareBeneficiary: oneOf(clientEnumerations.benefitStatus),
    medicareIdMasked: z.string().nullable(),
    medicaidBeneficiary: oneOf(clientEnumerations.benefitStatus),
    healthInsurer: z.string().nullable(),
    militaryStatus: oneOf(clientEnumerations.militaryStatus).nullable(),
    bankruptcyFiled: z.boolean().nullable(),
    priorClaims: z.string().nullable(),
    priorInjuries: z.string().nullable(),
    childSupportObligation: z.boolean().nullable(),
    textConsent: z
      .object({
        status: oneOf(clientEnumerations.textConsentStatus),
        at: Instant.nullable(),
        source: oneOf(clientEnumerations.textConsentSource).nullable(),
      })
      .nullable(),
    doNotContact: z.boolean(),
    portalStatus: oneOf(clientEnumerations.clientPortalStatus),
    tags: z.array(z.string()),
    caseIds: z
      .array(Id)
      .max(maxCaseIds)
      .meta({
        description: `The client's newest cases, newest first, at most ${maxCaseIds}; \`GET /clients/{clientId}/cases\` lists all.`,
      }),
    caseCount: z.int().min(0).meta({ description: "The number of the client's cases." }),
    mergedIntoClientId: Id.nullable().meta({
      description: "The client that this one was merged into; it now has all of this client's records.",
    }),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "Client" });
export type Client = z.infer<typeof Client>;
