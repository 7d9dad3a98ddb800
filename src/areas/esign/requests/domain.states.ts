import type { StateMachine } from "../../../contract/state-machine.ts";
import type { EsignRecipientStatus, EsignRequestStatus } from "./schema.ts";

/** The whole life of a request; the system moves it, too. */
export const esignRequestStates: StateMachine<EsignRequestStatus> = {
  noun: "A signature request",
  operation: "esignRequests.delete",
  transitions: {
    draft: ["preparing"],
    preparing: ["draft", "sent", "voided"],
    sent: ["sealing", "declined", "voided", "expired"],
    sealing: ["completed"],
    completed: [],
    declined: [],
    voided: [],
    expired: [],
  },
};

/** The life of a recipient. */
export const esignRecipientStates: StateMachine<EsignRecipientStatus> = {
  noun: "A recipient",
  operation: "esignRequests.delete",
  transitions: {
    waiting: ["sent", "copied", "cancelled"],
    sent: ["viewed", "bounced", "locked", "cancelled"],
    viewed: ["signed", "declined", "bounced", "locked", "cancelled"],
    signed: [],
    declined: [],
    bounced: ["sent", "cancelled"],
    locked: ["sent", "cancelled"],
    copied: [],
    cancelled: [],
  },
};

/** Where operations move a request: `availableTransitions`. */
export const movesOfOperations: Readonly<Record<EsignRequestStatus, readonly EsignRequestStatus[]>> = {
  draft: ["preparing"],
  preparing: ["voided"],
  sent: ["voided"],
  sealing: [],
  completed: [],
  declined: [],
  voided: [],
  expired: [],
};

/** Requests that are out: a case with one is not archived, and its documents are locked. */
export const openStatuses = ["preparing", "sent", "sealing"] as const satisfies readonly EsignRequestStatus[];

export const isOpen = (status: EsignRequestStatus): boolean =>
  (openStatuses as readonly EsignRequestStatus[]).includes(status);

/** Whether it is a recipient's turn, and they can sign. */
export const isActiveRecipient = (status: EsignRecipientStatus): boolean => status === "sent" || status === "viewed";
