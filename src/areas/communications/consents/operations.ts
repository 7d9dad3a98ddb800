import * as z from "zod";
import { operation } from "../../../rpc/operation.ts";
import { listConsents, putConsent } from "./domain.ts";
import { Consent, ConsentQuery, GivenConsent } from "./schema.ts";

export const consentProcedures = {
  "consents.list": operation({
    area: "Communications",
    scope: "communications:read",
    route: "GET /consents",
    summary: "List consents",
    description:
      "Returns whether persons agreed to texts, calls and emails, with the history and its evidence. A person who was never asked has no consent; a client's `textConsent` and a lead's `consent` have one since they were last changed.",
  })
    .input(ConsentQuery)
    .output(z.object({ consents: z.array(Consent), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listConsents(ctx, input)),

  "consents.set": operation({
    area: "Communications",
    scope: "communications:write",
    readBy: "communications:read",
    route: "PUT /consents",
    summary: "Record a consent",
    description:
      "Records whether a client, lead or contact agreed to a channel. For texts to a client, `textConsent` of the client changes with it. A person who opted out by text (STOP) is opted in by START from that number, or with `proof.documentId` and `overrideOptOut`; otherwise the request fails with 409.",
    mayEmit: ["consent.updated", "client.updated"],
    errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "consent.revision",
  })
    .input(GivenConsent)
    .output(z.object({ consent: Consent }))
    .mutation(async ({ ctx, input }) => ({ consent: await putConsent(ctx, input) })),
};
