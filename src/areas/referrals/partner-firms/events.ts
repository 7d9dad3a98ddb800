import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { redactMembers } from "../../../contract/values/redacted.ts";
import { partnerFirm } from "./examples.ts";
import { PartnerFirmInEvent, redactedMembers } from "./schema.ts";

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
      description: "A partner firm was added. Bar number and notes in events of partner firms read `[redacted]`.",
      example: { payload: shown },
    },
    "partner_firm.updated": {
      description: "A partner firm was changed.",
      example: { payload: { ...shown, phone: "+1 210 555 0198", revision: 2 }, before: { phone: partnerFirm.phone } },
    },
    "partner_firm.blocked": {
      description: "The firm blocked a partner firm: it sends nothing to it and takes nothing from it.",
      example: { payload: { ...shown, status: "blocked", revision: 2 }, before: { status: "active" } },
    },
  },
});
