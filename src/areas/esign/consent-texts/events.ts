import { defineEvents } from "../../../contract/events/event-declaration.ts";
import { consentText } from "./examples.ts";
import { EsignConsentText } from "./schema.ts";

const { verification, verifiedBy, verifiedAt } = consentText;
const unverified = { verification: "unverified", verifiedBy: null, verifiedAt: null } as const;

export const consentTextEvents = defineEvents({
  entity: "esign_consent_text",
  area: "esign",
  scope: "esign:read",
  payload: EsignConsentText,
  exampleRelatedIds: (id) => [{ entity: "esign_consent_text", id }],
  types: {
    "esign_consent_text.created": {
      description: "The firm wrote a new version of the text with which recipients agree to sign electronically.",
      example: { payload: { ...consentText, ...unverified } },
    },
    "esign_consent_text.verified": {
      description: "An attorney of the firm verified a consent text.",
      example: { payload: { ...consentText, verification, verifiedBy, verifiedAt }, before: unverified },
    },
  },
});
