import { enumeration } from "../../../contract/enumeration.ts";

export const callEnumerations = {
  callStatus: enumeration("How far a call is.", {
    ringing: "It is ringing.",
    in_progress: "They are speaking.",
    completed: "They spoke, and the call is over.",
    missed: "No one at the firm took it.",
    voicemail: "A voicemail was left.",
    no_answer: "The other side did not answer.",
    busy: "The line was busy.",
    failed: "It could not be connected.",
  }),
  callDirection: enumeration("Who called.", {
    inbound: "The person called the firm.",
    outbound: "The firm called the person.",
  }),
  callDisposition: enumeration("What came of a call.", {
    connected: "They spoke.",
    left_voicemail: "A voicemail was left.",
    wrong_number: "The number belongs to another person.",
    callback_requested: "A call back was asked for.",
    spoke_with_other: "Someone else answered.",
    other: "Something else; see the summary.",
  }),
  recordingConsent: enumeration("Who agreed that a call is recorded.", {
    one_party: "One party.",
    all_party: "All parties.",
    none: "No one; it must not be recorded.",
    unknown: "Not known.",
  }),
} as const;
