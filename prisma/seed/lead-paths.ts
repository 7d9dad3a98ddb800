import type { LeadStatus } from "../../src/areas/leads/schema.ts";

/** Leads that stand where the path ends, and how they came there: each step is a move of the table. */
export interface LeadStanding {
  path: readonly LeadStatus[];
  count: number;
  /** How long ago they came, in days. */
  ageDays: readonly [youngest: number, oldest: number];
  /** Why it ended so, where that needs a reason. */
  reasons?: readonly string[];
}

const contacted = ["new", "attempting_contact", "contacted"] as const;
const qualified = [...contacted, "qualified"] as const;
const signed = [...qualified, "retainer_sent", "retainer_signed"] as const;

/** The leads of a firm; a small one has some of each. */
export const leadStandings: readonly LeadStanding[] = [
  { path: ["new"], count: 9, ageDays: [0, 3] },
  { path: ["new", "attempting_contact"], count: 7, ageDays: [1, 8] },
  { path: contacted, count: 6, ageDays: [2, 12] },
  { path: qualified, count: 5, ageDays: [4, 18] },
  { path: [...qualified, "under_review"], count: 4, ageDays: [5, 20] },
  { path: [...qualified, "appointment_set"], count: 3, ageDays: [4, 16] },
  { path: [...qualified, "retainer_sent"], count: 4, ageDays: [6, 25] },
  { path: signed, count: 3, ageDays: [8, 30] },
  { path: ["new", "attempting_contact", "unreachable"], count: 3, ageDays: [15, 60] },
  { path: [...contacted, "referred_out"], count: 2, ageDays: [20, 70] },
  { path: [...signed, "converted"], count: 5, ageDays: [100, 400] },
  {
    path: [...contacted, "declined"],
    count: 5,
    ageDays: [10, 75],
    reasons: ["low_value", "no_liability", "outside_jurisdiction", "statute_expired", "own_fault"],
  },
  {
    path: [...contacted, "lost"],
    count: 3,
    ageDays: [12, 70],
    reasons: ["Signed with another firm", "Settled with the insurer directly"],
  },
  { path: ["new", "duplicate"], count: 2, ageDays: [3, 40] },
  { path: ["new", "spam"], count: 2, ageDays: [2, 50] },
];
