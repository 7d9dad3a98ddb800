import { enumeration } from "../../../contract/enumeration.ts";

/** Source: domain model, 12. */
export const formEnumerations = {
  questionType: enumeration("What kind of answer a question of an intake form takes.", {
    short_text: "One line of text.",
    long_text: "Text of several lines.",
    number: "A decimal number.",
    currency: "A whole number of US cents.",
    date: "A calendar date.",
    time: "A time of day: 17:30.",
    yes_no: "yes or no.",
    select: "One of the options.",
    multi_select: "Some of the options, separated by commas.",
    phone: "A telephone number.",
    email: "An e-mail address.",
    address: "A postal address, as text.",
    file: "A document's id.",
    signature: "A document's id.",
    body_diagram: "A JSON text that marks places of the body.",
    consent: "yes or no.",
    section: "A heading: it takes no answer.",
  }),
  formStatus: enumeration("Whether an intake form was published.", {
    draft: "Never published: no answer is judged by it.",
    published: "Has a published version; its draft may already differ from it.",
  }),
  conditionMatch: enumeration("How many of its conditions must hold for a question to be shown.", {
    all: "All of them.",
    any: "At least one.",
  }),
  conditionOperator: enumeration("How a condition compares the answer of another question.", {
    equals: "The answer is this value.",
    not_equals: "The answer is another value, or there is none.",
    contains: "The answer holds this value.",
    answered: "There is an answer.",
    not_answered: "There is no answer.",
  }),
} as const;
