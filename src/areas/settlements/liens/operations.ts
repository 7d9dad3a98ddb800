import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { liens, listLiens } from "./domain.ts";
import { transitionLien } from "./domain.transitions.ts";
import { Lien, LienChanges, LienFilter, LienTransition, NewLien } from "./schema.ts";

const area = "Settlement Funds";
const reading = {
  area,
  scope: "settlements:read",
  showsMoreWith: "medical:read",
} as const satisfies Partial<OperationMeta>;
const writing = {
  area,
  scope: "settlements:write",
  readBy: "settlements:read",
  showsMoreWith: "medical:read",
  etag: "lien.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ lienId: Id });
const Shown = z.object({ lien: Lien });
const withheld = "Without `medical:read` lienholder, handler, claim reference and bills read null.";

export const lienProcedures = {
  "liens.list": operation({
    ...reading,
    route: "GET /liens",
    summary: "List liens",
    description: `Returns the liens on the settlements of the organization's cases, newest first by default. ${withheld}`,
  })
    .input(LienFilter)
    .output(z.object({ liens: z.array(Lien), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listLiens(ctx, input)),

  "cases.liens.create": operation({
    ...writing,
    route: "POST /cases/{caseId}/liens",
    summary: "Create a lien of a case",
    description:
      "Records a lien as `identified`. Claimant, documents and bills must be of the case; `medicalBillIds` requires `medical:read`. Fails with 409 while the case is archived, and at 200 liens.",
    emits: ["lien.created"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/liens/{lien.id}" },
  })
    .input(NewLien.extend({ caseId: Id }))
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ lien: await liens.create(ctx, input) })),

  "liens.get": operation({
    ...reading,
    route: "GET /liens/{lienId}",
    summary: "Get a lien",
    description: `${withheld} Use the ETag only for \`If-Match\`: a lienholder's name can change without a new revision of the lien, so the response is never 304.`,
    etag: "lien.revision",
    isVolatile: true,
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ lien: await liens.get(ctx, { id: input.lienId }) })),

  "liens.update": operation({
    ...writing,
    route: "PATCH /liens/{lienId}",
    summary: "Update a lien",
    description:
      "Changes the fields that you send, at least one; `null` clears a field. `claimantPartyId`, `type`, `assertedCents` and `unrelatedCents` change only until the lien is `final`. Fails with 409 while the case is archived.",
    emits: ["lien.updated"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
  })
    .input(LienChanges.extend(Chosen.shape).refine(...changesSomething("lienId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { lienId, ...changes } }) => ({
      lien: await liens.update(ctx, { id: lienId }, changes),
    })),

  "liens.transition": operation({
    ...writing,
    route: "POST /liens/{lienId}/transitions",
    echoes: ["lien.status", "lien.availableTransitions"],
    summary: "Transition a lien",
    description:
      "Transitions: identified → asserted; asserted, disputed → negotiating; asserted, disputed, negotiating → final; final → negotiating; paid → released; any open status → waived, withdrawn. " +
      "`final` takes the amount of the lienholder's letter, at most what was asserted, and how it was found; `negotiating` clears it. Transitions go on while the case is archived.",
    mayEmit: ["lien.updated", "lien.finalized"],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(LienTransition.extend(Chosen.shape))
    .output(Shown)
    .mutation(async ({ ctx, input: { lienId, ...transition } }) => ({
      lien: await transitionLien(ctx, lienId, transition),
    })),
};
