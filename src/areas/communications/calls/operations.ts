import * as z from "zod";
import type { OperationMeta } from "../../../contract/operation.ts";
import { Id, changesSomething } from "../../../contract/values/values.ts";
import { operation } from "../../../rpc/operation.ts";
import { createCall, getCall, listCalls, updateCall } from "./domain.ts";
import { Call, CallChanges, CallFilter, NewCall } from "./schema.ts";

const area = "Communications";
const showsMoreWith = "communications:content";
const reading = { area, scope: "communications:read", showsMoreWith } as const satisfies Partial<OperationMeta>;
const writing = {
  area,
  scope: "communications:write",
  readBy: "communications:read",
  showsMoreWith,
  etag: "call.revision",
} as const satisfies Partial<OperationMeta>;
const Chosen = z.strictObject({ callId: Id });
const Shown = z.object({ call: Call });
const content = "`summary` requires `communications:content`; each call that shows one is an entry of the audit log.";
const effects =
  "A call that was answered moves `lastClientContactOn` of its case forward if it was with the client, their guardian or representative. One that is over is a contact attempt of its lead.";

export const callProcedures = {
  "calls.list": operation({
    ...reading,
    route: "GET /calls",
    summary: "List calls",
    description: `Returns the calls of the organization, newest first by default. ${content}`,
  })
    .input(CallFilter)
    .output(z.object({ calls: z.array(Call), nextCursor: z.string().nullable() }))
    .query(({ ctx, input }) => listCalls(ctx, input)),

  "calls.get": operation({
    ...reading,
    route: "GET /calls/{callId}",
    summary: "Get a call",
    description: content,
    etag: "call.revision",
  })
    .input(Chosen)
    .output(Shown)
    .query(async ({ ctx, input }) => ({ call: await getCall(ctx, input.callId) })),

  "calls.create": operation({
    ...writing,
    route: "POST /calls",
    summary: "Create a call",
    description: `Records a call that happened, or is happening, elsewhere, in any status; Caseport places and records none. A call without case and lead is unlinked. ${effects}`,
    emits: ["call.created"],
    mayEmit: ["call.completed", "call.missed", "case.updated", "lead.contact_attempted", "lead.status_changed"],
    errors: ["NOT_FOUND", "DUPLICATE_ENTRY"],
    created: { location: "/calls/{call.id}" },
  })
    .input(NewCall)
    .output(Shown)
    .mutation(async ({ ctx, input }) => ({ call: await createCall(ctx, input) })),

  "calls.update": operation({
    ...writing,
    route: "PATCH /calls/{callId}",
    summary: "Update a call",
    description: `Goes on with a call, completes it, links it, or marks a wrong entry as void: it stays, and cannot change. Transitions: ringing → in_progress, missed, voicemail, no_answer, busy, failed; in_progress → completed, failed. A link is set once. ${effects}`,
    mayEmit: [
      "call.updated",
      "call.completed",
      "call.missed",
      "call.voided",
      "case.updated",
      "lead.contact_attempted",
      "lead.status_changed",
    ],
    errors: ["STALE_REVISION", "INVALID_STATE_TRANSITION"],
  })
    .input(CallChanges.extend(Chosen.shape).refine(...changesSomething("callId")))
    .output(Shown)
    .mutation(async ({ ctx, input: { callId, ...changes } }) => ({ call: await updateCall(ctx, callId, changes) })),
};
