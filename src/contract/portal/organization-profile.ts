import * as z from "zod";
import { oneOf } from "../enumeration.ts";
import { sharedEnumerations } from "../enumerations.ts";
import { Email, Id, Revision, ZipCode, text, trimmedText, TimeOfDay } from "../values/values.ts";

export const Jurisdiction = oneOf(sharedEnumerations.caseState);
/** A state, or federal law. */
export const StateOrFederal = z.union([Jurisdiction, z.literal("US")]).meta({ description: "A state, or `US`." });
export const Jurisdictions = z
  .array(Jurisdiction)
  .max(60)
  .refine((values) => new Set(values).size === values.length, "must not contain a jurisdiction twice");

/** Of the organization and its offices. It is replaced as a whole. */
export const GivenOfficeAddress = z.strictObject({
  line1: trimmedText(200),
  line2: trimmedText(200).nullable().default(null),
  city: text(1, 100),
  state: Jurisdiction,
  zipCode: ZipCode,
});

export const OfficeAddress = z
  .object({
    line1: z.string(),
    line2: z.string().nullable(),
    city: z.string(),
    state: Jurisdiction,
    zipCode: z.string(),
  })
  .meta({ id: "OfficeAddress" });

const Phone = trimmedText(50).nullable();

/** How a firm and an office can be reached. */
export const givenContacts = { phone: Phone, fax: Phone, address: GivenOfficeAddress.nullable() };
export const shownContacts = {
  phone: z.string().nullable(),
  fax: z.string().nullable(),
  address: OfficeAddress.nullable(),
};

/** Of an organization: what it decides about itself, as requests give it. */
export const givenProfile = {
  ...givenContacts,
  workdayStartsAt: TimeOfDay.meta({ description: "Local time, `HH:MM`." }),
  workdayEndsAt: TimeOfDay.meta({ description: "Local time, `HH:MM`; after `workdayStartsAt`." }),
  practiceAreas: z
    .array(text(1, 100))
    .max(30)
    .refine(
      (values) => new Set(values.map((value) => value.toLowerCase())).size === values.length,
      "must not contain a practice area twice",
    ),
  jurisdictions: Jurisdictions,
  email: Email.nullable(),
  website: z
    .url({ protocol: /^https$/, error: "must be an address such as https://www.example.com" })
    .max(2_000)
    .nullable(),
  holidayCalendarId: Id.nullable().meta({
    description: "A holiday calendar of kind `business`; null for the shipped federal one, which is unverified.",
  }),
  defaultFeeBasisPoints: z.int().min(0).max(10_000).nullable().meta({
    description: "The contingency fee of new fee agreements, in hundredths of a percent. Existing cases do not change.",
  }),
};

/** The same as records and events show it. */
export const shownProfile = {
  legalName: z.string(),
  ...shownContacts,
  workdayStartsAt: z.string().meta({ description: "Local time, `HH:MM`." }),
  workdayEndsAt: z.string().meta({ description: "Local time, `HH:MM`." }),
  practiceAreas: z.array(z.string()),
  jurisdictions: z.array(Jurisdiction),
  email: z.string().nullable(),
  website: z.string().nullable(),
  holidayCalendarId: Id.nullable().meta({
    description: "Its business calendar; null for the shipped federal one, which is unverified.",
  }),
  defaultFeeBasisPoints: z
    .int()
    .nullable()
    .meta({ description: "The contingency fee of new fee agreements, in hundredths of a percent." }),
  keysVisibleTo: z.array(Id).meta({ description: "The headquarters above it that see its keys and their health." }),
  revision: Revision,
};
