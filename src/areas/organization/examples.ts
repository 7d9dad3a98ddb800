import { ids, tenant, times } from "../../contract/examples/example-story.ts";
import type { OperationExample } from "../../contract/examples/operation-example.ts";
import type { Attorney, Organization, OrganizationChild } from "./schema.ts";

const timezone = "America/Chicago";

const organization = {
  id: ids.organizationId,
  name: tenant.name,
  legalName: tenant.name,
  slug: "okafor-lindqvist",
  parentOrganization: null,
  isHeadquarters: true,
  reportsToHeadquarters: true,
  timezone,
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

const attorney = {
  attorneyId: ids.attorneyId,
  memberId: ids.attorneyId,
  firstName: "Margaret",
  lastName: "Okafor",
  email: "margaret.okafor@example.com",
  status: "active",
  canActForKeys: true,
  canActForKeysByApi: false,
  revision: 3,
  createdAt: times.opened,
  updatedAt: times.now,
} satisfies Attorney;

export const organizationExamples = {
  "organization.get": { response: { organization } },
  "organization.children.list": { response: { organizations: [child], nextCursor: null } },
  "attorneys.list": { parameters: { sort: "name" }, response: { attorneys: [attorney], nextCursor: null } },
  "attorneys.get": { parameters: { attorneyId: ids.attorneyId }, response: { attorney } },
} satisfies Record<string, OperationExample>;
