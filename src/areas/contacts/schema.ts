import * as z from "zod";
import { sharedEnumerations } from "../../contract/enumerations.ts";
import { contactEnumerations } from "./enumerations.ts";
import { oneOf } from "../../contract/enumeration.ts";
import { acceptDeleted } from "../../contract/deleted-records.ts";
import { sortedPageInput, NamedListSort } from "../../contract/page.ts";
import {
  CalendarDate,
  Cents,
  Email,
  Id,
  Instant,
  PartyName,
  repeatsTag,
  text,
  versionFields,
  visibleName,
  trimmedText,
} from "../../contract/values/values.ts";
import { commonSorts } from "../../platform/database/lists/sorted-list.ts";
import { isProviderIdentifier } from "./domain.identifiers.ts";

export const ContactType = oneOf(sharedEnumerations.contactType);
export const ContactRole = oneOf(contactEnumerations.contactRole);
const DeliveryMethod = oneOf(sharedEnumerations.deliveryMethod);
export const RelationshipType = oneOf(contactEnumerations.relationshipType);

/** How many phones, e-mail addresses or addresses a contact has at most, and how many tags. */
export const maxLines = 20;
export const maxTags = 50;

const PersonName = trimmedText(100);
const Line = text(1, 200);
const Label = text(1, 50).default("main").meta({ description: "Such as main, mobile or billing." });
const isPrimary = z
  .boolean()
  .default(false)
  .meta({ description: "One entry of the list is primary; by default the first." });
const note = text(1, 5000);

/** Lists are replaced as a whole. */
const GivenPhone = z.strictObject({
  label: Label,
  number: text(1, 50),
  extension: text(1, 10).nullable().default(null),
  canText: z.boolean().default(false),
  canFax: z.boolean().default(false),
  isPrimary,
});
const GivenEmail = z.strictObject({ label: Label, address: Email, isPrimary });
const GivenAddress = z.strictObject({
  label: Label,
  line1: Line.nullable().default(null),
  line2: Line.nullable().default(null),
  city: text(1, 100).nullable().default(null),
  state: text(1, 50).nullable().default(null),
  zipCode: text(1, 20).nullable().default(null),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be a country code of two letters, such as US")
    .default("US"),
  isPrimary,
});

function atMostOnePrimary(lines: readonly { isPrimary: boolean }[]): boolean {
  return lines.filter((line) => line.isPrimary).length <= 1;
}
const primaryMessage = "must have one primary entry at most";

const ExpertFields = z.strictObject({
  fieldOfExpertise: text(1, 200).nullable().default(null),
  hourlyRateCents: Cents.min(0).nullable().default(null),
  cvDocumentId: Id.nullable().default(null),
});

const attributes = {
  firstName: PersonName.nullable(),
  middleName: PersonName.nullable(),
  lastName: PersonName.nullable(),
  suffix: trimmedText(20).nullable(),
  preferredName: PersonName.nullable(),
  companyName: PartyName.nullable(),
  doingBusinessAs: PartyName.nullable(),
  companyId: Id.nullable().meta({ description: "The contact's employer." }),
  jobTitle: Line.nullable(),
  department: Line.nullable(),
  specialty: Line.nullable(),
  barNumber: text(1, 50).nullable(),
  npi: z
    .string()
    .refine(isProviderIdentifier, "must be a National Provider Identifier: ten digits with a valid check digit")
    .meta({ minLength: 10, maxLength: 10, example: "1234567893" })
    .nullable(),
  taxIdMasked: z
    .string()
    .regex(/^[*X-]{0,7}\d{4}$/, "must be masked except the last four digits, such as **-***1234")
    .nullable(),
  licenseNumber: text(1, 50).nullable(),
  website: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://www.example.com" })
    .max(500)
    .nullable(),
  preferredDeliveryMethod: DeliveryMethod.nullable(),
  expertFields: ExpertFields.nullable().meta({ description: "Replaces the list." }),
  notes: note.nullable(),
  doNotContact: z.boolean(),
  tags: z
    .array(visibleName(50))
    .max(maxTags)
    .refine((tags) => !repeatsTag(tags), "must not contain a tag twice"),
  roles: z
    .array(ContactRole)
    .max(20)
    .refine((roles) => new Set(roles).size === roles.length, "must not contain a role twice"),
  phones: z.array(GivenPhone).max(maxLines).refine(atMostOnePrimary, primaryMessage),
  emails: z.array(GivenEmail).max(maxLines).refine(atMostOnePrimary, primaryMessage),
  addresses: z.array(GivenAddress).max(maxLines).refine(atMostOnePrimary, primaryMessage),
  externalId: text(1, 200).nullable(),
};

export const NewContact = z.strictObject(attributes).partial().extend({ type: ContactType });
export type NewContact = z.infer<typeof NewContact>;

/** null clears; lists are replaced as a whole. */
export const ContactChanges = z.strictObject({ ...attributes, type: ContactType }).partial();
export type ContactChanges = z.infer<typeof ContactChanges>;

const line = { label: z.string(), isPrimary: z.boolean() };
const optionalText = z.string().nullable();
const RelatedContact = z.object({ id: Id, name: z.string() });

export const Contact = z
  .object({
    id: Id,
    organizationId: Id,
    type: ContactType,
    name: z
      .string()
      .meta({ description: "The person's first, middle and last name and suffix, or the company's name." }),
    firstName: optionalText,
    middleName: optionalText,
    lastName: optionalText,
    suffix: optionalText,
    preferredName: optionalText,
    companyName: optionalText,
    doingBusinessAs: optionalText,
    companyId: Id.nullable(),
    company: RelatedContact.nullable(),
    jobTitle: optionalText,
    department: optionalText,
    specialty: optionalText,
    barNumber: optionalText,
    npi: optionalText,
    taxIdMasked: optionalText,
    licenseNumber: optionalText,
    phones: z.array(
      z.object({
        ...line,
        number: z.string(),
        e164: optionalText.meta({
          description: "The number in E.164 format, such as +15125550182; null if it is not a valid number.",
        }),
        extension: optionalText,
        canText: z.boolean(),
        canFax: z.boolean(),
      }),
    ),
    emails: z.array(z.object({ ...line, address: z.string() })),
    addresses: z.array(
      z.object({
        ...line,
        line1: optionalText,
        line2: optionalText,
        city: optionalText,
        state: optionalText,
        zipCode: optionalText,
        country: z.string(),
      }),
    ),
    website: optionalText,
    preferredDeliveryMethod: DeliveryMethod.nullable(),
    roles: z.array(ContactRole),
    expertFields: z
      .object({ fieldOfExpertise: optionalText, hourlyRateCents: Cents.nullable(), cvDocumentId: Id.nullable() })
      .nullable(),
    notes: optionalText,
    doNotContact: z.boolean(),
    tags: z.array(z.string()),
    mergedIntoContactId: Id.nullable().meta({ description: "The contact that it was merged into." }),
    externalId: optionalText,
    ...versionFields,
    deletedAt: Instant.nullable().meta({ description: "When it was deleted, or merged into another." }),
  })
  .meta({ id: "Contact" });
export type Contact = z.infer<typeof Contact>;

export const contactSorts = { ...commonSorts, name: { column: "name", type: "text", descending: false } } as const;

export const ContactFilter = acceptDeleted(
  z.strictObject({
    ...sortedPageInput,
    sort: NamedListSort.default("newest"),
    q: text(1, 200).optional().meta({
      minLength: 1,
      maxLength: 200,
      description: "Whole words of names, email addresses and phone numbers; all must match.",
    }),
    email: Email.optional().meta({ description: "One of its email addresses, ignoring case." }),
    phone: text(1, 50)
      .optional()
      .meta({ minLength: 1, maxLength: 50, description: "One of its phone numbers, in any format." }),
    npi: text(10, 10).optional().meta({ minLength: 10, maxLength: 10 }),
    type: ContactType.optional(),
    role: ContactRole.optional(),
    externalId: text(1, 200).optional().meta({ minLength: 1, maxLength: 200 }),
  }),
);
export type ContactFilter = z.infer<typeof ContactFilter>;

export const NewRelationship = z.strictObject({
  relatedContactId: Id,
  type: RelationshipType.meta({ description: "The relationship of the contact in the path to the related contact." }),
  startOn: CalendarDate.nullable().default(null),
  endOn: CalendarDate.nullable().default(null),
});
export type NewRelationship = z.infer<typeof NewRelationship>;

export const ContactRelationship = z
  .object({
    id: Id,
    organizationId: Id,
    contactId: Id,
    type: RelationshipType.meta({
      description:
        "The relationship of `contactId` to the related contact; the related contact's list has the inverse.",
    }),
    relatedContact: RelatedContact,
    startOn: CalendarDate.nullable(),
    endOn: CalendarDate.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "ContactRelationship" });
export type ContactRelationship = z.infer<typeof ContactRelationship>;
