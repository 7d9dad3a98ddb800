import { enumeration } from "../../../contract/enumeration.ts";

export const formEnumerations = {
  questionType: enumeration("The type of a question of an intake form.", {
    short_text: "One line of text.",
    long_text: "Text of several lines.",
    number: "A decimal number.",
    currency: "A whole number of US cents.",
    date: "A calendar date.",
    time: "A time of day: 17:30.",
    yes_no: "yes or no.",
    select: "One of the options.",
    multi_select: "Several of the options, separated by commas.",
    phone: "A telephone number.",
    email: "An e-mail address.",
    address: "A postal address, as text.",
    file: "A document's id.",
    signature: "A document's id.",
    body_diagram: "A JSON text that marks places on the body.",
    consent: "yes or no.",
    section: "A heading without an answer.",
  }),
  formStatus: enumeration("Whether an intake form was published.", {
    draft: "Never published; answers are not validated against it.",
    published: "Has a published version; its draft can differ.",
  }),
  conditionMatch: enumeration("How many conditions must be true for a question to be shown.", {
    all: "All of them.",
    any: "At least one condition.",
  }),
  conditionOperator: enumeration("The comparison of a condition with the answer to another question.", {
    equals: "The answer equals this value.",
    not_equals: "The answer differs from this value, or there is none.",
    contains: "The answer contains this value.",
    answered: "There is an answer.",
    not_answered: "There is no answer.",
  }),
} as const;
