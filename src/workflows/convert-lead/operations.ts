import { Id } from "../../contract/values.ts";
import { operation } from "../../rpc/operation.ts";
import { convertLead } from "./domain.ts";
import { Conversion, Converted } from "./schema.ts";

/** Part of the router `leads`: a conversion makes a client and a case, and hands over documents and answers. */
export const convertLeadProcedures = {
  convert: operation({
    method: "POST",
    path: "/leads/{leadId}/convert",
    summary: "Convert a lead to a case",
    description:
      "Makes the case and, unless `clientMatch` names one, the client; hands over documents and answers. All of it or nothing; a lead with more than 1,000 answers is refused (409) unless `copyIntakeAnswers` is false. From `retainer_signed` and `referred_out`; a second time is 409 `INVALID_STATE_TRANSITION`, which names the case.",
    area: "Leads",
    scope: "leads:write",
    tier: "write",
    idempotency: "required",
    emits: ["lead.converted", "case.created"],
    mayEmit: ["client.created", "intake_answer.upserted", "document.updated"],
    errors: ["NOT_FOUND", "INVALID_STATE_TRANSITION", "STALE_REVISION"],
    etag: "lead.revision",
  })
    .input(Conversion.extend({ leadId: Id }))
    .output(Converted)
    .mutation(({ ctx, input: { leadId, ...conversion } }) => convertLead(ctx, leadId, conversion)),
};
