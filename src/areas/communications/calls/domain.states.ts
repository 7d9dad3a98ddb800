import type { StateMachine } from "../../../contract/state-machine.ts";
import type { CallStatus } from "./schema.ts";

/** A call is created in any status: most are recorded after they are over. */
export const callStates: StateMachine<CallStatus> = {
  noun: "A call",
  operation: "calls.update",
  transitions: {
    ringing: ["in_progress", "missed", "voicemail", "no_answer", "busy", "failed"],
    in_progress: ["completed", "failed"],
    completed: [],
    missed: [],
    voicemail: [],
    no_answer: [],
    busy: [],
    failed: [],
  },
};

/** Whether a call is over. */
export const hasEnded = (status: CallStatus): boolean => callStates.transitions[status].length === 0;
