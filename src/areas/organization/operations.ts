import * as z from "zod";
import { changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { getOrganization, listChildOrganizations } from "./domain.ts";
import { updateProfile } from "./domain.profile.ts";
import { organizationArchive } from "./archive.ts";
import { organizationExamples } from "./examples.ts";
import { calendarEnumerations } from "./holiday-calendars/enumerations.ts";
import { calendarEvents } from "./holiday-calendars/events.ts";
import { calendarExamples } from "./holiday-calendars/examples.ts";
import { calendarProcedures } from "./holiday-calendars/operations.ts";
import { officeEvents } from "./offices/events.ts";
import { officeExamples } from "./offices/examples.ts";
import { officeProcedures } from "./offices/operations.ts";
import { ChildrenPage, Organization, OrganizationChanges, OrganizationChild } from "./schema.ts";

const reading = { area: "Org & Team", scope: "org:read" } as const;
const changing = { area: "Org & Team", scope: "org:write", readBy: "org:read" } as const;
const nextCursor = z.string().nullable();

export const organizationProcedures = {
  "organization.get": operation({
    ...reading,
    route: "GET /organization",
    summary: "Get the organization",
    description: "Returns the organization of the key.",
    etag: "organization.revision",
  })
    .input(z.strictObject({}))
    .output(z.object({ organization: Organization }))
    .query(async ({ ctx }) => ({ organization: await getOrganization(ctx) })),

  "organization.update": operation({
    ...changing,
    route: "PATCH /organization",
    summary: "Update the organization",
    description:
      "Changes the fields that you send, at least one; `null` clears a field, and lists and `address` are replaced as a whole. Another time zone moves scheduled " +
      "reports, reminders and the instants of deadlines that follow it, so that they keep their local time; dates do not change. Only members change `memberEmailDomains`, `keysVisibleTo` and `hostedAssistantsAllowed`: a key that sends them gets 403. " +
      "Platform administrators change the organization's place in a hierarchy.",
    confirm: "second_factor",
    emits: ["organization.updated"],
    mayEmit: ["deadline.updated", "case.updated", "task.updated", "case_party.updated"],
    errors: ["FORBIDDEN", "STALE_REVISION"],
    etag: "organization.revision",
  })
    .input(OrganizationChanges.refine(...changesSomething()))
    .output(z.object({ organization: Organization }))
    .mutation(async ({ ctx, input }) => ({ organization: await updateProfile(ctx, input) })),

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
    .query(({ ctx, input }) => listChildOrganizations(ctx, input)),
};

export const organization = defineArea(
  { ...organizationProcedures, ...officeProcedures, ...calendarProcedures },
  {
    examples: { ...organizationExamples, ...officeExamples, ...calendarExamples },
    events: [officeEvents, calendarEvents],
    enumerations: calendarEnumerations,
    archive: organizationArchive,
  },
);
