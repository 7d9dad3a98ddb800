import { enumeration } from "../../../contract/enumeration.ts";

export const negotiationEnumerations = {
  negotiationType: enumeration("What an entry of the negotiation is.", {
    demand: "A demand.",
    policy_limits_demand: "A demand for the limits of a policy.",
    offer: "An offer.",
    final_offer: "An offer that is said to be the last.",
    tender: "A tender of the limits of a policy.",
    counter_offer: "An answer to an offer or a demand with another amount.",
    mediators_proposal: "What a mediator proposes to both sides.",
    offer_of_judgment: "An offer to let judgment be entered, with consequences for costs.",
    acceptance: "What was offered or demanded is accepted.",
    rejection: "It is rejected.",
    conveyed: "It was conveyed to the client.",
    client_decision: "What the client decided.",
    withdrawal: "Who made it withdrew it.",
  }),
  negotiationDirection: enumeration("From whom to whom it went.", {
    outgoing: "From the firm to the other side.",
    incoming: "From the other side to the firm.",
    internal: "Between the firm and its client.",
  }),
  negotiationMethod: enumeration("How it was made.", { written: "In writing.", oral: "By word of mouth." }),
  negotiationStatus: enumeration("How an entry stands.", {
    open: "It can be accepted, rejected, countered or withdrawn.",
    countered: "Another amount answered it.",
    accepted: "It was accepted.",
    rejected: "It was rejected.",
    expired: "Its time is over.",
    withdrawn: "It was withdrawn.",
    recorded: "It asks for no answer, or was corrected by another entry.",
  }),
  clientDecision: enumeration("What a client decided on an offer.", {
    accepted: "To accept it.",
    rejected: "To reject it.",
  }),
} as const;
