import * as z from "zod";
import { Nothing, nothing, portalOperation } from "../../rpc/operation.ts";
import { endOwnAbsence, setOwnAbsence } from "./domain.absences.ts";
import { Member, NewAbsence } from "./schema.ts";

const own = { permission: null, tier: "write", emits: ["member.updated"] } as const;

/** What members do for themselves, whatever their permissions are. */
export const teamPortal = {
  "members.ownAbsence.set": portalOperation({ ...own, summary: "Set one's own absence" })
    .input(NewAbsence)
    .output(z.object({ member: Member }))
    .mutation(async ({ ctx, input }) => ({ member: await setOwnAbsence(ctx, input) })),

  "members.ownAbsence.delete": portalOperation({ ...own, summary: "End one's own absence", errors: ["NOT_FOUND"] })
    .input(z.strictObject({}))
    .output(Nothing)
    .mutation(nothing(({ ctx }) => endOwnAbsence(ctx))),
};
