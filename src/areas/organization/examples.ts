import { ids, tenant, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { Organization, OrganizationChild } from "./schema.ts";

const timezone = "America/Chicago";

const organization = {
  id: ids.organizationId,
  name: tenant.name,
  legalName: tenant.name,
  slug: "okafor-lindqvist",
  parentOrganization: null,
  isHeadquarters: true,
  environment: "live",
  reportsToHeadquarters: true,
  timezone,
  workdayStartsAt: "08:30",
  workdayEndsAt: "17:30",
  practiceAreas: ["Motor vehicle", "Premises liability"],
  jurisdictions: ["TX"],
  phone: "+1 512 555 0100",
  fax: null,
  email: "office@example.com",
  website: "https://www.example.com",
  address: { line1: "200 Congress Avenue", line2: "Suite 1400", city: "Austin", state: "TX", zipCode: "78701" },
  holidayCalendarId: "hol_01kf3m0c5j8m0q2s4v6x8z1b3d",
  defaultFeeBasisPoints: 3_333,
  keysVisibleTo: [],
  memberEmailDomains: ["example.com"],
  hostedAssistantsAllowed: false,
  revision: 4,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Organization;

const child = {
  id: "org_01kf3m0c2f5h7k9n1p3r5t7w9y",
  name: "Okafor & Lindqvist Houston",
  timezone,
  isHeadquarters: false,
  parentOrganizationId: ids.organizationId,
  depth: 1,
} satisfies OrganizationChild;

export const organizationExamples = {
  "organization.get": { response: { organization } },
  "organization.update": {
    body: { workdayStartsAt: "08:30", workdayEndsAt: "17:30", website: "https://www.example.com" },
    response: { organization },
  },
  "organization.children.list": { response: { organizations: [child], nextCursor: null } },
} satisfies Record<string, OperationExample>;
