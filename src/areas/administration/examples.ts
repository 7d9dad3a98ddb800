import { tenant, ids, times } from "../../contract/examples/example-story.ts";
import type { ChangedOrganization } from "./schema.ts";

const unknown = {
  phone: null,
  fax: null,
  email: null,
  website: null,
  address: null,
  holidayCalendarId: null,
  defaultFeeBasisPoints: null,
  practiceAreas: [],
  jurisdictions: [],
};

export const organization = {
  ...unknown,
  id: ids.organizationId,
  name: tenant.name,
  legalName: tenant.name,
  slug: "okafor-lindqvist",
  workdayStartsAt: "09:00",
  workdayEndsAt: "17:00",
  revision: 3,
  createdAt: times.opened,
  updatedAt: times.now,
  timezone: "America/Chicago",
  parentOrganizationId: null,
  isHeadquarters: true,
  rateLimits: { read: 1_200, write: null, sensitive: null },
  reportsToHeadquarters: true,
  keysVisibleTo: [],
  note: "The nightly copy of the year-end closing needs more.",
} satisfies ChangedOrganization;

export const child = { id: "org_01kf3m0c2f5h7k9n1p3r5t7w9y", name: "Okafor & Lindqvist Houston" };
