import { enumeration } from "../../../contract/enumeration.ts";

/** Source: domain model, 12. */
export const answerEnumerations = {
  answerValueType: enumeration("How the text of an intake answer is to be read.", {
    string: "Any text.",
    number: "A decimal number: -12.5.",
    boolean: "yes or no.",
    date: "A calendar date: 2026-03-14.",
    datetime: "An instant: 2026-03-14T15:09:26Z.",
    choice: "The value of one option.",
    multi_choice: "The values of some options, separated by commas.",
    phone: "A telephone number.",
    email: "An e-mail address.",
    currency_cents: "A whole number of US cents.",
    json: "A JSON text.",
  }),
  answerSource: enumeration("Where an intake answer came from.", {
    client_portal: "The client answered a form.",
    staff: "A member of the firm wrote it down.",
    api: "A program sent it.",
    phone_ai: "A voice assistant understood it.",
    import: "It came with an import of older data.",
    e_sign: "It was filled in with a document that was signed.",
  }),
  bulkAnswerStatus: enumeration("What became of one answer of a bulk request.", {
    created: "There was none at its accessor.",
    updated: "Replaced, or brought back.",
    unchanged: "It was there already, just so.",
    failed: "Nothing was changed; `code` and `error` say why.",
  }),
} as const;
