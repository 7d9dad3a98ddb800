import { enumeration } from "../../contract/enumeration.ts";

export const deadlineChainEnumerations = {
  deadlineChainStatus: enumeration("What became of a chain of deadlines.", {
    active: "Its trigger can be moved.",
    cancelled: "It was canceled, with its open deadlines.",
  }),
  chainMoveAction: enumeration("What a new trigger date does to a deadline of a chain.", {
    move: "Its date moves.",
    propose: "It was missed; the later date waits for a second person.",
    keep_done: "It is no longer open, and stays.",
    keep_overridden: "Its date was set manually or extended, and stays.",
    keep_undated:
      "By what is known now it does not apply, or has no day from which it is counted: it stays until someone cancels it.",
  }),
  chainFact: enumeration("A fact on which the items of a chain template depend.", {
    defendant_is_united_states:
      "The defendant is the United States, one of its agencies, or an officer or employee of it.",
    united_states_is_party: "The United States, one of its agencies, or an officer or employee of it is a party.",
    defendant_is_state_agency: "The defendant is the state, one of its agencies, or an officer or employee of it.",
    defendant_served_out_of_state: "The defendant was served outside of the state, within the United States.",
    defendant_served_abroad:
      "The defendant was served, or the request for a waiver was sent to them, outside of the United States.",
    served_personally: "The summons was delivered to the defendant in person within the state.",
    served_by_publication: "The summons was published.",
    service_waived: "The defendant waived service.",
    case_removed: "The case was removed to a federal court.",
    answered_before_removal: "The defendant answered before the case was removed.",
    party_is_defendant: "The party that has to act is a defendant.",
    post_trial_motion_filed: "A timely motion was filed after the judgment that changes the time to appeal.",
  }),
  chainChoice: enumeration("Which of several dates an item of a chain template takes.", {
    earliest: "The earliest.",
    latest: "The latest.",
  }),
  chainSkipReason: enumeration("Why an item of a chain template makes no deadline.", {
    does_not_apply: "The facts that were given exclude it.",
    trigger_date_unknown: "No day from which it is counted is known.",
  }),
  chainEffect: enumeration("What the current text of a template would do to a deadline of a chain.", {
    earlier: "Its date would be earlier.",
    later: "Its date would be later.",
    left_out: "It would not be recorded: the item is gone, is only a step, or does not apply.",
  }),
} as const;
