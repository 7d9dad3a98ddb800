import type { Context } from "../../rpc/context.ts";
import { readToday } from "../../platform/database/organization-day.ts";
import { findServiceBasis } from "../jurisdiction-rules/domain.ts";
import type { RuleJurisdiction, ServiceBasis } from "../jurisdiction-rules/domain.service.ts";
import { openCourtDays, openDaysOf, type CourtOfCase } from "../organization/holiday-calendars/domain.courts.ts";
import { isLiveCalendar, openBusinessDays } from "../organization/holiday-calendars/domain.ts";
import type { CourtCalendar } from "./calculation/domain.record.ts";
import { CountJurisdiction } from "./calculation/schema.ts";
import type { NewDeadline } from "./schema.input.ts";
import type { Matter } from "./store.changes.ts";
import type { DeadlineRow } from "./store.ts";

/** A court: its calendar, and by whose rule service adds days to a count that keeps none yet. */
export interface Court extends CourtCalendar {
  /** Null where nothing is counted. */
  service: ServiceBasis | null;
  today: string;
}

/**
 * The court of a new deadline: the days of the given calendar, else of the calendar that the case names, else of the
 * firm's court calendar of the case's county or state, else of the shipped one of the state, else of the firm's
 * business calendar.
 *
 * @throws NOT_FOUND for the given calendar
 */
export async function getCourtOfNewDeadline(
  context: Context,
  matter: Matter,
  { holidayCalendarId, trigger, jurisdiction }: Pick<NewDeadline, "holidayCalendarId" | "trigger" | "jurisdiction">,
): Promise<Court> {
  const days =
    holidayCalendarId === undefined
      ? await openCourtDays(context, matter)
      : await openBusinessDays(context, holidayCalendarId);
  const service =
    trigger === undefined ? null : await findServiceBasis(context, findJurisdiction(matter, { jurisdiction }));
  return { ...days, service, today: matter.today };
}

/**
 * The court of a deadline: the days of the given calendar, else of the one that it has, unless that was deleted; else
 * those of {@link getCourtOfNewDeadline}. A deadline of a chain that was counted in a shipped calendar stays with the
 * courts of the chain.
 *
 * @throws NOT_FOUND for the given calendar
 */
export async function getCourt(
  context: Context,
  matter: CourtOfCase & Pick<Matter, "today">,
  deadline: DeadlineOfCourt,
  holidayCalendarId?: string,
): Promise<Court> {
  const days = await getCourtCalendar(context, matter, deadline, holidayCalendarId);
  const service = isCounted(deadline)
    ? (deadline.serviceRule ?? (await findServiceBasis(context, findJurisdiction(matter, deadline))))
    : null;
  return { ...days, service, today: matter.today };
}

type DeadlineOfCourt = Pick<
  DeadlineRow,
  "holidayCalendarId" | "chainId" | "jurisdiction" | "chainJurisdiction" | "serviceRule" | "offset" | "limitation"
>;

async function getCourtCalendar(
  context: Context,
  matter: CourtOfCase,
  deadline: DeadlineOfCourt,
  given: string | undefined,
): Promise<CourtCalendar> {
  if (given !== undefined) return openBusinessDays(context, given);
  const { holidayCalendarId, chainId } = deadline;
  if (holidayCalendarId !== null && (await isLiveCalendar(context, holidayCalendarId)))
    return openBusinessDays(context, holidayCalendarId);
  if (holidayCalendarId === null && chainId !== null) return openDaysOf(context, findChainCourts(deadline), matter);
  return openCourtDays(context, matter);
}

const isCounted = ({ offset, limitation }: DeadlineOfCourt) => offset !== null && limitation === null;

/**
 * Whose courts a deadline of a chain is counted in: of the jurisdiction that it was counted with. What was counted
 * before that was kept has the template's.
 */
const findChainCourts = ({ jurisdiction, chainJurisdiction }: DeadlineOfCourt) =>
  jurisdiction ?? chainJurisdiction ?? "US";

/**
 * Whose service rule applies to a deadline: its own, that of its chain, the case's state, else that of the federal
 * courts.
 */
export function findJurisdiction(
  { caseState }: Pick<Matter, "caseState">,
  { jurisdiction, chainJurisdiction }: { jurisdiction?: string | null | undefined; chainJurisdiction?: string | null },
): RuleJurisdiction {
  return CountJurisdiction.parse(jurisdiction ?? chainJurisdiction ?? caseState ?? "US");
}

/** The service rule of a jurisdiction as it is today, to spread over a court's calendar. */
export async function getServiceBasis(
  context: Context,
  jurisdiction: RuleJurisdiction,
): Promise<Pick<Court, "service" | "today">> {
  return { service: await findServiceBasis(context, jurisdiction), today: await readToday(context) };
}

/** Equal for deadlines of a case that share what {@link getCourt} reads. */
export function courtKey(deadline: DeadlineOfCourt): string {
  const { holidayCalendarId, chainId, jurisdiction, chainJurisdiction, serviceRule } = deadline;
  // A count that keeps its service rule does not use that of the court.
  const service = isCounted(deadline) && serviceRule === null ? [jurisdiction, chainJurisdiction] : null;
  return JSON.stringify([holidayCalendarId, chainId === null ? null : findChainCourts(deadline), service]);
}
