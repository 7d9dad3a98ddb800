import type { Row } from "../../src/platform/database/tables.ts";
import type { CaseKind } from "./case-kinds.ts";
import type { CaseStanding } from "./case-paths.ts";
import type { Firm } from "./firm.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";

type CasePatch = Partial<Row<"Case">>;

interface Progress {
  firm: Firm;
  row: Row<"Case">;
  kind: CaseKind;
  /** Milliseconds since 1970. */
  at: number;
}

const noStatute = { statuteOfLimitationsOn: null, statuteOfLimitationsStatus: "none" } as const;

/** What a stage brings, beside itself. Stages that are missing here change nothing else. */
const stagePatches: Record<string, (progress: Progress) => CasePatch> = {
  investigation: ({ at }) => ({
    matterStatus: "open",
    openedOn: toDay(at),
    engagedOn: toDay(at),
    retainerStatus: "signed",
    caseReviewedDate: toInstant(at),
    vetted: true,
    attorneyFeePercentage: 33.33,
  }),
  treatment: ({ firm }) => ({
    caseScore: firm.random.integer(38, 96),
    projectedWinRate: firm.random.integer(45, 95) / 100,
  }),
  demand_preparation: estimate,
  // The complaint is filed: the statute runs no more.
  litigation_filed: ({ firm }) => ({
    ...noStatute,
    attorneyFeePercentage: 40,
    estimatedTimeToResolution: firm.random.integer(300, 720),
  }),
  trial_preparation: () => ({ trialBound: true }),
  settlement_pending: settle,
  disbursement: ({ row, at }) => ({ recoveryAmountCents: row.settlementAmountCents, recoveryDate: toInstant(at) }),
  closed: ({ at }) => ({
    matterStatus: "closed",
    statusReason: "Settled and disbursed",
    closedOn: toDay(at),
    resolutionDate: toInstant(at),
  }),
};

/** The fields that change when the case enters this stage at this instant. */
export function enterStage(progress: Progress, stage: string): CasePatch {
  return { matterStage: stage, stageEnteredAt: toInstant(progress.at), ...stagePatches[stage]?.(progress) };
}

const cents = (dollars: number): number => Math.round(dollars) * 100;

function estimate({ firm, row, kind, at }: Progress): CasePatch {
  const { random } = firm;
  const [lowest, highest] = kind.settlementDollars;
  const middle = lowest + (highest - lowest) * random.fraction() ** 2;
  const minCents = cents(middle * 0.8);
  const maxCents = cents(middle * 1.3);
  const days = random.integer(90, 420);
  return {
    estimatedSettlementMinCents: minCents,
    estimatedSettlementMaxCents: maxCents,
    projectedFeeAmountCents: Math.round((((minCents + maxCents) / 2) * (row.attorneyFeePercentage ?? 33.33)) / 100),
    highValue: maxCents >= 50_000_000,
    estimatedTimeToResolution: days,
    // A forecast that has passed has been put off since; a settlement puts its own date in its place.
    ...projectSettlement(firm, Math.max(at, firm.now - 60 * dayMilliseconds) + days * dayMilliseconds),
  };
}

function writeDate(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });
}

/** A date, and how exactly it is meant: the label is what a person reads. */
function projectSettlement(firm: Firm, at: number): CasePatch {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const [precision, label] = firm.random.pick([
    ["exact", writeDate(at, { month: "long", day: "numeric", year: "numeric" })],
    ["month", writeDate(at, { month: "long", year: "numeric" })],
    ["quarter", `Q${Math.floor(month / 3) + 1} ${year}`],
    ["half", `H${month < 6 ? 1 : 2} ${year}`],
    ["year", String(year)],
  ] as const);
  return {
    projectedSettlementDate: toInstant(at),
    projectedSettlementDateLabel: label,
    projectedSettlementDatePrecision: precision,
  };
}

function settle({ firm, row, at }: Progress): CasePatch {
  const minimum = row.estimatedSettlementMinCents ?? 2_000_000;
  const maximum = row.estimatedSettlementMaxCents ?? 4_000_000;
  // Settlements are agreed in round sums: here in hundreds of dollars.
  const amountCents = Math.round((minimum + (maximum - minimum) * firm.random.fraction()) / 10_000) * 10_000;
  return {
    matterStatus: "settled",
    ...noStatute,
    settlementDate: toInstant(at),
    projectedSettlementDate: toInstant(at),
    projectedSettlementDateLabel: writeDate(at, { month: "long", day: "numeric", year: "numeric" }),
    projectedSettlementDatePrecision: "exact",
    settlementAmountCents: amountCents,
    projectedFeeAmountCents: Math.round((amountCents * (row.attorneyFeePercentage ?? 33.33)) / 100),
    estimatedTimeToResolution: null,
  };
}

const reasons = {
  on_hold: ["Waiting for the criminal case to end", "Client has not reached maximum medical improvement"],
  withdrawn: ["Client chose other counsel", "Client did not answer for 60 days"],
  declined: ["No liability", "Statute of limitations expired", "Injuries too slight", "Conflict of interest"],
  referred_out: ["Outside our practice area", "Outside our jurisdictions"],
  archived: ["Retention period begun"],
} as const;

/** The fields that change when the case takes a status which its stage does not bring. */
export function endIn(endStatus: NonNullable<CaseStanding["endStatus"]>, { firm, row, at }: Progress): CasePatch {
  const patch: CasePatch = { matterStatus: endStatus, statusReason: firm.random.pick(reasons[endStatus]) };
  if (endStatus === "archived" || endStatus === "on_hold") return patch;
  const resolved = { ...patch, ...noStatute, resolutionDate: toInstant(at) };
  if (endStatus !== "referred_out") return resolved;
  return {
    ...resolved,
    ...namePartner(firm),
    partnerResult: "accepted",
    caseMatchMode: "direct",
    caseMatchDate: row.createdAt,
  };
}

const partners = [
  ["ptn_ashgrove", "Ashgrove Legal Group"],
  ["ptn_meridian", "Meridian Injury Partners"],
  ["ptn_fairbanks", "Fairbanks & Dow"],
] as const;

export function namePartner(firm: Firm): Pick<Row<"Case">, "partnerId" | "partnerName"> {
  const [partnerId, partnerName] = firm.random.pick(partners);
  return { partnerId, partnerName };
}
