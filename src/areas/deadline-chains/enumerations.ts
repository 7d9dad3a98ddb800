import { enumeration } from "../../contract/enumeration.ts";

export const deadlineChainEnumerations = {
  deadlineChainStatus: enumeration("What became of a chain of deadlines.", {
    active: "Its trigger can be moved.",
    cancelled: "It was cancelled, with its open deadlines.",
  }),
  chainMoveAction: enumeration("What a new trigger date does to a deadline of a chain.", {
    move: "Its date moves.",
    propose: "It was missed; the later date waits for a second person.",
    keep_done: "It is no longer open, and stays.",
    keep_overridden: "Its date was set by hand or extended, and stays.",
  }),
} as const;
