import * as z from "zod";
import { oneOf } from "../../../contract/enumeration.ts";
import { authorizationEnumerations } from "./enumerations.ts";
import { CalendarDate, Id, text, versionFields } from "../../../contract/values/values.ts";
import { ExternalId } from "../facilities/schema.ts";

const AuthorizationScope = oneOf(authorizationEnumerations.authorizationScope);

export const HipaaAuthorization = z
  .object({
    id: Id,
    organizationId: Id,
    case: z.object({ id: Id, sequenceId: z.string() }),
    client: z.object({ id: Id, firstName: z.string(), lastName: z.string() }),
    scope: AuthorizationScope,
    facilities: z
      .array(z.object({ facilityId: Id, name: z.string() }))
      .meta({ description: "The facilities that it covers; empty for all." }),
    status: oneOf(authorizationEnumerations.hipaaAuthorizationStatus).meta({
      description: "As of today, in the organization's time zone.",
    }),
    signedOn: CalendarDate.nullable(),
    expiresOn: CalendarDate.nullable().meta({ description: "The last day on which it is valid." }),
    expirationEvent: z.string().nullable(),
    coversFromOn: CalendarDate.nullable().meta({ description: "Covers care from this day on; null without a limit." }),
    coversToOn: CalendarDate.nullable(),
    includesMentalHealth: z.boolean(),
    includesSubstanceUse: z.boolean().meta({ description: "42 CFR Part 2." }),
    includesHiv: z.boolean(),
    revokedOn: CalendarDate.nullable(),
    revokeReason: z.string().nullable(),
    document: z.object({ id: Id, name: z.string() }).nullable(),
    esignRequestId: Id.nullable().meta({
      description: "The signature request that was last sent for the client to sign it; null for none.",
    }),
    externalId: z.string().nullable(),
    ...versionFields,
  })
  .meta({ id: "HipaaAuthorization" });
export type HipaaAuthorization = z.infer<typeof HipaaAuthorization>;

const fields = {
  facilityIds: z
    .array(Id)
    .max(50)
    .meta({ description: "Facilities of the case: at least one with scope `specific`, none with `all`." }),
  signedOn: CalendarDate.nullable(),
  expiresOn: CalendarDate.nullable(),
  expirationEvent: text(1, 500).nullable(),
  coversFromOn: CalendarDate.nullable(),
  coversToOn: CalendarDate.nullable(),
  includesMentalHealth: z.boolean(),
  includesSubstanceUse: z.boolean(),
  includesHiv: z.boolean(),
  documentId: Id.nullable(),
  externalId: ExternalId.nullable(),
};

export const AuthorizationChanges = z.strictObject({ scope: AuthorizationScope, ...fields }).partial();
export type AuthorizationChanges = z.infer<typeof AuthorizationChanges>;

export const NewAuthorization = AuthorizationChanges.extend({ scope: AuthorizationScope });
export type NewAuthorization = z.infer<typeof NewAuthorization>;

export const Revocation = z.strictObject({
  revokedOn: CalendarDate.optional().meta({ description: "Default: today. Must not be in the future." }),
  reason: text(1, 1000).optional(),
});
export type Revocation = z.infer<typeof Revocation>;
