import type { MemoryPlan } from "./memory.ts";

/** How much is measured. */
export interface Plan {
  /** Events of documents and folders in the feed. */
  feedEvents: number;
  warmUpSeconds: number;
  rounds: number;
  sliceSeconds: number;
  pageRounds: number;
  profileSeconds: number;
  memory: MemoryPlan;
}

/** Seven to ten minutes; on a slow machine the memory's part is cut short. */
export const fullPlan: Plan = {
  feedEvents: 1_000_000,
  warmUpSeconds: 4,
  rounds: 21,
  sliceSeconds: 1,
  pageRounds: 15,
  profileSeconds: 5,
  memory: { warmUp: 20_000, requests: 100_000, seconds: 280 },
};

/** About a minute: to see that it works, and roughly where things stand. */
export const quickPlan: Plan = {
  feedEvents: 100_000,
  warmUpSeconds: 1.5,
  rounds: 5,
  sliceSeconds: 0.5,
  pageRounds: 5,
  profileSeconds: 2,
  memory: { warmUp: 2_000, requests: 5_000, seconds: 20 },
};
