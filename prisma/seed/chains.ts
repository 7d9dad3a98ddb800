import { defaultTemplates } from "../../src/areas/deadline-chains/shipped/domain.templates.ts";
import { planItems } from "../../src/areas/deadline-chains/domain.plan.ts";
import { relateChain } from "../../src/areas/deadline-chains/domain.ts";
import { determineDate, plainCount } from "../../src/areas/deadlines/domain.dates.ts";
import { isJurisdictionalType } from "../../src/areas/deadlines/creation/domain.insert.ts";
import { classOf } from "../../src/areas/deadlines/enumerations.ts";
import { defaultPolicy } from "../../src/areas/deadlines/policy/domain.ts";
import { shippedServiceBasis } from "../../src/areas/jurisdiction-rules/domain.service.ts";
import { federalTemplate } from "../../src/areas/organization/holiday-calendars/domain.templates.ts";
import { BusinessDays } from "../../src/platform/business-days.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { buildChain, buildDeadline } from "./builders/deadlines.ts";
import type { Firm, FirmCase } from "./firm.ts";
import { dayFrom, moveTrial } from "./calendar.ts";
import { describeActor } from "./history.ts";
import { addDeadline, changeDeadline } from "./limitations.ts";
import { dayMilliseconds, toDay, toInstant } from "./random.ts";

const { rules } = federalTemplate;
const court = {
  calendar: { id: null, revision: 1, verifiedThroughOn: null },
  days: new BusinessDays({ workWeek: [1, 2, 3, 4, 5], rules, exceptions: [], verifiedThroughOn: null }),
  service: shippedServiceBasis("US"),
};

/** Of a case in litigation each: the template, and the days from now to the day that its deadlines are counted from. */
const applied: readonly (readonly [key: string, days: number, serviceMethod: "mail" | null])[] = [
  ["frcp.discovery_served", -12, "mail"],
  ["frcp.complaint_filed", -20, null],
];

const proposed = { kind: "recalculation_proposed", eventType: "deadline.recalculation_proposed" } as const;

/** Chains of federal rules on cases in litigation, and one that follows a trial. */
export function buildChains(firm: Firm, cases: readonly FirmCase[]): void {
  const litigated = cases.filter(
    ({ row, isStory }) =>
      row.matterStatus === "open" &&
      !isStory &&
      ["discovery", "depositions", "litigation_filed", "service", "trial_preparation"].includes(row.matterStage),
  );
  for (const [place, chain] of applied.entries()) {
    const firmCase = litigated[place % Math.max(1, litigated.length)];
    const [templateKey, days, serviceMethod] = chain;
    const trigger = {
      triggerSource: "manual",
      triggerRecordId: null,
      triggerOn: toDay(firm.now + days * dayMilliseconds),
    };
    if (firmCase !== undefined) apply(firm, firmCase, { templateKey, serviceMethod, trigger });
  }
  followTrial(firm, cases);
  const waiting = firm.rows.Deadline.find(({ type }) => type === "discovery_response");
  const ofWaiting = cases.find(({ row }) => row.id === waiting?.caseId);
  if (waiting === undefined || ofWaiting === undefined) return;
  // Its trigger turned out to be later: the later date waits for a second person.
  const at = Date.parse(waiting.createdAt) + dayMilliseconds;
  const recalculation = {
    proposedOn: toDay(Date.parse(waiting.dueOn) + 7 * dayMilliseconds),
    triggerOn: toDay(firm.now - 5 * dayMilliseconds),
    causedBy: waiting.setBy,
    persons: waiting.setByPersons,
    at: toInstant(at),
  };
  changeDeadline(firm, ofWaiting, waiting, { ...proposed, patch: { recalculation }, at, actor: firm.actor });
}

/** So far ahead of a trial none of its deadlines has passed. */
const daysAhead = 100;

/**
 * The last trial that is ahead: it was continued to a day three weeks later, so the later dates of its chain wait for a
 * second person.
 */
function followTrial(firm: Firm, cases: readonly FirmCase[]): void {
  const trial = firm.rows.CalendarEvent.filter(
    ({ type, startOn }) => type === "trial" && startOn > toDay(firm.now + daysAhead * dayMilliseconds),
  ).toSorted((one, other) => (one.startOn < other.startOn ? 1 : -1))[0];
  const firmCase = cases.find(({ row }) => row.id === trial?.caseId && row.matterStatus === "open");
  if (trial === undefined || firmCase === undefined) return;
  const fromOn = trial.startOn;
  const trigger = { triggerSource: "trial", triggerRecordId: trial.id, triggerOn: fromOn };
  const { chain, dated } = apply(firm, firmCase, { templateKey: "frcp.trial_set", serviceMethod: null, trigger });
  const at = firm.now - dayMilliseconds;
  moveTrial(firm, trial, dayFrom(firm, Math.round((Date.parse(fromOn) - firm.now) / dayMilliseconds) + 21), at);
  const toOn = trial.startOn;
  firm.history.recordChange(
    "deadline_chain.recalculated",
    chain,
    { triggerOn: toOn },
    { at, relatedIds: relateChain({ ...chain, caseClientId: firmCase.client.id }), actor: firm.actor },
  );
  for (const { row, determineFrom } of dated) {
    const movedTrigger = { source: "trial", recordId: trial.id, label: row.triggerLabel, fromOn, toOn };
    const recalculation = {
      proposedOn: determineFrom(toOn),
      triggerOn: toOn,
      movedTrigger,
      causedBy: row.setBy,
      persons: row.setByPersons,
      at: toInstant(at),
    };
    changeDeadline(firm, firmCase, row, { ...proposed, patch: { recalculation }, at, actor: firm.actor });
  }
}

interface Applied {
  templateKey: string;
  serviceMethod: "mail" | null;
  trigger: Pick<Row<"DeadlineChain">, "triggerSource" | "triggerRecordId" | "triggerOn">;
}

/**
 * A deadline of a chain.
 *
 * @property determineFrom its date, were it counted from a day
 */
interface Dated {
  row: Row<"Deadline">;
  determineFrom: (triggerOn: string) => string;
}

function apply(
  firm: Firm,
  firmCase: FirmCase,
  { templateKey, serviceMethod, trigger }: Applied,
): { chain: Row<"DeadlineChain">; dated: Dated[] } {
  const template = defaultTemplates.get(templateKey);
  if (template === undefined) throw new Error(`there is no template ${templateKey}`);
  const { organizationId, actor, definition, now } = firm;
  const { id: caseId, caseState } = firmCase.row;
  const createdAt = toInstant(now - 3 * dayMilliseconds);
  const by = describeActor(actor);
  const { DeadlineChain: chain } = firm.add({
    DeadlineChain: buildChain({
      organizationId,
      caseId,
      templateKey,
      templateName: template.name,
      templateRevision: template.revision,
      ...trigger,
      serviceMethod,
      items: [...template.items],
      otherTriggers: template.triggers.map((each) => ({ ...each, on: null })),
      createdBy: by,
      createdAt,
    }),
  });
  const given = {
    triggers: template.triggers.map((each) => ({ ...each, on: null })),
    facts: {},
    serviceMethod,
    triggerLabel: template.trigger.label,
  };
  const dated: Dated[] = [];
  for (const { item, from, main, plan } of planItems(template.items, given).planned) {
    // What follows another deadline is left out: these templates have none.
    if (item.isStep || from.source !== "trigger") continue;
    const { key: itemKey, type, title, citation, isJurisdictional } = item;
    const { offset, unit, direction, rollRule, startRule, nextWeekday, isExtendedByService } = main;
    const ofCount = {
      offset,
      unit,
      direction,
      rollRule,
      startRule,
      nextWeekday,
      serviceMethod: isExtendedByService ? serviceMethod : null,
      countPlan: plan,
    };
    const count = {
      ...plainCount,
      ...ofCount,
      observedHolidays: "conservative" as const,
      dueTime: null,
      triggerLabel: template.trigger.label,
      ...trigger,
    };
    const deadlineClass = classOf(type);
    const determineFrom = (triggerOn: string) =>
      determineDate(
        {
          ...count,
          triggerOn,
          deadlineClass,
          dueOn: null,
          timeZone: null,
          accrualOn: null,
          limitation: null,
          tolling: [],
        },
        { caseState, timezone: definition.timezone },
        { ...court, today: toDay(now) },
      ).columns;
    const columns = determineFrom(trigger.triggerOn);
    const deadline = buildDeadline({
      ...count,
      ...columns,
      calculation: JSON.parse(columns.calculation ?? "null") as object,
      serviceRule: court.service,
      organizationId,
      caseId,
      type,
      deadlineClass,
      title,
      source: "chain",
      isJurisdictional: isJurisdictional || isJurisdictionalType(type),
      chainId: chain.id,
      itemKey,
      setBy: by,
      onBehalfOfAttorneyId: actor.onBehalfOfAttorneyId,
      setByPersons: [actor.keyId],
      citation,
      warningDays: defaultPolicy.warningDays[deadlineClass],
      createdAt,
    });
    const row = addDeadline(firm, firmCase, { deadline });
    dated.push({ row, determineFrom: (triggerOn) => determineFrom(triggerOn).dueOn });
  }
  firm.history.recordCreation(
    "deadline_chain.created",
    chain,
    relateChain({ ...chain, caseClientId: firmCase.client.id }),
    actor,
  );
  return { chain, dated };
}
