import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { actors, relateToCase } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { assertedLien, finalLien, lien, negotiatedLien, paidLien } from "./examples.ts";
import { LienInEvent, redactedMembers, type Lien } from "./schema.ts";

const shown = <Shown extends Lien>(record: Shown) => redactMembers(record, redactedMembers);

export const lienEvents = defineEvents({
  entity: "lien",
  area: "settlements",
  scope: "settlements:read",
  payload: LienInEvent,
  exampleRelatedIds: relateToCase,
  types: {
    "lien.created": {
      description:
        "A lien on the settlement of a case was recorded. Lienholder, handler, claim reference, bills and notes in events of liens read `[redacted]`.",
      example: { payload: shown(lien) },
    },
    "lien.updated": {
      description: "A lien was changed, or moved to a status other than `final`.",
      example: {
        payload: shown(assertedLien),
        before: {
          assertedCents: null,
          auditedCents: null,
          status: "identified",
          availableTransitions: lien.availableTransitions,
        },
      },
    },
    "lien.deadline_approaching": {
      description:
        "The first of `payByOn` and `finalDemandExpiresOn` of an open lien is 14, 7 or 1 days ahead: `metadata` has the date, `on`, and `daysLeft`.",
      example: {
        payload: shown({ ...assertedLien, payByOn: "2026-05-11" }),
        metadata: { on: "2026-05-11", daysLeft: 14 },
        by: actors.system,
      },
    },
    "lien.finalized": {
      description: "The final amount of a lien is known.",
      example: {
        payload: shown(finalLien),
        before: {
          finalCents: null,
          finalOn: null,
          finalMethod: null,
          finalLetterDocumentId: null,
          savingsCents: null,
          status: "negotiating",
          availableTransitions: negotiatedLien.availableTransitions,
        },
      },
    },
    "lien.paid": {
      description:
        "A disbursement out of trust paid a lien in full. If it is voided, the lien is `final` again (`lien.updated`).",
      example: {
        payload: shown(paidLien),
        before: { paidCents: 0, status: "final", availableTransitions: finalLien.availableTransitions },
      },
    },
  },
});
