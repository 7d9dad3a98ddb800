import { Id } from "../../contract/values/values.ts";
import { defineArea } from "../../rpc/area.ts";
import { operation } from "../../rpc/operation.ts";
import { convertLead } from "./domain.ts";
import { Conversion, Converted } from "./schema.ts";
import { convertLeadExamples } from "./examples.ts";

/**
 * Part of the router `leads`; a workflow, because a conversion also writes a client, a case, documents, answers, notes
 * and tasks.
 */
export const leadConversion = defineArea(
  {
    "leads.convert": operation({
      route: "POST /leads/{leadId}/convert",
      summary: "Convert a lead to a case",
      description:
        "Creates the case and, with `clientMatch.mode` `create`, the client (`existing` names one), and hands over documents, answers, notes and tasks, in one transaction; its events of the calendar, signature requests, conversations and calls also belong to the case, and `statuteOfLimitationsEstimateOn` becomes a deadline that a second person has to verify. The lead must be in status `retainer_signed` or `referred_out`, and not be with another firm or offered to one; its referrals get the case. Fails with 409 if the lead has more than 1,000 answers and `copyIntakeAnswers` is not false, more than 500 documents, notes or tasks that are to be handed over, or more than 50 signature requests, or 500 conversations or calls; for a converted lead the message of the 409 `INVALID_STATE_TRANSITION` names its case.",
      area: "Leads",
      scope: "leads:write",
      readBy: { lead: "leads:read", case: "cases:read", client: "clients:read" },
      echoes: ["lead.status", "lead.availableTransitions"],
      emits: ["lead.converted", "case.created"],
      mayEmit: [
        "consent.updated",
        "client.created",
        "client.updated",
        "intake_answer.upserted",
        "document.updated",
        "note.updated",
        "task.updated",
        "calendar_event.updated",
        "esign_request.updated",
        "conversation.updated",
        "call.updated",
        "case.updated",
        "referral.updated",
        "deadline.created",
      ],
      errors: ["INVALID_STATE_TRANSITION", "STALE_REVISION"],
      etag: "lead.revision",
    })
      .input(Conversion.extend({ leadId: Id }))
      .output(Converted)
      .mutation(({ ctx, input: { leadId, ...conversion } }) => convertLead(ctx, leadId, conversion)),
  },
  { examples: convertLeadExamples },
);
