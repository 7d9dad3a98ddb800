import * as z from "zod";
import { Id, Instant } from "../../contract/values/values.ts";
import { portalOperation } from "../../rpc/operation.ts";
import { movedKinds } from "../../rpc/timezone-dependents.ts";
import { previewTimezone } from "./domain.profile.ts";
import { listHeadquarters } from "./store.ts";

const MovedInstants = z.object({
  kind: z.enum(movedKinds),
  count: z.int(),
  next: z.object({ before: Instant, after: Instant }).nullable(),
});

export const organizationPortal = {
  "organization.previewTimezone": portalOperation({
    summary: "Preview what a change of the time zone moves",
    permission: "organization:manage",
    tier: "read",
  })
    .input(z.strictObject({ timezone: z.string().max(100) }))
    .output(z.object({ moved: z.array(MovedInstants) }))
    .query(async ({ ctx, input }) => ({ moved: await previewTimezone(ctx, input.timezone) })),

  "organization.listHeadquarters": portalOperation({
    summary: "List the headquarters above the organization, nearest first",
    permission: null,
    tier: "read",
  })
    .input(z.strictObject({}))
    .output(z.object({ headquarters: z.array(z.object({ id: Id, name: z.string() })) }))
    .query(async ({ ctx }) => ({ headquarters: await listHeadquarters(ctx) })),
};
