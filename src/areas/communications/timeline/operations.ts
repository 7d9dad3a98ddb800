import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { getLastClientContact, listCommunications } from "./domain.ts";
import { Communication, LastClientContact, TimelineQuery } from "./schema.ts";

const reading = { area: "Communications", scope: "communications:read" } as const satisfies Partial<OperationMeta>;

export const timelineProcedures = {
  "cases.communications.list": operation({
    ...reading,
    showsMoreWith: "communications:content",
    route: "GET /cases/{caseId}/communications",
    summary: "List a case's communications",
    description:
      "Returns the messages and calls of the case in one list by time, newest first by default, with voided ones. Subjects, texts and summaries require `communications:content`; each record that shows them is an entry of the audit log.",
  })
    .input(TimelineQuery)
    .output(z.object({ communications: z.array(Communication), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listCommunications(ctx, input)),

  "cases.lastClientContact.get": operation({
    ...reading,
    route: "GET /cases/{caseId}/last-client-contact",
    summary: "Get the last client contact of a case",
    description:
      "Returns when the firm last reached the client, their guardian or representative, and since when a message waits for an answer. Inbound messages do not move `lastClientContactOn`: who writes and hears nothing stays on the list.",
  })
    .input(z.strictObject({ caseId: Id }))
    .output(z.object({ lastClientContact: LastClientContact }))
    .query(async ({ ctx, input }) => ({ lastClientContact: await getLastClientContact(ctx, input.caseId) })),
};
