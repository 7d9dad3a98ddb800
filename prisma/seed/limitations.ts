import { addPeriod, type StoredLimitation } from "../../src/areas/deadlines/calculation/domain.limitation.ts";
import type { CourtCalendar } from "../../src/areas/deadlines/calculation/domain.record.ts";
import {
  findMinorityRule,
  isDated,
  prepareLimitation,
  type DatedRule,
} from "../../src/areas/deadlines/calculation/domain.suggestions.ts";
import { determineDate, plainCount, type DateInputs } from "../../src/areas/deadlines/domain.dates.ts";
import { classOf, labelOf } from "../../src/areas/deadlines/enumerations.ts";
import { defaultPolicy } from "../../src/areas/deadlines/policy/domain.ts";
import { defaultRules } from "../../src/areas/jurisdiction-rules/domain.notation.ts";
import { BusinessDays, type HolidayRule } from "../../src/platform/business-days.ts";
import type { Transaction } from "../../src/platform/database/database.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildDeadline, buildDeadlineChange, buildRule, buildTollingSegment } from "./builders/deadlines.ts";
import type { Values } from "./builders/records.ts";
import type { CaseStanding } from "./case-paths.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, system, type Actor } from "./history.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";

/** What a case's statute of limitations shows: each kind stands for something that a firm has to see. */
export type LimitationRole =
  | "none"
  | "ended"
  | "plain"
  | "unverified"
  | "disputed"
  | "soon"
  | "ahead"
  | "missed"
  | "late"
  | "minor"
  | "discovery"
  | "agreement"
  | "stay"
  | "waiver";

const endedStatuses: ReadonlySet<string> = new Set(["declined", "withdrawn", "referred_out"]);
const suitStages: ReadonlySet<string> = new Set([
  "litigation_filed",
  "service",
  "discovery",
  "depositions",
  "expert_disclosure",
  "mediation",
  "arbitration",
  "trial_preparation",
  "trial",
  "appeal",
  "settlement_pending",
  "lien_resolution",
  "disbursement",
  "closed",
]);
/** By the number of the case among those of the firm whose period still runs. */
const roles: Readonly<Record<number, LimitationRole>> = {
  8: "disputed",
  10: "minor",
  12: "agreement",
  14: "waiver",
  15: "discovery",
  20: "missed",
  23: "disputed",
  28: "minor",
  30: "stay",
  32: "waiver",
  41: "disputed",
  50: "late",
};
const running = new WeakMap<Firm, number>();

/** What becomes of the statute of limitations of the case that is opened next. */
export function pickRole(firm: Firm, { stage, endStatus, isStory = false }: CaseStanding): LimitationRole {
  if (suitStages.has(stage) || (endStatus !== undefined && endStatus !== "on_hold"))
    return firm.rows.Case.length % 9 === 4 ? "none" : "ended";
  const number = running.get(firm) ?? 0;
  running.set(firm, number + 1);
  if (isStory) return "plain";
  if (number % 9 === 4) return "none";
  const given = roles[number];
  if (given !== undefined) return given;
  if (number % 16 === 3) return "soon";
  if (number % 5 === 2) return "unverified";
  return number % 2 === 1 ? "ahead" : "plain";
}

const claims: Readonly<Record<string, readonly string[]>> = {
  medical_malpractice: ["medical_malpractice"],
  product_liability: ["product_liability"],
  wrongful_death: ["wrongful_death"],
  dog_bite: [],
  nursing_home_abuse: [],
  workers_compensation: [],
};
const verifiedStates: ReadonlySet<string> = new Set(["PA", "NJ"]);

/** The shipped rule for a case; undefined where there is none, or it says only where to look. */
function findRule(firm: Firm, caseType: string, state: string | null): DatedRule | undefined {
  const names = claims[caseType] ?? ["motor_vehicle", "personal_injury"];
  const found = names
    .map((name) => defaultRules.get(`limitation.${(state ?? "").toLowerCase()}.${name}`))
    .find((rule) => rule !== undefined);
  if (found === undefined || !isDated(found) || found.rule.period === null) return undefined;
  return { ...found, verification: isVerifiedBy(firm, found.jurisdiction) ? "verified" : found.verification };
}

const isVerifiedBy = ({ definition }: Firm, jurisdiction: string) =>
  definition.isHeadquarters && verifiedStates.has(jurisdiction);

/** Rules that an attorney of the headquarters verified: of Pennsylvania and New Jersey. */
export function buildRules(firm: Firm): void {
  const { organizationId, actingAttorney, add, now } = firm;
  const at = toInstant(now - 700 * dayMilliseconds);
  const checked = { verification: "verified", verifiedByMemberId: actingAttorney.id, verifiedAt: at, createdAt: at };
  for (const shipped of defaultRules.values())
    if (isVerifiedBy(firm, shipped.jurisdiction))
      add({ JurisdictionRule: buildRule(shipped, { organizationId, ...checked }) });
}

const daysUntil: Partial<Record<LimitationRole, (place: number) => number>> = {
  soon: (place) => 2 + (place % 12),
  ahead: (place) => 16 + ((place * 37) % 163),
  missed: () => -9,
  late: () => -40,
};

/** When the incident must have been, for the period to end as the role says; null where it does not matter. */
export function dateIncident(firm: Firm, role: LimitationRole, caseType: string, state: string | null): string | null {
  const days = daysUntil[role]?.(firm.rows.Case.length);
  const period = findRule(firm, caseType, state)?.rule.period;
  if (days === undefined || period === undefined || period === null) return null;
  return addPeriod(toDay(firm.now + days * dayMilliseconds), period, "before");
}

const openCalendar = ({ rows }: Firm, state: string | null): CourtCalendar => {
  const row =
    rows.HolidayCalendar.find(({ kind, jurisdiction }) => kind === "court" && jurisdiction === state) ??
    rows.HolidayCalendar[0];
  if (row === undefined) throw new Error("the firm has no calendar");
  const { id, revision, verifiedThroughOn, workWeek, rules, exceptions } = row;
  return {
    calendar: { id, revision, verifiedThroughOn },
    days: new BusinessDays({
      workWeek: workWeek as number[],
      rules: rules as HolidayRule[],
      exceptions: exceptions as [],
      verifiedThroughOn,
    }),
  };
};

const tollingOf = ({ now }: Firm, role: LimitationRole) => {
  const day = (ago: number) => toDay(now - ago * dayMilliseconds);
  if (role === "agreement") return [{ basis: "agreement" as const, fromOn: day(200), toOn: day(110) }];
  return role === "stay" ? [{ basis: "bankruptcy_stay" as const, fromOn: day(60), toOn: null }] : [];
};

function factsOf({ row, client }: FirmCase, role: LimitationRole): StoredLimitation["facts"] {
  const discoveredOn =
    role === "discovery" && row.dateOfIncident !== null
      ? addPeriod(row.dateOfIncident, { years: 0, months: 1, days: 0 })
      : null;
  const accrual = discoveredOn === null ? null : { basis: "discovery" as const, on: discoveredOn };
  return {
    incidentOn: row.dateOfIncident,
    deathOn: client.dateOfDeath,
    discoveredOn: null,
    treatmentEndedOn: null,
    claimRejectedOn: null,
    limitationOn: null,
    bornOn: client.dateOfBirth,
    accrual,
  };
}

/** A deadline, and the time in which its period does not run. */
interface Described {
  deadline: Values<"Deadline">;
  segments?: Values<"TollingSegment">[];
}

interface Planned {
  type: "statute_of_limitations" | "notice_of_claim";
  rule: DatedRule;
  role: LimitationRole;
}

/** A deadline as it is recorded first. */
function describeLimitation(firm: Firm, firmCase: FirmCase, { type, rule, role }: Planned): Described {
  const { row } = firmCase;
  const createdAt = toInstant(Date.parse(row.createdAt) + 2 * hourMilliseconds);
  const limitation = prepareLimitation(
    {
      minority: findMinorityRule([...defaultRules.values()], rule.jurisdiction),
      facts: factsOf(firmCase, role),
      rules: [...defaultRules.values()].filter(isDated),
    },
    rule,
  );
  const { accrual } = limitation.facts;
  const tolling = tollingOf(firm, role);
  const count = {
    dueOn: null,
    dueTime: null,
    timeZone: null,
    offset: null,
    unit: null,
    direction: null,
    serviceMethod: null,
    observedHolidays: "conservative" as const,
    rollRule: null,
    ...plainCount,
  };
  const trigger = {
    triggerSource: "incident",
    triggerRecordId: row.id,
    triggerLabel: null,
    triggerOn: row.dateOfIncident,
  };
  const inputs: DateInputs = {
    ...count,
    ...trigger,
    deadlineClass: classOf(type),
    limitation,
    accrualOn: accrual?.on ?? null,
    tolling,
  };
  const place = {
    caseState: row.caseState,
    caseStatus: row.matterStatus,
    dateOfIncident: row.dateOfIncident,
    leadAttorneyId: row.attorneyId,
    timezone: firm.definition.timezone,
    today: toDay(firm.now),
    now: createdAt,
  };
  const { columns } = determineDate(inputs, place, {
    ...openCalendar(firm, row.caseState),
    service: null,
    today: place.today,
  });
  const { actor } = firm;
  const { organizationId } = firm;
  const deadline = buildDeadline({
    ...count,
    ...trigger,
    ...columns,
    calculation: JSON.parse(columns.calculation ?? "null") as object,
    organizationId,
    caseId: row.id,
    type,
    deadlineClass: classOf(type),
    title: labelOf(type),
    source: "rule",
    isJurisdictional: true,
    setBy: describeActor(actor),
    onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
    setByPersons: [actor.keyId, ...(actor.onBehalfOfAttorneyId === null ? [] : [actor.onBehalfOfAttorneyId])],
    rule: { key: rule.key, citation: rule.citation, verification: rule.verification, asOf: rule.asOf },
    ruleKey: rule.key,
    citation: rule.citation,
    limitation,
    warningDays: defaultPolicy.warningDays.limitation,
    accrualBasis: accrual?.basis ?? null,
    accrualOn: accrual?.on ?? null,
    discoveryFacts: accrual === null ? null : "The second reading of the scan named the injury.",
    createdAt,
  });
  const deadlineId = deadline.id;
  const segments = tolling.map((segment) => buildTollingSegment({ organizationId, deadlineId, ...segment }, createdAt));
  return { deadline, segments };
}

const snapshot = ({
  dueOn,
  dueTime,
  timeZone,
  effectiveOn,
  status,
  verificationStatus,
  triggerOn,
  calculation,
}: Row<"Deadline">) => ({
  dueOn,
  dueTime,
  timeZone,
  effectiveOn,
  status,
  verificationStatus,
  triggerOn,
  tolledDays: (calculation as { tolledDays?: number } | null)?.tolledDays ?? 0,
});
const relate = (firmCase: FirmCase, { id }: Row<"Deadline">) => [
  { entity: "deadline", id },
  ...relateToCase(firmCase),
  ...(firmCase.row.attorneyId === null ? [] : [{ entity: "member", id: firmCase.row.attorneyId }]),
];

/** A change of a deadline: what it changes, and why. */
interface Step {
  patch: Partial<Row<"Deadline">>;
  kind: string;
  eventType: Parameters<Firm["history"]["recordChange"]>[0];
  at: number;
  actor: Actor;
  reason?: string;
}

function keepChange(
  { organizationId, rows, add }: Firm,
  row: Row<"Deadline">,
  before: object | null,
  { kind, at, actor, reason = null }: Pick<Step, "kind" | "at" | "actor"> & { reason?: string | null },
): void {
  const number = rows.DeadlineChange.filter(({ deadlineId }) => deadlineId === row.id).length + 1;
  add({
    DeadlineChange: buildDeadlineChange({
      organizationId,
      deadlineId: row.id,
      number,
      kind,
      reason,
      before,
      after: snapshot(row),
      actor: describeActor(actor),
      onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
      at: toInstant(at),
    }),
  });
}

/** Changes a deadline, with its history and event. */
export function changeDeadline(firm: Firm, firmCase: FirmCase, row: Row<"Deadline">, step: Step): void {
  const before = snapshot(row);
  firm.history.recordChange(step.eventType, row, step.patch, {
    at: step.at,
    relatedIds: relate(firmCase, row),
    actor: step.actor,
  });
  keepChange(firm, row, before, step);
}

/** Records a deadline, with its history and event. */
export function addDeadline(firm: Firm, firmCase: FirmCase, { deadline, segments = [] }: Described): Row<"Deadline"> {
  const { organizationId, add } = firm;
  const { attorneyId: memberId } = firmCase.row;
  const { Deadline: row } = add({ Deadline: deadline, TollingSegment: segments });
  const { id: deadlineId, effectiveOn } = row;
  if (memberId !== null) add({ DeadlineAssignee: { organizationId, deadlineId, memberId, effectiveOn } });
  firm.history.recordCreation("deadline.created", row, relate(firmCase, row), firm.actor);
  keepChange(firm, row, null, { kind: "created", at: Date.parse(row.createdAt), actor: firm.actor });
  return row;
}

/** As the case shows it. */
function mirror(
  firm: Firm,
  firmCase: FirmCase,
  { effectiveOn, verificationStatus, status, updatedAt }: Row<"Deadline">,
  actor: Actor,
): void {
  const isOpen = status === "open" || status === "missed";
  const shown = status === "missed" ? "missed" : verificationStatus;
  const patch = isOpen
    ? { statuteOfLimitationsOn: effectiveOn, statuteOfLimitationsStatus: shown }
    : { statuteOfLimitationsOn: null, statuteOfLimitationsStatus: "none" };
  firm.history.recordChange("case.updated", firmCase.row, patch, {
    at: Date.parse(updatedAt),
    relatedIds: relateToCase(firmCase),
    actor,
  });
}

export const asMember = ({ id, firstName, lastName }: Row<"Member">): Actor => ({
  keyId: id,
  name: `${firstName} ${lastName}`,
  onBehalfOfAttorneyId: null,
  type: "member",
});

/** An attorney who did not set the date; undefined in a firm with one. */
function findVerifier({ activeAttorneys, actor, rows }: Firm): Actor | undefined {
  const others = activeAttorneys.filter(({ id }) => id !== actor.onBehalfOfAttorneyId);
  const other = others[rows.Deadline.length % Math.max(1, others.length)];
  return other === undefined ? undefined : asMember(other);
}

/** A second person looks at a date on the day on which it was recorded. */
function decide(firm: Firm, firmCase: FirmCase, row: Row<"Deadline">, role: LimitationRole): void {
  const verifier = findVerifier(firm);
  if (verifier === undefined || role === "unverified" || role === "missed" || role === "minor" || role === "discovery")
    return;
  const at = Date.parse(row.createdAt) + 3 * hourMilliseconds;
  const note = role === "disputed" ? "The police report has the incident a day earlier." : null;
  const verification = {
    by: describeActor(verifier),
    onBehalfOf: null,
    at: toInstant(at),
    basis: "statute_text",
    note,
  };
  const step = { at, actor: verifier };
  if (role === "disputed")
    changeDeadline(firm, firmCase, row, {
      ...step,
      patch: { verificationStatus: "disputed", verification },
      kind: "disputed",
      eventType: "deadline.disputed",
      reason: note ?? "",
    });
  else {
    const { actByOn } = determineVerified(firm, row);
    changeDeadline(firm, firmCase, row, {
      ...step,
      patch: { verificationStatus: "verified", verification, effectiveOn: row.dueOn, actByOn },
      kind: "verified",
      eventType: "deadline.verified",
    });
  }
  mirror(firm, firmCase, row, verifier);
}

const determineVerified = (firm: Firm, { dueOn, caseId }: Row<"Deadline">) => {
  const state = firm.rows.Case.find(({ id }) => id === caseId)?.caseState ?? null;
  const { days } = openCalendar(firm, state);
  return {
    actByOn: days.count({
      startOn: dueOn,
      offset: 0,
      unit: "calendar_days",
      direction: "before",
      roll: "previous_business_day",
      observed: "closed",
    }).resultOn,
  };
};

const isPast = ({ deadline }: Described, { now }: Firm) => Date.parse(deadline.dueAt) <= now;

const isOver: ReadonlySet<LimitationRole> = new Set(["ended", "missed", "late"]);

/** Records the statute of limitations of a case that was just opened, as its role says; the case shows it. */
export function proposeLimitation(firm: Firm, firmCase: FirmCase, role: LimitationRole): void {
  const rule = findRule(firm, firmCase.row.caseType, firmCase.row.caseState);
  if (rule === undefined || role === "none") return;
  const described = describeLimitation(firm, firmCase, { type: "statute_of_limitations", rule, role });
  // What would have passed by now, and nobody has filed: such a case has no date yet.
  if (isPast(described, firm) && !isOver.has(role)) return;
  const row = addDeadline(firm, firmCase, described);
  mirror(firm, firmCase, row, firm.actor);
  decide(firm, firmCase, row, role);
}

const findStatute = ({ rows }: Firm, { row }: FirmCase) =>
  rows.Deadline.find(
    ({ caseId, type, status }) =>
      caseId === row.id && type === "statute_of_limitations" && (status === "open" || status === "missed"),
  );

/**
 * What a stage or a status of a case does to its statute of limitations: a complaint satisfies it, a release waives it,
 * and nobody waits for the end of a declined matter.
 */
export function followProgress(firm: Firm, firmCase: FirmCase, reached: string, at: number): void {
  const row = findStatute(firm, firmCase);
  if (row === undefined) return;
  const step = { at, actor: firm.actor };
  if (reached === "litigation_filed" || (reached === "settlement_pending" && at > Date.parse(row.dueAt))) {
    const on = toDay(at) > row.dueOn ? row.dueOn : toDay(at);
    const satisfaction = {
      on,
      documentId: null,
      docketNumber: `${on.slice(2, 4)}-cv-${String(firm.rows.Deadline.length).padStart(5, "0")}`,
      note: null,
      recordedBy: describeActor(firm.actor),
      recordedAt: toInstant(at),
    };
    changeDeadline(firm, firmCase, row, {
      ...step,
      patch: { status: "satisfied", satisfaction },
      kind: "satisfied",
      eventType: "deadline.satisfied",
    });
  } else if (reached === "settlement_pending")
    endDeadline(firm, firmCase, row, { ...step, kind: "waived", reason: "Released in the settlement." });
  if (endedStatuses.has(reached))
    endDeadline(firm, firmCase, row, {
      ...step,
      kind: "cancelled",
      reason: "The firm does not represent the client.",
    });
}

function endDeadline(
  firm: Firm,
  firmCase: FirmCase,
  row: Row<"Deadline">,
  step: Pick<Step, "at" | "actor"> & { kind: "waived" | "cancelled"; reason: string },
): void {
  const patch = { status: step.kind, statusReason: step.reason };
  changeDeadline(firm, firmCase, row, { ...step, patch, eventType: `deadline.${step.kind}` });
}

const hour = (at: number) => Math.ceil(at / 300_000) * 300_000;

/**
 * What happens last: a statute that passed, one that was filed late, waivers that wait for a second person, and notices
 * to public bodies.
 */
export function finishLimitations(
  firm: Firm,
  cases: readonly FirmCase[],
  rolesOf: ReadonlyMap<string, LimitationRole>,
): void {
  for (const firmCase of cases) {
    const role = rolesOf.get(firmCase.row.id);
    const row = findStatute(firm, firmCase);
    if (row === undefined) continue;
    if (role === "missed" || role === "late") pass(firm, firmCase, row, role);
    if (role === "waiver") requestWaiver(firm, firmCase, row);
  }
  const open = cases.filter(({ row }) => row.matterStatus === "open" && verifiedStates.has(row.caseState ?? ""));
  for (const firmCase of open.toReversed())
    if (firm.rows.Deadline.filter(({ type }) => type === "notice_of_claim").length < 5) addNotice(firm, firmCase);
}

function pass(firm: Firm, firmCase: FirmCase, row: Row<"Deadline">, role: LimitationRole): void {
  const at = hour(Date.parse(row.dueAt));
  const missed = { kind: "missed", eventType: "deadline.missed", at, actor: system } as const;
  changeDeadline(firm, firmCase, row, { ...missed, patch: { status: "missed" } });
  mirror(firm, firmCase, row, system);
  if (role !== "late") return;
  const on = toDay(at + 3 * dayMilliseconds);
  const recordedAt = at + 4 * dayMilliseconds;
  const satisfaction = {
    on,
    documentId: null,
    docketNumber: `${on.slice(2, 4)}-cv-01207`,
    note: null,
    recordedBy: describeActor(firm.actor),
    recordedAt: toInstant(recordedAt),
  };
  changeDeadline(firm, firmCase, row, {
    patch: { status: "satisfied_late", satisfaction },
    kind: "satisfied",
    eventType: "deadline.satisfied",
    at: recordedAt,
    actor: firm.actor,
  });
  mirror(firm, firmCase, row, firm.actor);
}

function requestWaiver(firm: Firm, firmCase: FirmCase, row: Row<"Deadline">): void {
  const at = firm.now - 2 * dayMilliseconds;
  const reason = "The client does not want to sue.";
  const pendingTransition = {
    toStatus: "waived",
    basis: "client_decision",
    reason,
    supersededById: null,
    requestedBy: describeActor(firm.actor),
    persons: row.setByPersons,
    requestedAt: toInstant(at),
  };
  changeDeadline(firm, firmCase, row, {
    patch: { pendingTransition },
    kind: "transition_requested",
    eventType: "deadline.transition_requested",
    at,
    actor: firm.actor,
    reason,
  });
}

function addNotice(firm: Firm, firmCase: FirmCase): void {
  const rule = defaultRules.get(`claim_notice.${(firmCase.row.caseState ?? "").toLowerCase()}.government`);
  if (rule === undefined || !isDated(rule) || rule.rule.period === null) return;
  const verification = isVerifiedBy(firm, rule.jurisdiction) ? "verified" : rule.verification;
  const planned = { type: "notice_of_claim", rule: { ...rule, verification }, role: "unverified" } as const;
  const described = describeLimitation(firm, firmCase, planned);
  if (!isPast(described, firm)) addDeadline(firm, firmCase, described);
}

/**
 * Of warnings that the firm has had already, each deadline of the last days before it is due has the nearest. A start
 * of the demo notifies nobody of all of them at once.
 */
export function recordWarnings({ rows, add, now, organizationId }: Firm): void {
  for (const { id: deadlineId, effectiveOn, warningDays, status } of rows.Deadline) {
    const reached = (warningDays as number[]).filter(
      (days) => Date.parse(effectiveOn) - days * dayMilliseconds <= now + dayMilliseconds,
    );
    if (status === "open" && reached.length > 0)
      add({
        SentDeadlineWarning: {
          organizationId,
          deadlineId,
          effectiveOn,
          days: Math.min(...reached),
          sentAt: toInstant(now),
        },
      });
  }
}

/** PostgreSQL plans the next warning of a deadline when its row changes: here, once those that were sent are there. */
export async function planWarnings(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction
    .updateTable("Deadline")
    .set({ warnAt: null })
    .where("organizationId", "=", organizationId)
    .where("status", "=", "open")
    .execute();
}
