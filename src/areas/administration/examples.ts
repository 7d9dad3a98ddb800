import { tenant, ids } from "../../contract/examples/example-story.ts";
import type { ChangedOrganization } from "./schema.ts";

export const organization = {
  id: ids.organizationId,
  name: tenant.name,
  timezone: "America/Chicago",
  parentOrganizationId: null,
  isHeadquarters: true,
  rateLimits: { read: 1_200, write: null, sensitive: null },
  reportsToHeadquarters: true,
  keysVisibleTo: [],
  note: "The nightly copy of the year-end closing needs more.",
} satisfies ChangedOrganization;

export const child = { id: "org_01kf3m0c2f5h7k9n1p3r5t7w9y", name: "Okafor & Lindqvist Houston" };
