import * as z from "zod";
import { NamedListSort, sortedPageInput } from "../../../contract/page.ts";
import {
  givenContacts,
  Jurisdiction,
  Jurisdictions,
  shownContacts,
} from "../../../contract/portal/organization-profile.ts";
import { Id, Instant, text, versionFields, visibleName } from "../../../contract/values/values.ts";

const attributes = {
  name: visibleName(200),
  ...givenContacts,
  isPrimary: z.boolean().meta({
    description: "Whether it is the firm's main office. The first office is; making another one primary changes both.",
  }),
  jurisdictions: Jurisdictions,
  externalId: text(1, 200).nullable().meta({ description: "The ID in your system; unique in the organization." }),
};

export const NewOffice = z.strictObject(attributes).partial().required({ name: true });
export type NewOffice = z.infer<typeof NewOffice>;

/** null clears; lists and the address are replaced as a whole. */
export const OfficeChanges = z.strictObject(attributes).partial();
export type OfficeChanges = z.infer<typeof OfficeChanges>;

export const Office = z
  .object({
    id: Id,
    organizationId: Id,
    name: z.string(),
    ...shownContacts,
    isPrimary: z.boolean(),
    jurisdictions: z.array(Jurisdiction),
    memberCount: z.int().meta({ description: "How many active members belong to it." }),
    externalId: z.string().nullable(),
    ...versionFields,
    deletedAt: Instant.nullable(),
  })
  .meta({ id: "Office" });
export type Office = z.infer<typeof Office>;

export const OfficeFilter = z.strictObject({ ...sortedPageInput, sort: NamedListSort.default("newest") });
export type OfficeFilter = z.infer<typeof OfficeFilter>;
