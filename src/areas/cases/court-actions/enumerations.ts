import { enumeration } from "../../../contract/enumeration.ts";

export const courtActionEnumerations = {
  courtActionType: enumeration("What a court action is.", {
    state_civil: "A civil action in a court of a state.",
    federal_civil: "A civil action in a federal court.",
    small_claims: "A small claim.",
    appeal: "An appeal.",
    workers_compensation: "A claim before a workers' compensation board or court.",
    arbitration: "An arbitration.",
    probate: "A probate or guardianship proceeding, such as the approval of a minor's settlement.",
    other: "Another proceeding; see the notes.",
  }),
  courtActionStatus: enumeration("How far a court action is. A status before the current one needs a reason.", {
    not_filed: "In preparation.",
    filed: "Filed; `filedOn` says when.",
    answered: "The other side answered; `answeredOn` says when.",
    trial_set: "The trial is set; `trialOn` says when.",
    tried: "The trial is over.",
    judgment: "A judgment was entered; `judgmentOn` says when.",
    appealed: "The judgment is appealed.",
    stayed: "Stayed by the court.",
    dismissed: "Dismissed.",
    resolved: "Settled, or otherwise at its end.",
  }),
} as const;
