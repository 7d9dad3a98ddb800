import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import {
  approvedDisbursement,
  clearedDisbursement,
  disbursement,
  issuedDisbursement,
  voidedDisbursement,
} from "./examples.ts";
import { DisbursementInEvent, redactedMembers, type Disbursement } from "./schema.ts";

const shown = <Shown extends Disbursement>(record: Shown) => redactMembers(record, redactedMembers);

export const disbursementEvents = defineEvents({
  entity: "trust_disbursement",
  area: "trust",
  scope: "trust:read",
  payload: DisbursementInEvent,
  exampleRelatedIds: () => [...relateToCase(), { entity: "settlement_statement", id: disbursement.statementId }],
  types: {
    "trust_disbursement.requested": {
      description:
        "A disbursement out of trust was requested; it waits for a second person. Lienholder and note of the decision in events of disbursements read `[redacted]`.",
      example: { payload: shown(disbursement) },
    },
    "trust_disbursement.approved": {
      description: "A second person approved a disbursement in the portal.",
      example: {
        payload: shown(approvedDisbursement),
        before: {
          status: "pending_approval",
          availableTransitions: ["cancelled"],
          decidedBy: null,
          decidedAt: null,
        },
      },
    },
    "trust_disbursement.rejected": {
      description: "A second person rejected a disbursement in the portal.",
      example: {
        payload: shown({ ...approvedDisbursement, status: "rejected", availableTransitions: [] }),
        before: {
          status: "pending_approval",
          availableTransitions: ["cancelled"],
          decidedBy: null,
          decidedAt: null,
        },
      },
    },
    "trust_disbursement.cancelled": {
      description: "A disbursement was canceled before it was issued.",
      example: {
        payload: shown({
          ...disbursement,
          status: "cancelled",
          statusReason: "Requested twice",
          availableTransitions: [],
          revision: 2,
        }),
        before: { status: "pending_approval", statusReason: null, availableTransitions: ["cancelled"] },
      },
    },
    "trust_disbursement.issued": {
      description:
        "The check of a disbursement was issued, or its transfer ordered; or the match that had cleared it was undone.",
      example: {
        payload: shown(issuedDisbursement),
        before: {
          status: "approved",
          availableTransitions: ["issued", "cancelled"],
          checkNumber: null,
          issuedOn: null,
          transactionId: null,
        },
      },
    },
    "trust_disbursement.cleared": {
      description: "The bank paid a disbursement.",
      example: {
        payload: shown(clearedDisbursement),
        before: { status: "issued", availableTransitions: ["cleared", "voided"], clearedOn: null },
      },
    },
    "trust_disbursement.voided": {
      description: "A disbursement was voided after it was issued; its money is back in the ledger.",
      example: {
        payload: shown(voidedDisbursement),
        before: {
          status: "issued",
          statusReason: null,
          availableTransitions: ["cleared", "voided"],
          voidedOn: null,
          voidTransactionId: null,
        },
      },
    },
  },
});
