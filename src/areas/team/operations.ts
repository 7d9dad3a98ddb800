import * as z from "zod";
import { Id, changesSomething } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { Nothing, nothing, operation } from "../../rpc/operation.ts";
import { teamArchive } from "./archive.ts";
import { attorneyExamples } from "./attorneys/examples.ts";
import { attorneyProcedures } from "./attorneys/operations.ts";
import { endAbsence, setAbsence } from "./domain.absences.ts";
import { inviteMember, resendInvitation } from "./domain.invitations.ts";
import { memberStates, previewDeactivation } from "./domain.transitions.ts";
import { listMembers, getMember, updateMember } from "./domain.ts";
import { memberEvents } from "./events.ts";
import { memberExamples } from "./examples.ts";
import {
  DeactivationPreview,
  ExpectedRevision,
  Invitation,
  Member,
  MemberChanges,
  MemberFilter,
  NewAbsence,
} from "./schema.ts";
import { teamEnumerations } from "./teams/enumerations.ts";
import { teamEvents } from "./teams/events.ts";
import { teamExamples } from "./teams/examples.ts";
import { teamProcedures } from "./teams/operations.ts";

const area = "Org & Team";
const reading = { area, scope: "org:read" } as const;
/** Who changes members could let themselves or others in. */
export const managing = {
  area,
  scope: "members:write",
  readBy: "org:read",
  tier: "sensitive",
  etag: "member.revision",
} as const;
const absence = { area, scope: "org:write", readBy: "org:read" } as const;
const Chosen = z.strictObject({ memberId: Id });
const Shown = z.object({ member: Member });

export const keyLimits =
  "A key grants only roles that `GET /roles` shows as `grantableByKeys`, and changes no one who manages members (403). ";

export const memberProcedures = {
  "members.list": operation({
    ...reading,
    route: "GET /members",
    summary: "List members",
    description: "Returns the organization's members in every status, by name.",
  })
    .input(MemberFilter)
    .output(z.object({ members: z.array(Member), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listMembers(ctx, input)),

  // Teams, the account and the keys that act for an attorney change without a new revision.
  "members.get": operation({
    ...reading,
    route: "GET /members/{memberId}",
    summary: "Get a member",
    etag: "member.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ member: await getMember(ctx, input.memberId) })),

  "members.create": operation({
    ...managing,
    route: "POST /members",
    summary: "Invite a member",
    description:
      "Invites a person by email; they become active when they accept. " +
      keyLimits +
      "It invites only addresses with a domain of the organization's `memberEmailDomains`, which members set in the portal (403). " +
      "Fails with 409 if the address is a member's, also an invited or deactivated one's.",
    confirm: "second_factor",
    emits: ["member.invited"],
    created: { location: "/members/{member.id}" },
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(Invitation)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ member: await inviteMember(ctx, input) })),

  "members.update": operation({
    ...managing,
    route: "PATCH /members/{memberId}",
    summary: "Update a member",
    description:
      "Changes the fields that you send, at least one; `null` clears a field, and the email address cannot be changed. " +
      keyLimits +
      "It cannot change role, attorney status or bar admissions of its own acting attorney (403). Keys whose acting attorney can no longer act for keys fail; members who manage keys are notified.",
    confirm: "second_factor",
    emits: ["member.updated"],
    mayEmit: ["integration_key.misconfigured"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(
      MemberChanges.extend({ memberId: Id, expectedRevision: ExpectedRevision }).refine(
        ...changesSomething("memberId", "expectedRevision"),
      ),
    )
    .output(Shown)
    .mutation(async ({ ctx, input: { memberId, expectedRevision, ...changes } }) => ({
      member: await updateMember(ctx, memberId, changes, expectedRevision),
    })),

  "members.resendInvitation": operation({
    ...managing,
    route: "POST /members/{memberId}/resend-invitation",
    summary: "Resend a member's invitation",
    description:
      "Sends the invitation again, at most once in 10 minutes (429). An active member without an account gets a first one, and stays active. Fails with 409 for other members.",
    confirm: "second_factor",
    emits: ["member.invited"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(Chosen.extend({ expectedRevision: ExpectedRevision }))
    .output(Shown)
    .mutation(async ({ ctx, input: { memberId, expectedRevision } }) => ({
      member: await resendInvitation(ctx, memberId, expectedRevision),
    })),

  "members.deactivationPreview.get": operation({
    area,
    scope: "members:write",
    route: "GET /members/{memberId}/deactivation-preview",
    summary: "Preview a member's deactivation",
    description:
      "Returns what depends on the member. Nothing is reassigned by a deactivation, except keys with `reassignKeysTo` and open tasks with `reassignTasksTo`. The read is in the audit log.",
  })
    .input(Chosen)
    .output(z.object({ preview: DeactivationPreview }))
    .query(async ({ ctx, input }) => ({ preview: await previewDeactivation(ctx, input.memberId) })),

  "members.outOfOffice.set": operation({
    ...absence,
    route: "PUT /members/{memberId}/out-of-office",
    summary: "Set a member's absence",
    description:
      "Replaces the member's absence. Leads are not assigned by a team's rule to a member who is absent. It ends automatically.",
    emits: ["member.updated"],
    errors: ["STALE_REVISION"],
    etag: "member.revision",
  })
    .input(NewAbsence.extend({ memberId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input: { memberId, ...wanted } }) => ({ member: await setAbsence(ctx, memberId, wanted) })),

  "members.outOfOffice.delete": operation({
    ...absence,
    route: "DELETE /members/{memberId}/out-of-office",
    summary: "End a member's absence",
    emits: ["member.updated"],
    errors: ["STALE_REVISION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => endAbsence(ctx, input.memberId))),
};

export const team = defineArea(
  { ...memberProcedures, ...attorneyProcedures, ...teamProcedures },
  {
    examples: { ...memberExamples, ...attorneyExamples, ...teamExamples },
    events: [memberEvents, teamEvents],
    enumerations: teamEnumerations,
    stateMachines: { memberStatus: memberStates },
    archive: teamArchive,
  },
);
