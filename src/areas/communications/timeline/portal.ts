import * as z from "zod";
import { Id, Instant, PartyName } from "../../../contract/values/values.ts";
import { portalOperation } from "../../../rpc/operation.ts";
import { assertSeesCases, findCases, FoundCase } from "../../cases/list/domain.finding.ts";
import { findChangedAt, getSubject, listOfClient, listOfConversation } from "./domain.ts";
import { Communication, TimelineQuery } from "./schema.ts";

const reading = { permission: "communications:view", tier: "read" } as const;
const Page = TimelineQuery.omit({ caseId: true });
const Shown = z.object({ communications: z.array(Communication), nextCursor: z.string().nullable() });

/** What is written of a record is shown with `communications:content`; each record that shows it is an audit entry. */
export const timelinePortal = {
  "conversations.listTimeline": portalOperation({
    ...reading,
    summary: "List the messages of a conversation by time",
    errors: ["NOT_FOUND"],
  })
    .input(Page.extend({ conversationId: Id }))
    .output(Shown)
    .query(({ ctx, input: { conversationId, ...query } }) => listOfConversation(ctx, conversationId, query)),

  "clients.listCommunications": portalOperation({
    ...reading,
    summary: "List the messages and calls with a client by time",
    errors: ["NOT_FOUND", "FORBIDDEN"],
  })
    .input(Page.extend({ clientId: Id }))
    .output(Shown)
    .query(({ ctx, input: { clientId, ...query } }) => {
      assertSeesCases(ctx);
      return listOfClient(ctx, clientId, query);
    }),

  "communications.getSubject": portalOperation({
    ...reading,
    summary: "Get the case or the client of a timeline",
    errors: ["NOT_FOUND", "FORBIDDEN"],
  })
    .input(
      z
        .strictObject({ caseId: Id.optional(), clientId: Id.optional() })
        .refine(({ caseId, clientId }) => (caseId === undefined) !== (clientId === undefined), {
          path: ["caseId"],
          message: "exactly one of caseId and clientId is required",
        }),
    )
    .output(
      z.object({
        subject: z.object({
          caseId: Id.nullable(),
          sequenceId: z.string().nullable(),
          title: z.string().nullable(),
          clientId: Id,
          clientName: z.string(),
        }),
      }),
    )
    .query(async ({ ctx, input: { caseId = null, clientId = null } }) => {
      assertSeesCases(ctx);
      return { subject: await getSubject(ctx, { caseId, clientId }) };
    }),

  "communications.getState": portalOperation({
    ...reading,
    summary: "Get when a message of a conversation or a case changed last",
  })
    .input(z.strictObject({ conversationId: Id.optional(), caseId: Id.optional() }))
    .output(z.object({ changedAt: Instant.nullable() }))
    .query(async ({ ctx, input: { conversationId = null, caseId = null } }) => ({
      changedAt: await findChangedAt(ctx, { conversationId, caseId }),
    })),

  "communications.findCases": portalOperation({
    ...reading,
    summary: "Find a case by its number or its client's name",
    errors: ["FORBIDDEN"],
  })
    .input(z.strictObject({ q: PartyName }))
    .output(z.object({ cases: z.array(FoundCase) }))
    .query(async ({ ctx, input }) => ({ cases: await findCases(ctx, input.q) })),
};
