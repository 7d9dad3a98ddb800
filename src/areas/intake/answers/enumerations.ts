import { enumeration } from "../../../contract/enumeration.ts";

export const answerEnumerations = {
  answerValueType: enumeration("The type of an intake answer's value.", {
    string: "Any text.",
    number: "A decimal number: -12.5.",
    boolean: "yes or no.",
    date: "A calendar date: 2026-03-14.",
    datetime: "An instant: 2026-03-14T15:09:26Z.",
    choice: "The value of an option.",
    multi_choice: "The values of several options, separated by commas.",
    phone: "A telephone number.",
    email: "An e-mail address.",
    currency_cents: "A whole number of US cents.",
    json: "A JSON text.",
  }),
  answerSource: enumeration("The source of an intake answer.", {
    client_portal: "The client answered a form.",
    staff: "A member of the firm entered it.",
    api: "An integration sent it.",
    phone_ai: "A voice assistant captured it.",
    import: "It was imported.",
    e_sign: "It comes from a signed document.",
  }),
  bulkAnswerStatus: enumeration("The result of one answer of a bulk request.", {
    created: "There was no answer at its accessor; it was created.",
    updated: "Replaced or restored.",
    unchanged: "The same answer already existed.",
    failed: "Nothing was changed; see `code` and `error`.",
  }),
} as const;
