import type { ListCounts } from "./lists/rows.ts";
import type { MemoryPlan } from "./memory.ts";

/** How much is measured. */
export interface Plan {
  /** Events of documents and folders in the feed. */
  feedEvents: number;
  /**
   * Of each kind of request: PATCH client takes half the CPU time after 1,250 requests, so seconds alone would compare
   * cold code with warm.
   */
  warmUp: { count: number; seconds: number };
  requests: RequestPlan;
  sliceSeconds: number;
  pageRounds: number;
  /** Of the many kinds of pages of the feed, and of the fan-out. */
  feedRounds: number;
  /** Changes for which readers wait, one after the other, in so many rounds: with one reader, and with many. */
  waiting: { rounds: number; changesForOne: number; changesForMany: number };
  /** How long another firm reads beside each of one firm's loops, and how many daily series that one has. */
  fairness: { seconds: number; series: number };
  profileSeconds: number;
  memory: MemoryPlan;
  /** Requests to `npm start`, and the time after which what was reached is reported. */
  start: Omit<MemoryPlan, "warmUp">;
  deliveries: DeliveryPlan;
  /** Jobs of so many items of each kind, in turn with one client's single requests. */
  bulk: { rounds: number; items: number };
  /** Of each kind, one after the other. */
  imports: { rows: number };
  lists: ListCounts & { rounds: number };
  exports: ListCounts;
}

export interface RequestPlan {
  /** Of the measured firm, with as many clients; fifteen other firms have a tenth each. */
  cases: number;
  rounds: number;
  seconds: number;
}

export interface DeliveryPlan {
  /** Before the first measurement, to the same worker. */
  warmUp: number;
  /** Worker and floor take turns, with so many deliveries each time. */
  rounds: number;
  perRound: number;
  /** Deliveries drained without a pause, for the memory measurement. */
  backlog: number;
  /** With and without a receiver that hangs, in turn; deliveries for each of the others. */
  hangingRounds: number;
  perReceiver: number;
}

/**
 * About an hour and a half, half of it a million requests to `npm start`; on a slow machine the memory's parts are cut
 * short.
 */
export const fullPlan: Plan = {
  feedEvents: 1_000_000,
  warmUp: { count: 5_000, seconds: 20 },
  requests: { cases: 100_000, rounds: 21, seconds: 1 },
  sliceSeconds: 1,
  pageRounds: 15,
  feedRounds: 11,
  fairness: { seconds: 30, series: 880 },
  waiting: { rounds: 10, changesForOne: 10, changesForMany: 2 },
  profileSeconds: 5,
  memory: { warmUp: 20_000, requests: 100_000, seconds: 280 },
  start: { requests: 1_000_000, seconds: 3_000 },
  deliveries: { warmUp: 5_000, rounds: 7, perRound: 5_000, backlog: 100_000, hangingRounds: 3, perReceiver: 3_000 },
  bulk: { rounds: 5, items: 500 },
  imports: { rows: 100_000 },
  lists: { cases: 1_000_000, others: 200_000, rounds: 7 },
  exports: { cases: 1_000_000, others: 1_000 },
};

/** A few minutes: to see that it works, and roughly where things stand. */
export const quickPlan: Plan = {
  feedEvents: 100_000,
  warmUp: { count: 1_250, seconds: 6 },
  requests: { cases: 5_000, rounds: 4, seconds: 0.7 },
  sliceSeconds: 0.4,
  pageRounds: 4,
  feedRounds: 3,
  fairness: { seconds: 8, series: 200 },
  waiting: { rounds: 5, changesForOne: 20, changesForMany: 1 },
  profileSeconds: 1.5,
  memory: { warmUp: 2_000, requests: 5_000, seconds: 20 },
  start: { requests: 10_000, seconds: 40 },
  deliveries: { warmUp: 1_000, rounds: 3, perRound: 2_000, backlog: 5_000, hangingRounds: 1, perReceiver: 500 },
  bulk: { rounds: 2, items: 200 },
  imports: { rows: 10_000 },
  lists: { cases: 100_000, others: 20_000, rounds: 3 },
  exports: { cases: 100_000, others: 1_000 },
};
