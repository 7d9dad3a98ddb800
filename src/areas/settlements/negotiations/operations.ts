import * as z from "zod";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createNegotiation, listNegotiations } from "./domain.ts";
import { Negotiation, NegotiationFilter, NewNegotiation } from "./schema.ts";

export const negotiationProcedures = {
  "negotiations.list": operation({
    area: "Settlement Funds",
    scope: "settlements:read",
    route: "GET /negotiations",
    summary: "List negotiations",
    description:
      "Returns demands, offers and what became of them, newest first by default. An open entry reads as `expired` once its time is over, without a new revision.",
  })
    .input(NegotiationFilter)
    .output(z.object({ negotiations: z.array(Negotiation), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listNegotiations(ctx, input)),

  "cases.negotiations.create": operation({
    area: "Settlement Funds",
    scope: "settlements:write",
    readBy: "settlements:read",
    route: "POST /cases/{caseId}/negotiations",
    summary: "Create an entry of the negotiation of a case",
    description:
      "Adds an entry. Entries are never changed: an answer names what it answers in `inReplyToId`, and a correction the mistaken entry in `correctsId`. " +
      "A counter-offer, an acceptance, a rejection or a withdrawal answers only what is open; others fail with 409. " +
      "The acceptance of an incoming offer needs a `client_decision` to accept it, recorded after the offer (Model Rule 1.2(a)). Fails with 409 while the case is archived, and at 200 entries.",
    emits: ["negotiation.created"],
    errors: ["INVALID_STATE_TRANSITION", "DUPLICATE_ENTRY"],
    created: { location: "/negotiations" },
    etag: "negotiation.revision",
  })
    .input(NewNegotiation.extend({ caseId: Id }))
    .output(z.object({ negotiation: Negotiation }))
    .mutation(async ({ ctx, input: { caseId, ...given } }) => ({
      negotiation: await createNegotiation(ctx, caseId, given),
    })),
};
