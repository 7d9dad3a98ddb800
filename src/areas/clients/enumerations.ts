import { enumeration } from "../../contract/enumeration.ts";

export const clientEnumerations = {
  clientGender: enumeration("A client's self-reported gender.", {
    female: "Female.",
    male: "Male.",
    non_binary: "Neither exclusively female nor male.",
    other: "Something else.",
    undisclosed: "The client prefers not to say.",
  }),
  maritalStatus: enumeration("A client's marital status.", {
    single: "Never married.",
    married: "Married.",
    domestic_partnership: "In a registered partnership.",
    separated: "Married, living separately.",
    divorced: "Divorced.",
    widowed: "Widowed.",
    unknown: "Asked, but unknown.",
  }),
  benefitStatus: enumeration("Whether a client receives a public benefit that can create a lien on the recovery.", {
    yes: "The client receives it.",
    no: "The client does not receive it.",
    unknown: "Not yet asked, or unknown.",
  }),
  militaryStatus: enumeration("A client's military service. Active duty protects against default judgments.", {
    none: "No service.",
    active_duty: "On active duty.",
    reserve: "In the reserves.",
    national_guard: "In the National Guard.",
    veteran: "A veteran.",
    unknown: "Asked, but unknown.",
  }),
  textConsentStatus: enumeration("Whether a client consented to text messages.", {
    opted_in: "The client consented.",
    opted_out: "The client declined or withdrew consent.",
    unknown: "The client has not been asked.",
  }),
  textConsentSource: enumeration("How a client consented to text messages, or declined.", {
    intake_form: "On an intake form.",
    retainer: "In the retainer agreement.",
    text_reply: "By replying to a text message.",
    call: "By phone.",
    in_person: "In person.",
    import: "Imported from another system.",
    other: "Elsewhere.",
  }),
  clientPortalStatus: enumeration("A client's access to the firm's client portal.", {
    not_invited: "Not invited.",
    invited: "Invited; not yet signed in.",
    active: "Signs in.",
    disabled: "Access was removed.",
  }),
} as const;
