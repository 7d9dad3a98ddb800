import * as z from "zod";
import { Id } from "../../contract/values/values.ts";
import { Nothing, nothing, personOperation, router } from "../../rpc/operation.ts";
import { acceptInvitation } from "../team/domain.accept.ts";
import { describeAccount, endSession, listPasskeys, listSessions } from "./domain.ts";
import { AccountPasskey, AccountSession, AccountSummary } from "./schema.ts";

export const account = router({
  get: personOperation({
    summary: "Get the signed-in person and their permissions",
    tier: "read",
    administrator: false,
  })
    .input(z.strictObject({}))
    .output(AccountSummary)
    .query(({ ctx }) => describeAccount(ctx)),

  acceptInvitation: personOperation({
    summary: "Accept an invitation",
    tier: "write",
    administrator: false,
    emits: ["member.updated"],
    errors: ["NOT_FOUND"],
  })
    .input(z.strictObject({ organizationId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => acceptInvitation(ctx, input.organizationId))),

  listSessions: personOperation({ summary: "List the person's sessions", tier: "read", administrator: false })
    .input(z.strictObject({}))
    .output(z.object({ sessions: z.array(AccountSession) }))
    .query(async ({ ctx }) => ({ sessions: await listSessions(ctx) })),

  listPasskeys: personOperation({ summary: "List the person's passkeys", tier: "read", administrator: false })
    .input(z.strictObject({}))
    .output(z.object({ passkeys: z.array(AccountPasskey) }))
    .query(async ({ ctx }) => ({ passkeys: await listPasskeys(ctx) })),

  endSession: personOperation({ summary: "End a session", tier: "write", administrator: false, errors: ["NOT_FOUND"] })
    .input(z.strictObject({ sessionId: Id }))
    .output(Nothing)
    .mutation(nothing(({ ctx, input }) => endSession(ctx, input.sessionId))),
});
