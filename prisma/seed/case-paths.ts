import type { Random } from "./random.ts";

/** Matter stages in order. Source: domain model, area 3. */
const preSuit = [
  "intake",
  "investigation",
  "treatment",
  "records_collection",
  "demand_preparation",
  "demand_sent",
  "negotiation",
];
const litigation = [
  "litigation_filed",
  "service",
  "discovery",
  "depositions",
  "expert_disclosure",
  "mediation",
  "trial_preparation",
  "trial",
  "appeal",
];
const ending = ["settlement_pending", "lien_resolution", "disbursement", "closed"];

/** Where a case stands today, how many such cases the headquarters has, and how many days ago they began. */
export interface CaseStanding {
  stage: string;
  /** The status where it is another than the stage brings by itself. */
  endStatus?: "on_hold" | "withdrawn" | "declined" | "referred_out" | "archived";
  count: number;
  ageDays: readonly [minimum: number, maximum: number];
  isStory?: boolean;
}

function standing(
  stage: string,
  count: number,
  ageDays: CaseStanding["ageDays"],
  endStatus?: CaseStanding["endStatus"],
): CaseStanding {
  return { stage, count, ageDays, ...(endStatus !== undefined && { endStatus }) };
}

/** The case that the summary's ids belong to: far enough for records and bills, not yet settled. */
export const storyStanding: CaseStanding = { stage: "negotiation", count: 1, ageDays: [310, 310], isStory: true };

export const caseStandings: readonly CaseStanding[] = [
  standing("intake", 14, [2, 25]),
  standing("intake", 6, [20, 400], "declined"),
  standing("intake", 5, [30, 400], "referred_out"),
  standing("investigation", 14, [20, 90]),
  standing("investigation", 3, [60, 500], "withdrawn"),
  standing("treatment", 22, [60, 300]),
  standing("treatment", 5, [100, 400], "on_hold"),
  standing("records_collection", 19, [120, 400]),
  standing("demand_preparation", 12, [180, 450]),
  standing("demand_sent", 10, [200, 500]),
  standing("negotiation", 11, [220, 550]),
  standing("pre_suit_mediation", 4, [260, 600]),
  standing("litigation_filed", 8, [300, 650]),
  standing("service", 4, [320, 680]),
  standing("discovery", 10, [380, 800]),
  standing("discovery", 2, [400, 800], "on_hold"),
  standing("depositions", 5, [420, 850]),
  standing("expert_disclosure", 3, [500, 900]),
  standing("mediation", 4, [500, 950]),
  standing("arbitration", 2, [500, 950]),
  standing("trial_preparation", 4, [600, 1_000]),
  standing("trial", 2, [700, 1_050]),
  standing("appeal", 2, [800, 1_200]),
  standing("settlement_pending", 8, [280, 900]),
  standing("lien_resolution", 6, [300, 950]),
  standing("disbursement", 5, [320, 950]),
  standing("closed", 22, [300, 1_200]),
  standing("closed", 8, [600, 1_300], "archived"),
];

/** Every stage that a case went through, the present one last. */
export function pathTo(stage: string, random: Random): string[] {
  if (preSuit.includes(stage)) return preSuit.slice(0, preSuit.indexOf(stage) + 1);
  if (stage === "pre_suit_mediation") return [...preSuit, stage];
  if (stage === "arbitration") return [...preSuit, ...litigation.slice(0, 3), stage];
  if (litigation.includes(stage)) return [...preSuit, ...litigation.slice(0, litigation.indexOf(stage) + 1)];
  const litigated = random.chance(0.35) ? litigation.slice(0, random.integer(3, 7)) : [];
  return [...preSuit, ...litigated, ...ending.slice(0, ending.indexOf(stage) + 1)];
}
