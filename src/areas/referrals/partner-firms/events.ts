import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { ids, times } from "../../../contract/examples/example-story.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { partnerFirm } from "./examples.ts";
import { PartnerFirmInEvent, redactedMembers } from "./schema.ts";

const approval = { memberId: ids.managerId, at: times.now };
const shown = redactMembers(partnerFirm, redactedMembers);

export const partnerFirmEvents = defineEvents({
  entity: "partner_firm",
  area: "referrals",
  scope: "referrals:read",
  payload: PartnerFirmInEvent,
  exampleRelatedIds: () => [
    { entity: "partner_firm", id: partnerFirm.id },
    { entity: "contact", id: partnerFirm.contactId },
  ],
  types: {
    "partner_firm.created": {
      description:
        "A partner firm was added. Bar number, notes and the reason of a block in events of partner firms read `[redacted]`.",
      example: { payload: shown },
    },
    "partner_firm.updated": {
      description: "A partner firm was changed.",
      example: { payload: { ...shown, phone: "+1 210 555 0198", revision: 2 }, before: { phone: partnerFirm.phone } },
    },
    "partner_firm.approved": {
      description:
        "A member approved that the firm sends referrals to a firm of this installation, or that it refers matters to the firm.",
      example: {
        payload: { ...shown, kind: "network", contactId: null, mayReferToUs: approval, revision: 2 },
        before: { mayReferToUs: null },
      },
    },
    "partner_firm.blocked": {
      description: "The firm blocked a partner firm: it sends nothing to it and takes nothing from it.",
      example: { payload: { ...shown, status: "blocked", revision: 2 }, before: { status: "active" } },
    },
  },
});
