import type { Row } from "../../src/platform/database/tables.ts";
import { buildCase, buildStageEntry } from "./builders/cases.ts";
import type { Given } from "./builders/records.ts";
import { writeCustomFields } from "./case-dates.ts";
import { pickCaseKind, truckAccident, type CaseKind } from "./case-kinds.ts";
import { caseStandings, pathTo, storyStanding, type CaseStanding } from "./case-paths.ts";
import { endIn, enterStage, namePartner } from "./case-progress.ts";
import { addClient } from "./clients.ts";
import { dateIncident, followProgress, pickRole, proposeLimitation, type LimitationRole } from "./limitations.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant } from "./random.ts";

interface PlannedCase {
  standing: CaseStanding;
  createdAt: number;
}

interface ChosenCase extends PlannedCase {
  kind: CaseKind;
}

interface OpenedCase {
  firmCase: FirmCase;
  role: LimitationRole;
}

/** Creates the firm's cases with their clients, attorneys and tags, oldest first. */
export async function buildCases(
  firm: Firm,
): Promise<{ cases: FirmCase[]; rolesOf: ReadonlyMap<string, LimitationRole> }> {
  const cases: FirmCase[] = [];
  const rolesOf = new Map<string, LimitationRole>();
  for (const planned of planCases(firm)) {
    const kind = planned.standing.isStory === true ? truckAccident : pickCaseKind(firm.random);
    const chosen = { ...planned, kind };
    const { firmCase, role } = openCase(firm, chosen, cases);
    cases.push(firmCase);
    rolesOf.set(firmCase.row.id, role);
    assignAttorneys(firm, firmCase);
    assignTags(firm, firmCase);
    advanceCase(firm, firmCase, chosen);
    await firm.pause();
  }
  return { cases, rolesOf };
}

/** A small firm has every so-many-th case of the whole distribution, so it has the same mixture. */
function planCases({ definition, random, now }: Firm): PlannedCase[] {
  const all = caseStandings.flatMap((standing) => Array.from({ length: standing.count }, () => standing));
  const chosen = [storyStanding, ...all.filter((_, position) => position % definition.thinning === 0)];
  const planned = chosen.map((standing) => {
    const [youngest, oldest] = standing.ageDays;
    return { standing, createdAt: random.instant(now - oldest * dayMilliseconds, now - youngest * dayMilliseconds) };
  });
  return planned.toSorted((left, right) => left.createdAt - right.createdAt);
}

const sources = [
  "web_form",
  "web_form",
  "phone",
  "phone",
  "referral_client",
  "referral_client",
  "referral_attorney",
  "paid_search",
  "social",
  "tv_radio",
  "billboard",
  "walk_in",
  "live_chat",
  "marketplace",
  "partner",
] as const;

function openCase(firm: Firm, chosen: ChosenCase, earlier: readonly FirmCase[]): OpenedCase {
  const { random } = firm;
  const { standing, createdAt } = chosen;
  const isStory = standing.isStory === true;
  // One case in fifteen is a second one of a client who came before.
  const isReturning = !isStory && earlier.length > 0 && random.chance(1 / 15);
  const client = isReturning ? random.pick(earlier).client : addClient(firm, createdAt - hourMilliseconds / 2, isStory);
  const role = pickRole(firm, standing);
  // A child at the time of the incident, and not grown up yet.
  if (role === "minor" && !isReturning) client.dateOfBirth = toDay(firm.now - 12 * 365 * dayMilliseconds);
  const { Case: row } = firm.add({ Case: buildCase(describeCase(firm, chosen, { client, role })) });
  const firmCase = { row, client, isStory };
  if (!isReturning) firm.history.recordCreation("client.created", client, relateToCase(firmCase), firm.plainActor);
  firm.history.recordCreation("case.created", row, relateToCase(firmCase), firm.plainActor);
  keepMove(firm, row, null);
  proposeLimitation(firm, firmCase, role);
  return { firmCase, role };
}

/** The incident of the documentation's examples, for a case that is opened within a year of it: its statute still runs. */
const dateStory = (createdAt: number) =>
  createdAt > Date.parse("2025-11-22T00:00:00Z") && createdAt < Date.parse("2026-11-20T00:00:00Z")
    ? "2025-11-20"
    : toDay(createdAt - 20 * dayMilliseconds);

/** The case as it was on the day it was taken in. */
function describeCase(
  firm: Firm,
  { standing, createdAt, kind }: ChosenCase,
  { client, role }: { client: Row<"Client">; role: LimitationRole },
): Given<"Case", "organizationId" | "plaintiffId"> {
  const { random } = firm;
  const at = toInstant(createdAt);
  const incidentAt = createdAt - random.integer(2, 60) * dayMilliseconds;
  const defendant = random.pick(kind.defendants);
  const subCaseType = random.pick(kind.subCaseTypes);
  const caseState = client.state ?? firm.definition.states[0];
  const place = firm.rows.Case.length;
  return {
    organizationId: firm.organizationId,
    sequenceId: numberCase(firm, at),
    plaintiffId: client.id,
    attorneyId: pickLead(firm, standing),
    externalId: random.chance(0.25) ? `MATTER-${40_000 + firm.rows.Case.length}` : null,
    title: `${client.lastName} v. ${defendant}`,
    practiceArea: "Personal injury",
    description: kind.description,
    intakeNotes: `Called on ${toDay(createdAt)}, ${random.integer(12, 55)} minutes. ${random.pick(intakeNotes)}`,
    injuryDescription: random.pick(kind.injuries),
    caseType: kind.caseType,
    subCaseType,
    caseState,
    stageEnteredAt: at,
    ...(standing.isStory === true ? { caseSource: "referral_client", caseMatchMode: "none" } : writeSource(firm, at)),
    isCommercial: kind.isCommercial,
    dateOfIncident:
      standing.isStory === true
        ? dateStory(createdAt)
        : (dateIncident(firm, role, kind.caseType, caseState) ?? toDay(incidentAt)),
    matterStatus: "pending",
    retainerStatus: "sent",
    lastClientContactOn: toDay(createdAt),
    customFields: standing.isStory === true ? {} : writeCustomFields(at, place),
    createdAt: at,
  };
}

const intakeNotes = [
  "Has photographs of the scene.",
  "A coworker saw it happen.",
  "Prefers calls after six in the evening.",
  "Was taken to hospital by ambulance.",
  "Has not given a statement to the insurer.",
  "Asked for a call back in Spanish.",
] as const;

/** `2026-000123`: counted again in every year. */
function numberCase(firm: Firm, at: string): string {
  const year = at.slice(0, 4);
  const number = firm.rows.Case.filter(({ sequenceId }) => sequenceId.startsWith(year)).length + 1;
  return `${year}-${String(number).padStart(6, "0")}`;
}

function pickLead(firm: Firm, standing: CaseStanding): string | null {
  if (standing.isStory === true) return firm.actingAttorney.id;
  // A new intake is not always assigned yet; what nobody took never was.
  if (standing.stage === "intake" && firm.random.chance(0.4)) return null;
  return firm.random.pick(firm.activeAttorneys).id;
}

function writeSource(firm: Firm, at: string): Pick<Row<"Case">, "caseSource" | "caseMatchMode"> & Partial<Row<"Case">> {
  const { random } = firm;
  const caseSource = random.pick(sources);
  if (caseSource !== "marketplace" && caseSource !== "partner") return { caseSource, caseMatchMode: "none" };
  const match = { caseSource, ...namePartner(firm), partnerResult: "accepted", caseMatchDate: at };
  if (caseSource === "partner") return { ...match, caseMatchMode: "direct" };
  return {
    ...match,
    caseMatchMode: random.pick(["auto", "manual"]),
    partnerPriceCents: random.integer(4, 45) * 10_000,
  };
}

/** The lead, often an associate, sometimes who brought the client: also attorneys who have left since. */
function assignAttorneys(firm: Firm, { row, isStory }: FirmCase): void {
  const { random } = firm;
  const assign = (attorneyId: string, role: string): void => {
    const { organizationId } = firm;
    firm.add({ CaseAttorney: { organizationId, caseId: row.id, attorneyId, role, assignedAt: row.createdAt } });
  };
  if (row.attorneyId === null) return;
  assign(row.attorneyId, "lead");
  const others = firm.activeAttorneys.filter(({ id }) => id !== row.attorneyId);
  if (isStory || random.chance(0.45)) assign(random.pick(others).id, random.pick(["associate", "litigation"]));
  const former = firm.rows.Member.filter(({ isAttorney, status }) => isAttorney && status === "deactivated");
  const isOld = Date.parse(row.createdAt) < firm.now - 100 * dayMilliseconds;
  if (former.length > 0 && isOld && random.chance(0.12)) assign(random.pick(former).id, "originating");
}

function assignTags(firm: Firm, { row, isStory }: FirmCase): void {
  const { random, organizationId } = firm;
  const count = isStory ? 3 : random.integer(0, 3);
  const chosen = random.pickSome(firm.rows.Tag, count);
  firm.add({ CaseTag: chosen.map(({ id: tagId }) => ({ organizationId, caseId: row.id, tagId })) });
}

/**
 * The case's own history.
 *
 * @param from where it was; null for its beginning
 */
function keepMove(firm: Firm, row: Row<"Case">, from: Row<"Case"> | null): void {
  const { keyId: actorId, name: actorName } = firm.plainActor;
  firm.add({
    CaseStageEntry: buildStageEntry({
      organizationId: firm.organizationId,
      caseId: row.id,
      fromStage: from?.matterStage ?? null,
      toStage: row.matterStage,
      fromStatus: from?.matterStatus ?? null,
      toStatus: row.matterStatus,
      enteredAt: row.updatedAt,
      reason: from?.matterStatus === row.matterStatus ? null : row.statusReason,
      actorType: "integration_key",
      actorId,
      actorName,
    }),
  });
}

/** Takes the case through its stages to where it stands today. */
function advanceCase(firm: Firm, firmCase: FirmCase, { standing, kind }: ChosenCase): void {
  const { row } = firmCase;
  const stages = pathTo(standing.stage, firm.random).slice(1);
  const steps = stages.length + (standing.endStatus === undefined ? 0 : 1);
  const earliest = Date.parse(row.createdAt) + dayMilliseconds;
  const instants = Array.from({ length: steps }, () => firm.random.instant(earliest, firm.now - hourMilliseconds));
  instants.sort((left, right) => left - right);
  const change = (at: number, { matterStage, stageEnteredAt, ...others }: Partial<Row<"Case">>): void => {
    const from = { ...row };
    const described = { at, relatedIds: relateToCase(firmCase), actor: firm.plainActor };
    if (matterStage !== undefined)
      firm.history.recordChange(
        "case.stage_changed",
        row,
        { matterStage, stageEnteredAt: stageEnteredAt ?? null },
        described,
      );
    firm.history.recordChange(
      others.matterStatus === undefined ? "case.updated" : "case.status_changed",
      row,
      others,
      described,
    );
    keepMove(firm, row, from);
  };
  stages.forEach((stage, position) => {
    const at = instants[position] ?? firm.now;
    followProgress(firm, firmCase, stage, at);
    change(at, { ...enterStage({ firm, row, kind, at }, stage), lastClientContactOn: toDay(at) });
  });
  const { endStatus } = standing;
  const endedAt = instants.at(-1) ?? firm.now;
  if (endStatus !== undefined) followProgress(firm, firmCase, endStatus, endedAt);
  if (endStatus !== undefined)
    change(endedAt, { ...endIn(endStatus, { firm, row, kind, at: endedAt }), lastClientContactOn: toDay(endedAt) });
}
