import * as z from "zod";
import { Id, Name, TimeZone } from "../../../contract/values.ts";
import { Organization } from "../schema.ts";

/** The organization as its members see it under Settings. */
export const OrganizationSettings = Organization.pick({ id: true, name: true, slug: true, timezone: true, isHeadquarters: true, reportsToHeadquarters: true, parentOrganization: true, createdAt: true }).extend({
  /** The headquarters above it, nearest first, and whether each sees its keys. */
  headquarters: z.array(z.object({ id: Id, name: z.string(), seesKeys: z.boolean() })),
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;

/** An absent field stays. */
export const SettingsChange = z
  .strictObject({ name: Name, timezone: TimeZone, /** The headquarters that see the keys from now on. */ keysVisibleTo: z.array(Id).max(10) })
  .partial();
export type SettingsChange = z.infer<typeof SettingsChange>;
