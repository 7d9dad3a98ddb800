import * as z from "zod";
import { Environment } from "../../contract/sandbox.ts";
import { listPageLimit, pageInput } from "../../contract/page.ts";
import { isHostName } from "../../contract/integration-keys.ts";
import { givenProfile, shownProfile } from "../../contract/portal/organization-profile.ts";
import { TimeZone } from "../../contract/values/time-zones.ts";
import { Id, Instant, Name } from "../../contract/values/values.ts";

const timezone = z.string().meta({ description: "An IANA time zone, such as America/Chicago." });
const memberEmailDomains = z
  .array(z.string())
  .meta({ description: "The domains of email addresses that keys may invite as members." });

const hostedAssistantsAllowed = z.boolean().meta({
  description: "Whether members who manage keys can connect assistants that others host, such as Claude or ChatGPT.",
});

export const Organization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string().meta({ description: "The organization's name in URLs of the portal." }),
    parentOrganization: z.object({ id: Id, name: z.string() }).nullable(),
    isHeadquarters: z.boolean(),
    environment: Environment,
    reportsToHeadquarters: z
      .boolean()
      .meta({ description: "Whether the organizations above include it, and what is below it, in their reports." }),
    timezone,
    ...shownProfile,
    memberEmailDomains,
    hostedAssistantsAllowed,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;

const HostName = z
  .string()
  .refine(isHostName, "must be a host name such as example.com")
  .meta({ maxLength: 253, example: "example.com" });

/** What only members change, not keys. */
const ofMembers = {
  memberEmailDomains: z
    .array(HostName)
    .max(20)
    .refine((domains) => new Set(domains).size === domains.length, "must not contain a domain twice"),
  keysVisibleTo: z
    .array(Id)
    .max(10)
    .meta({ description: "The headquarters above it that see its keys and their health." }),
  hostedAssistantsAllowed,
};
export const membersOnly = Object.keys(ofMembers) as (keyof typeof ofMembers)[];

/** An absent field stays; null clears. */
export const OrganizationChanges = z
  .strictObject({ name: Name, legalName: Name, timezone: TimeZone, ...givenProfile, ...ofMembers })
  .partial();
export type OrganizationChanges = z.infer<typeof OrganizationChanges>;

export const OrganizationChild = z
  .object({
    id: Id,
    name: z.string(),
    timezone,
    isHeadquarters: z.boolean(),
    parentOrganizationId: Id,
    depth: z.int().meta({ description: "1 for a direct child." }),
  })
  .meta({ id: "OrganizationChild" });
export type OrganizationChild = z.infer<typeof OrganizationChild>;

export const ChildrenPage = z.strictObject(pageInput(listPageLimit));
export type ChildrenPage = z.infer<typeof ChildrenPage>;
