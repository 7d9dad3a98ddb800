import { tenant, ids } from "../../contract/example-story.ts";
import type { ChangedOrganization } from "./schema.ts";

export const organization = {
  id: ids.organizationId,
  name: tenant.name,
  rateLimits: { read: 1_200, write: null, sensitive: null },
  reportsToHeadquarters: true,
  note: "The nightly copy of the year-end closing needs more.",
} satisfies ChangedOrganization;
