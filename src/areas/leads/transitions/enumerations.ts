import { enumeration } from "../../../contract/enumeration.ts";

/** Source: domain model, 4. */
export const trailEnumerations = {
  leadContactChannel: enumeration("By which way a lead was reached, or tried to be.", {
    call: "Telephone.",
    text: "Text message.",
    email: "E-mail.",
    chat: "Live chat.",
    in_person: "In person.",
    mail: "Letter.",
  }),
  leadContactDirection: enumeration("Who reached for whom.", {
    inbound: "The person reached for the firm.",
    outbound: "The firm reached for the person.",
  }),
  leadContactOutcome: enumeration("What came of an attempt to reach a lead.", {
    connected: "They spoke.",
    voicemail: "A voicemail was left.",
    no_answer: "Nobody answered.",
    busy: "The line was busy.",
    wrong_number: "The number is somebody else's.",
    text_sent: "A text message was sent.",
    email_sent: "An e-mail was sent.",
  }),
  leadLookalikeEntity: enumeration("What a search for duplicates of a lead has found.", {
    lead: "Another lead.",
    client: "A client.",
  }),
  leadLookalikeMatch: enumeration("What something that a search for duplicates has found has in common with what was searched.", {
    phone: "A telephone number.",
    email: "The e-mail address.",
    name: "The words of the name.",
  }),
} as const;
