import { enumeration } from "../../contract/enumeration.ts";

/** Source: domain model, area 5; values that it leaves open are chosen here. */
export const clientEnumerations = {
  clientGender: enumeration("A client's gender as the client states it.", {
    female: "Female.",
    male: "Male.",
    non_binary: "Neither female nor male alone.",
    other: "Something else.",
    undisclosed: "The client would rather not say.",
  }),
  maritalStatus: enumeration("Whether a client is married.", {
    single: "Never married.",
    married: "Married.",
    domestic_partnership: "In a registered partnership.",
    separated: "Married, living apart.",
    divorced: "Divorced.",
    widowed: "Widowed.",
    unknown: "Asked, and not known.",
  }),
  benefitStatus: enumeration("Whether a client receives a public benefit that may have a lien on what is recovered.", {
    yes: "The client does.",
    no: "The client does not.",
    unknown: "Not asked yet, or not known.",
  }),
  militaryStatus: enumeration("A client's military service, which protects from default judgments while it is active.", {
    none: "No service.",
    active_duty: "On active duty.",
    reserve: "In the reserve.",
    national_guard: "In the National Guard.",
    veteran: "Served before.",
    unknown: "Asked, and not known.",
  }),
  textConsentStatus: enumeration("Whether a client agreed to text messages.", {
    opted_in: "The client agreed.",
    opted_out: "The client refused, or withdrew.",
    unknown: "The client has not been asked.",
  }),
  textConsentSource: enumeration("Where a client agreed to text messages, or refused.", {
    intake_form: "On a form of the intake.",
    retainer: "In the retainer agreement.",
    text_reply: "By answering a text message.",
    call: "On the phone.",
    in_person: "In person.",
    import: "Taken over from another system.",
    other: "Elsewhere.",
  }),
  clientPortalStatus: enumeration("Where a client stands with the firm's client portal.", {
    not_invited: "Not invited.",
    invited: "Invited; has not signed in yet.",
    active: "Signs in.",
    disabled: "May not sign in any more.",
  }),
} as const;
