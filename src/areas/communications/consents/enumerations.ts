import { enumeration, namedEnum } from "../../../contract/enumeration.ts";

export const consentEnumerations = {
  consentChannel: enumeration("By what a person agreed to be contacted.", {
    text: "By text.",
    call: "By phone.",
    email: "By email.",
  }),
  suppressionReason: enumeration("Why nothing is sent to a number or an address.", {
    stop_keyword: "STOP, or another word of it, was texted from the number.",
    provider_opt_out: "The provider of texts has an opt-out of the number.",
    hard_bounce: "Emails to the address bounce.",
    manual: "A member of the firm entered it.",
  }),
} as const;

export const SendableChannel = namedEnum("SendableChannel", ["text", "email"]);
export const TemplateLanguage = namedEnum("MessageTemplateLanguage", ["en", "es"]);
