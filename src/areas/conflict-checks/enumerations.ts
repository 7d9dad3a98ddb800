import { enumeration } from "../../contract/enumeration.ts";

export const conflictEnumerations = {
  conflictStatus: enumeration("The status of a conflict check.", {
    running: "The search is running.",
    completed: "The search is complete.",
  }),
  conflictDecision: enumeration("The decision on a conflict check.", {
    pending: "Not yet decided.",
    clear: "No conflict.",
    conflict: "There is a conflict: the firm declines the matter.",
    waived: "There is a conflict, and it was waived in writing.",
  }),
  conflictResultDecision: enumeration("The decision on a result of a conflict check.", {
    undecided: "Not yet decided.",
    no_conflict: "Another person, or no conflict.",
    potential: "A potential conflict.",
    conflict: "A conflict.",
    waived: "A conflict that was waived.",
  }),
  conflictEntity: enumeration("The kind of record that a conflict check found.", {
    client: "A client, whatever the status of their cases.",
    contact: "A contact.",
    party: "A party of a case, on any side, including closed cases.",
    lead: "A lead, including declined ones.",
    member: "A member of the organization, including deactivated ones.",
  }),
  conflictMatch: enumeration("What matched a search term.", {
    name: "The name, or the organization's name.",
    alias: "An alias.",
    email: "The e-mail address.",
    phone: "The phone number.",
    dob: "The date of birth, in addition to another match.",
    last_four: "The last four digits of a social security or tax number, in addition to another match.",
  }),
  matchBand: enumeration("How likely a match is the same person or company.", {
    high: "Likely: a score of 80 or more.",
    medium: "Possible: a score of 60 to 79.",
    low: "Unlikely, but the names have something in common: a score below 60.",
  }),
  matchReason: enumeration("Why a name matched although it differs, or that it does not differ.", {
    same_name: "The names are the same, ignoring case, accents and punctuation.",
    accents: "Letters are written otherwise: Müller, Mueller and Muller; Łukasz and Lukasz.",
    initial: "One name has an initial where the other has a word, or an initial more.",
    nickname: "A word is a usual short form of the other: Bob and Robert.",
    sound: "A word sounds like the other.",
    spelling: "A word differs by a typing error.",
    short_form: "A word is the beginning of the other.",
    joined_words: "Words are written as one: O'Brien and O Brien, de la Cruz and Delacruz.",
    word_order: "The words have another order.",
    suffix: "A suffix such as Jr. or III is missing or another.",
    company_form: "A company form such as LLC or Inc. is missing or another.",
    extra_words: "One name has all words of the other, and more: a middle name, a second surname.",
    different_word: "The names share words, and each has one that the other does not have.",
    shared_word: "The names share one word, such as a surname.",
  }),
  contactMatch: enumeration("What a potentially duplicate contact matched.", {
    name: "The name.",
    email: "The e-mail address.",
    phone: "The phone number.",
    npi: "The National Provider Identifier.",
  }),
} as const;
