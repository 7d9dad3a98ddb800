import * as z from "zod";
import { Id } from "../../contract/values.ts";
import { definePortalArea } from "../../rpc/area.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { deactivateMember, previewDeactivation, readTeam, updateMember } from "./domain.ts";
import { inviteMember, reactivateMember } from "./domain.invitations.ts";
import { Deactivation, Invitation, MemberAtRevision, MemberUpdate, StoppingKey, TeamFilter, TeamMember } from "./schema.ts";
import { memberEvents } from "./events.ts";

/** Members who manage the team could give themselves or others access, so changes require the second factor. */
const change = { permission: "members:manage", tier: "sensitive", confirm: "second_factor" } as const;

export const team = definePortalArea({
  list: portalOperation({ summary: "List members, by name", permission: null, tier: "read" })
    .input(TeamFilter)
    .output(z.object({ members: z.array(TeamMember), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => readTeam(ctx, input)),

  update: portalOperation({
    ...change,
    summary: "Change a member's role, attorney status and permissions",
    emits: ["member.updated"],
    mayEmit: ["integration_key.misconfigured"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(MemberUpdate)
    .output(z.object({ member: TeamMember }))
    .mutation(async ({ ctx, input: { memberId, expectedRevision, ...changes } }) => ({
      member: await updateMember(ctx, memberId, expectedRevision, changes),
    })),

  previewDeactivation: portalOperation({
    summary: "List the keys that stop when a member is deactivated or is no longer an attorney",
    permission: "members:manage",
    tier: "read",
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ memberId: Id }))
    .output(z.object({ keys: z.array(StoppingKey), lastManager: z.boolean() }))
    .query(({ ctx, input }) => previewDeactivation(ctx, input.memberId)),

  deactivate: portalOperation({
    ...change,
    summary: "Deactivate a member",
    emits: ["member.deactivated"],
    mayEmit: ["integration_key.misconfigured", "integration_key.updated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Deactivation)
    .output(z.object({ member: TeamMember, stoppedKeys: z.int(), reassignedKeys: z.int() }))
    .mutation(({ ctx, input }) => deactivateMember(ctx, input.memberId, input.expectedRevision, input.reassignKeysTo ?? null)),

  reactivate: portalOperation({
    ...change,
    summary: "Reactivate a member",
    emits: ["member.reactivated"],
    errors: ["NOT_FOUND", "STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(MemberAtRevision)
    .output(z.object({ member: TeamMember }))
    .mutation(async ({ ctx, input }) => ({ member: await reactivateMember(ctx, input.memberId, input.expectedRevision) })),

  invite: portalOperation({
    ...change,
    summary: "Invite a member, or resend the invitation",
    emits: ["member.invited"],
    errors: ["DUPLICATE_ENTRY"],
  })
    .input(Invitation)
    .output(z.object({ member: TeamMember }))
    .mutation(async ({ ctx, input }) => ({ member: await inviteMember(ctx, input) })),
}, { events: [memberEvents], archive: [{ table: "Member", part: "organization", file: "members", order: ["id"], isOfOrganization: true }] });
