import * as z from "zod";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { Nothing, nothing, operation } from "../../../rpc/operation.ts";
import { damages, getDamagesSummary } from "./domain.ts";
import { Damage, DamageChanges, DamageFilter, DamagesSummary, NewDamage } from "./schema.ts";

const reading = { area: "Cases", scope: "cases:read" } as const;
const changing = { area: "Cases", scope: "cases:write", readBy: "cases:read" } as const;
const Chosen = z.strictObject({ caseId: Id, damageId: Id });
const Shown = z.object({ damage: Damage });

export const damageProcedures = {
  "cases.damages.list": operation({
    ...reading,
    route: "GET /cases/{caseId}/damages",
    summary: "List the damages of a case",
    description:
      "Returns the damages of all claimants, newest first by default. Deleted damages are not returned. Medical bills are not among them: `GET /cases/{caseId}/damages-summary` adds them.",
  })
    .input(DamageFilter.extend({ caseId: Id }))
    .output(z.object({ damages: z.array(Damage), nextCursor: z.string().nullable() }))
    .query(async ({ ctx, input }) => {
      const page = await damages.list(ctx, input);
      return { damages: page.records, nextCursor: page.nextCursor };
    }),

  "cases.damages.create": operation({
    ...changing,
    route: "POST /cases/{caseId}/damages",
    summary: "Create a damage of a case",
    description:
      "The claimant must be a party of the case, and the document one of its documents. Fails with 409 while the case is archived, and at 200 damages.",
    emits: ["damage.created"],
    created: { location: "/cases/{damage.caseId}/damages/{damage.id}" },
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "damage.revision",
  })
    .input(NewDamage.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ damage: await damages.create(ctx, input) })),

  "cases.damages.update": operation({
    ...changing,
    route: "PATCH /cases/{caseId}/damages/{damageId}",
    summary: "Update a damage of a case",
    description: "Changes the fields that you send, at least one; `null` clears a field.",
    emits: ["damage.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    etag: "damage.revision",
  })
    .input(DamageChanges.extend({ caseId: Id, damageId: Id }).refine(...changesSomething("caseId", "damageId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { caseId, damageId, ...changes } }) => ({
      damage: await damages.update(ctx, { caseId, id: damageId }, changes),
    })),

  "cases.damages.delete": operation({
    ...changing,
    route: "DELETE /cases/{caseId}/damages/{damageId}",
    summary: "Delete a damage of a case",
    emits: ["damage.deleted"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(Chosen)
    .output(Nothing)
    .mutation(nothing(({ ctx, input: { caseId, damageId } }) => damages.delete(ctx, { caseId, id: damageId }))),

  "cases.damagesSummary.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/damages-summary",
    summary: "Get the damages summary of a case",
    description:
      "Adds up the damages of a case by category and kind. With `medical:read` special damages and total include what the case's medical bills add up to; without it `medicalIncluded` is false.",
    showsMoreWith: "medical:read",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ damagesSummary: DamagesSummary }))
    .query(async ({ ctx, input }) => ({ damagesSummary: await getDamagesSummary(ctx, input.caseId) })),
};
