import * as z from "zod";
import { Actor } from "../../../contract/actor.ts";
import { oneOf } from "../../../contract/enumeration.ts";
import { sortedPageInput } from "../../../contract/page.ts";
import { CalendarDate, Cents, Id, Instant, text, versionFields } from "../../../contract/values/values.ts";
import { Redacted } from "../../../contract/values/redacted.ts";
import { damageEnumerations } from "./enumerations.ts";

const category = oneOf(damageEnumerations.damageCategory);
export type DamageCategory = z.infer<typeof category>;
const kind = oneOf(damageEnumerations.damageKind).meta({ description: "Follows from `category`." });
export type DamageKind = z.infer<typeof kind>;

/** Two hundred of them stay within the safe integers. */
const GivenCents = z.int().min(0).max(10_000_000_000_000).meta({ description: "US cents.", example: 980_000 });

const optional = {
  claimantPartyId: Id.nullable()
    .optional()
    .meta({ description: "The party of the case whose loss it is; null for the case's client." }),
  isEstimate: z.boolean().optional(),
  startOn: CalendarDate.nullable().optional(),
  endOn: CalendarDate.nullable().optional().meta({ description: "Not before `startOn`." }),
  basis: text(1, 1_000)
    .nullable()
    .optional()
    .meta({ description: "How the amount was found, such as 70 days at $980.00 a week." }),
  documentId: Id.nullable().optional().meta({ description: "A document of the case that proves it." }),
  notes: text(1, 10_000).nullable().optional(),
  externalId: text(1, 200).nullable().optional(),
};

export const NewDamage = z.strictObject({ category, amountCents: GivenCents, ...optional });
export type NewDamage = z.infer<typeof NewDamage>;

export const DamageChanges = z.strictObject({
  category: category.optional(),
  amountCents: GivenCents.optional(),
  ...optional,
});
export type DamageChanges = z.infer<typeof DamageChanges>;

export const Damage = z
  .object({
    id: Id,
    organizationId: Id,
    caseId: Id,
    claimantPartyId: Id.nullable(),
    category,
    kind,
    amountCents: Cents,
    isEstimate: z.boolean(),
    startOn: CalendarDate.nullable(),
    endOn: CalendarDate.nullable(),
    basis: z.string().nullable(),
    documentId: Id.nullable(),
    notes: z.string().nullable(),
    externalId: z.string().nullable(),
    createdBy: Actor,
    ...versionFields,
    deletedAt: Instant.nullable().meta({
      description: "Set only in the deletion event: nothing else returns a deleted damage.",
    }),
  })
  .meta({ id: "Damage" });
export type Damage = z.infer<typeof Damage>;

export const DamageInEvent = Damage.extend({ notes: Redacted }).meta({ id: "DamageInEvent" });

export const DamageFilter = z.strictObject(sortedPageInput);

const sumOf = (what: string) => Cents.meta({ description: `US cents: ${what}.` });

export const DamagesSummary = z
  .object({
    categories: z
      .array(z.object({ category, kind, amountCents: Cents }))
      .meta({ description: "The sum of each category that the case has damages of. Medical bills are in none." }),
    medicalBilledCents: Cents.nullable().meta({
      description: "What the case's medical bills add up to, in US cents; null without `medical:read`.",
    }),
    specialCents: sumOf("special damages, with medical bills where `medicalIncluded`"),
    generalCents: sumOf("general damages"),
    punitiveCents: sumOf("punitive damages"),
    totalCents: sumOf("all of these"),
    medicalIncluded: z.boolean().meta({ description: "Whether medical bills are included: with `medical:read`." }),
  })
  .meta({ id: "DamagesSummary" });
export type DamagesSummary = z.infer<typeof DamagesSummary>;
