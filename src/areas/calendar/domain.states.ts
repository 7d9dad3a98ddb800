import type { StateMachine } from "../../contract/state-machine.ts";
import type { EventStatus } from "./schema.ts";
import type { EventRow } from "./store.ts";

export const eventStates = {
  noun: "An event",
  operation: "calendarEvents.transition",
  transitions: {
    scheduled: ["confirmed", "held", "no_show", "continued", "adjourned", "cancelled"],
    confirmed: ["scheduled", "held", "no_show", "continued", "adjourned", "cancelled"],
    held: ["scheduled"],
    no_show: ["scheduled"],
    adjourned: ["scheduled"],
    cancelled: ["scheduled"],
    continued: [],
  },
} as const satisfies StateMachine<EventStatus>;

export const isStanding = (status: string) => status === "scheduled" || status === "confirmed";

/** Will not take place, or goes on at another time. */
export const calledOff: ReadonlySet<string> = new Set(["cancelled", "adjourned", "continued"]);

/** What a series itself can become; the rest is of its occurrences. */
const ofSeries: ReadonlySet<EventStatus> = new Set(["scheduled", "confirmed", "cancelled"]);

/** The statuses to which an event may go: a series has no outcome of its own. */
export function listTransitions({ status, rule }: Pick<EventRow, "status" | "rule">): readonly EventStatus[] {
  const all: readonly EventStatus[] = eventStates.transitions[status];
  return rule === null ? all : all.filter((to) => ofSeries.has(to));
}
