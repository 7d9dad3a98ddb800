import { enumeration } from "../../../contract/enumeration.ts";

export const trailEnumerations = {
  leadContactChannel: enumeration("The channel of a contact attempt.", {
    call: "Telephone.",
    text: "Text message.",
    email: "E-mail.",
    chat: "Live chat.",
    in_person: "In person.",
    mail: "Letter.",
  }),
  leadContactDirection: enumeration("The direction of a contact attempt.", {
    inbound: "The person contacted the firm.",
    outbound: "The firm contacted the person.",
  }),
  leadContactOutcome: enumeration("The outcome of a contact attempt.", {
    connected: "They spoke.",
    voicemail: "A voicemail was left.",
    no_answer: "No answer.",
    busy: "The line was busy.",
    wrong_number: "The number belongs to another person.",
    text_sent: "A text message was sent.",
    email_sent: "An e-mail was sent.",
  }),
  leadLookalikeEntity: enumeration("The kind of record that a duplicate search found.", {
    lead: "Another lead.",
    client: "A client.",
  }),
  leadLookalikeMatch: enumeration("What a result of a duplicate search matched.", {
    phone: "A telephone number.",
    email: "The e-mail address.",
    name: "The words of the name.",
  }),
} as const;
