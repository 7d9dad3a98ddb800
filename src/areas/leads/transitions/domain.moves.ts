import type { StateMachine } from "../../../contract/state-machine.ts";
import type { LeadStatus } from "../schema.ts";

/** Only a conversion sets `converted`. */
export const leadTransitions = {
  new: ["attempting_contact", "contacted", "duplicate", "declined", "spam"],
  attempting_contact: ["contacted", "unreachable", "declined", "duplicate"],
  contacted: ["qualified", "under_review", "declined", "referred_out", "lost"],
  qualified: ["under_review", "appointment_set", "retainer_sent", "declined", "referred_out", "lost"],
  under_review: ["qualified", "retainer_sent", "declined", "referred_out"],
  appointment_set: ["contacted", "retainer_sent", "lost"],
  retainer_sent: ["retainer_signed", "lost", "declined"],
  retainer_signed: ["converted"],
  unreachable: ["attempting_contact", "lost"],
  referred_out: ["converted", "lost"],
  converted: [],
  declined: ["new"],
  lost: ["new"],
  duplicate: [],
  spam: [],
} as const satisfies Record<LeadStatus, readonly LeadStatus[]>;

export const leadStates: StateMachine<LeadStatus> = {
  noun: "A lead",
  operation: "leads.transition",
  transitions: leadTransitions,
};
