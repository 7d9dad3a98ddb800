import * as z from "zod";
import { namedEnum, oneOf, valuesOf } from "../enumeration.ts";
import { sharedEnumerations } from "../enumerations.ts";
import { CalendarDate, Id, Instant, Revision, text } from "../values/values.ts";

export const MemberRole = oneOf(sharedEnumerations.memberRole);
export const MemberStatus = oneOf(sharedEnumerations.memberStatus);
export type MemberStatus = z.infer<typeof MemberStatus>;

const BarJurisdiction = namedEnum("BarJurisdiction", [...valuesOf(sharedEnumerations.caseState), "US"]);

export const BarAdmission = z
  .object({
    jurisdiction: BarJurisdiction.meta({ description: "A state, or `US` for a federal court." }),
    barNumber: z.string().nullable(),
    status: oneOf(sharedEnumerations.barStatus),
    admittedOn: CalendarDate.nullable(),
    statusChangedOn: CalendarDate.nullable(),
  })
  .meta({ id: "BarAdmission" });
export type BarAdmission = z.infer<typeof BarAdmission>;

/** As requests give it: what is unknown can be left out. */
const GivenBarAdmission = z.strictObject({
  ...BarAdmission.shape,
  barNumber: text(1, 50).nullable().default(null),
  admittedOn: CalendarDate.nullable().default(null),
  statusChangedOn: CalendarDate.nullable().default(null),
});

export const GivenBarAdmissions = z
  .array(GivenBarAdmission)
  .max(60)
  .refine(
    (given) =>
      new Set(given.map(({ jurisdiction, barNumber }) => `${jurisdiction} ${barNumber?.toLowerCase() ?? ""}`)).size ===
      given.length,
    "must not contain an admission twice",
  )
  .meta({
    description:
      "Replaces the list. An attorney with admissions of which none is `active` or `pro_hac_vice` cannot act for keys.",
  });

export const MemberName = z.object({ id: Id, firstName: z.string(), lastName: z.string() }).meta({ id: "MemberName" });
export type MemberName = z.infer<typeof MemberName>;

export const OutOfOffice = z
  .object({ startOn: CalendarDate, endOn: CalendarDate, delegate: MemberName.nullable(), note: z.string().nullable() })
  .meta({ id: "OutOfOffice" });

/** A member as in events; without the person's account. */
export const MemberRecord = z.object({
  id: Id,
  organizationId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  title: z.string().nullable(),
  role: z.string(),
  status: MemberStatus,
  isAttorney: z.boolean(),
  barAdmissions: z.array(BarAdmission),
  canActForKeys: z.boolean().meta({
    description:
      "Whether keys can act on this attorney's behalf: active, an attorney, and without recorded admissions or with an active one.",
  }),
  canActForKeysByApi: z
    .boolean()
    .meta({ description: "Whether keys can choose this attorney for the keys that they create or change." }),
  permissions: z.array(z.string()).meta({ description: "Granted in addition to those of the role." }),
  officeId: Id.nullable(),
  timezone: z.string().nullable().meta({ description: "An IANA time zone; null for the organization's." }),
  outOfOffice: OutOfOffice.nullable(),
  externalId: z.string().nullable(),
  deactivatedAt: Instant.nullable(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
export type MemberRecord = z.infer<typeof MemberRecord>;
