import { enumeration } from "../../../contract/enumeration.ts";

export const customFieldEnumerations = {
  customFieldEntity: enumeration("The records that custom fields belong to.", {
    case: "Cases.",
    lead: "Leads.",
  }),
  customFieldType: enumeration("The type of a custom field's values.", {
    text: "A line of text, at most 500 characters.",
    long_text: "Text of at most 10,000 characters.",
    number: "A number.",
    currency: "US cents, an integer.",
    percent: "A number from 0 to 100.",
    date: "A calendar date, YYYY-MM-DD.",
    datetime: "An instant, ISO-8601; stored in UTC.",
    boolean: "True or false.",
    select: "The value of one of the field's options.",
    multi_select: "A list of distinct option values.",
    contact: "The id of a contact.",
    member: "The id of a member.",
    case: "The id of a case.",
    document: "The id of a document.",
    url: "A web address, http or https.",
    email: "An e-mail address.",
    phone: "A telephone number, at most 50 characters.",
  }),
} as const;
