import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { getAttorney, getOrganization, readAttorneys, readChildren } from "./domain.ts";
import { organizationExamples } from "./examples.ts";
import { Attorney, AttorneyFilter, ChildrenPage, Organization, OrganizationChild } from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;
const nextCursor = z.string().nullable();

const procedures = {
  "organization.get": operation({ ...reading, route: "GET /organization", summary: "Get the organization", description: "Returns the organization of the key." })
    .input(z.strictObject({}))
    .output(z.object({ organization: Organization }))
    .query(async ({ ctx }) => ({ organization: await getOrganization(ctx) })),

  "organization.children.list": operation({
    ...reading,
    route: "GET /organization/children",
    summary: "List organizations below a headquarters",
    description:
      "Returns the organizations that a headquarters can include in its reports, direct children first. Organizations that do not report to " +
      "their headquarters are left out with all below them. The list of an organization that is no headquarters is empty.",
  })
    .input(ChildrenPage)
    .output(z.object({ organizations: z.array(OrganizationChild), nextCursor }))
    .query(({ ctx, input }) => readChildren(ctx, input)),

  "attorneys.list": operation({
    ...reading,
    route: "GET /attorneys",
    summary: "List attorneys",
    description: "Returns the attorneys with the status, by default the active ones. Their ids are what other operations take as `attorneyId` and `actingAttorneyId`.",
  })
    .input(AttorneyFilter)
    .output(z.object({ attorneys: z.array(Attorney), nextCursor }))
    .query(({ ctx, input }) => readAttorneys(ctx, input)),

  "attorneys.get": operation({
    ...reading,
    route: "GET /attorneys/{attorneyId}",
    summary: "Get an attorney",
    description: "Returns an attorney of any status. A member who is no attorney is 404.",
    etag: "attorney.revision",
  })
    .input(z.strictObject({ attorneyId: Id }))
    .output(z.object({ attorney: Attorney }))
    .query(async ({ ctx, input }) => ({ attorney: await getAttorney(ctx, input.attorneyId) })),
};

export const organization = defineArea(procedures, { examples: organizationExamples });
