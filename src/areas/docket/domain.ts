import * as z from "zod";
import type { DocketScope } from "../../contract/closed-sets/docket-scope.ts";
import { invalidInput } from "../../contract/errors/error-codes.ts";
import { idPosition, readPageBy } from "../../platform/database/lists/cursor.ts";
import { readTimezone } from "../../platform/database/organization-day.ts";
import { startOfDay, toInstant } from "../../platform/local-time.ts";
import { addDays } from "../../platform/recurrence-rule.ts";
import { noteUsedScopes, type Context } from "../../rpc/context.ts";
import {
  DocketOccurrence,
  listDocketOccurrences,
  type OccurrencePosition,
  type PositionedOccurrence,
} from "../calendar/occurrences/domain.docket.ts";
import {
  DocketDeadline,
  listDocketDeadlines,
  type DocketPosition,
  type PlacedDeadline,
} from "../deadlines/docket/domain.ts";
import { DocketEntry, type DocketQuery } from "./schema.ts";
import { listMembersOfOffice, listMembersOfTeam } from "./store.ts";

const maxDays = 400;
const dayLength = 86_400_000;

/** Each of the two lists goes on after its own last entry, so that none of either is repeated or left out. */
const Place = z.tuple([
  z.tuple([z.string(), z.string(), idPosition]).nullable(),
  z.tuple([z.string(), idPosition, z.string()]).nullable(),
]);
type Place = z.infer<typeof Place>;

interface Merged {
  startAt: string;
  entry: DocketEntry;
  deadline: DocketPosition | null;
  occurrence: OccurrencePosition | null;
}

/** What a docket is read of. */
export interface Docket {
  from: string;
  to: string;
  timeZone: string;
  caseId?: string | undefined;
  memberIds: readonly string[] | null;
  /** Of events; all unless given. */
  types?: readonly string[];
  shows: { deadlines: boolean; events: boolean };
}

/**
 * A page of deadlines and events in one list. A key without one of the two scopes gets the other kind alone.
 *
 * @throws VALIDATION_FAILED for a window that is too long, and for a foreign cursor
 */
export async function listDocket(
  context: Context,
  { after, limit, ...query }: DocketQuery,
): Promise<{ docketEntries: DocketEntry[]; nextCursor: string | null; timeZone: string }> {
  checkWindow(query);
  const { from, to, kind, caseId } = query;
  const { scopes } = context.principal;
  const shows = {
    deadlines: kind !== "event" && scopes.has("deadlines:read"),
    events: kind !== "deadline" && scopes.has("calendar:read"),
  };
  noteUsedScopes(context, [
    ...(shows.deadlines ? (["deadlines:read"] as const) : []),
    ...(shows.events ? (["calendar:read"] as const) : []),
  ]);
  const timeZone = await readTimezone(context);
  const docket: Docket = { from, to, timeZone, caseId, memberIds: await listMembersNamed(context, query), shows };
  const { organizationId, installationKeys } = context;
  const name = `docket ${JSON.stringify([from, to, kind, caseId, query.memberId, query.officeId, query.teamId])}`;
  const page = await readPageBy(
    { organizationId, name, position: Place, installationKeys },
    { after, limit },
    async ({ after: place, limit: most }) => keepPlaces(await listMerged(context, docket, place, most), place),
    ({ place }) => place,
  );
  return { docketEntries: page.rows.map(({ entry }) => entry), nextCursor: page.nextCursor, timeZone };
}

function checkWindow({ from, to }: Pick<DocketQuery, "from" | "to">): void {
  if (to < from) throw invalidInput({ path: "to", message: "must not be before from" });
  const days = (Date.parse(to) - Date.parse(from)) / dayLength;
  if (days > maxDays) throw invalidInput({ path: "to", message: `must be at most ${maxDays} days after from` });
}

/** Whose docket a scope shows: null for all members. A member without an office has their own. */
export async function listMembersInScope(
  context: Context,
  scope: DocketScope,
  { memberId, officeId }: { memberId: string; officeId: string | null },
): Promise<string[] | null> {
  if (scope === "organization") return null;
  return scope === "office" && officeId !== null ? listMembersOfOffice(context, officeId) : [memberId];
}

/** The members that all of the filters name; null without one. */
async function listMembersNamed(
  context: Context,
  { memberId, officeId, teamId }: Pick<DocketQuery, "memberId" | "officeId" | "teamId">,
): Promise<string[] | null> {
  const named = [
    ...(memberId === undefined ? [] : [[memberId]]),
    ...(officeId === undefined ? [] : [await listMembersOfOffice(context, officeId)]),
    ...(teamId === undefined ? [] : [await listMembersOfTeam(context, teamId)]),
  ];
  const [first, ...others] = named;
  return first?.filter((id) => others.every((ids) => ids.includes(id))) ?? null;
}

/** The entries after a place, in order of their start; of the same one deadlines first. */
export async function listMerged(
  context: Context,
  docket: Docket,
  place: Place | null,
  limit: number,
): Promise<Merged[]> {
  const { from, to, timeZone, caseId, memberIds, types, shows } = docket;
  const [ofDeadline = null, ofEvent = null] = place ?? [];
  const window = { from: startOfDay(from, timeZone), to: startOfDay(addDays(to, 1), timeZone) };
  const deadlines = shows.deadlines
    ? await listDocketDeadlines(context, { from, to, caseId, memberIds }, parseDeadlinePlace(ofDeadline), limit)
    : [];
  const events = shows.events
    ? await listDocketOccurrences(context, { window, caseId, memberIds, types }, parseEventPlace(ofEvent), limit)
    : [];
  const merged = [...deadlines.map((each) => mergeDeadline(each, timeZone)), ...events.map(mergeOccurrence)];
  // A stable sort: of equal starts, deadlines stay first, and each kind in its own order.
  return merged.toSorted(compareStarts).slice(0, limit);
}

function compareStarts(one: Merged, other: Merged): number {
  if (one.startAt === other.startAt) return 0;
  return one.startAt < other.startAt ? -1 : 1;
}

const parseDeadlinePlace = (place: Place[0]) =>
  place === null ? null : { effectiveOn: place[0], time: place[1], id: place[2] };
const parseEventPlace = (place: Place[1]) =>
  place === null ? null : { startAt: place[0], eventId: place[1], occurrenceOn: place[2] };

function mergeDeadline({ position, deadline }: PlacedDeadline, timeZone: string): Merged {
  const { effectiveOn: date, dueTime: time, caseId, case: matter } = deadline;
  const startAt = time === null ? startOfDay(date, timeZone) : toInstant(date, time, timeZone);
  const entry = DocketEntry.parse({
    kind: "deadline",
    date,
    time,
    timeZone: deadline.timeZone,
    startAt,
    caseId,
    case: matter,
    deadline: DocketDeadline.parse(deadline),
    event: null,
  });
  return { startAt, entry, deadline: position, occurrence: null };
}

function mergeOccurrence({ position, occurrence }: PositionedOccurrence): Merged {
  const { startAt, localStart, allDay, timeZone, caseId, case: matter } = occurrence;
  const [date = "", time = ""] = localStart.split("T");
  const entry = DocketEntry.parse({
    kind: "event",
    date,
    time: allDay ? null : time,
    timeZone,
    startAt,
    caseId,
    case: matter,
    deadline: null,
    event: DocketOccurrence.parse(occurrence),
  });
  return { startAt, entry, deadline: null, occurrence: position };
}

/** Each entry with the place of both lists after it. */
function keepPlaces(merged: readonly Merged[], begun: Place | null): { entry: DocketEntry; place: Place }[] {
  let place: Place = begun ?? [null, null];
  return merged.map(({ entry, deadline, occurrence }) => {
    place = [
      deadline === null ? place[0] : [deadline.effectiveOn, deadline.time, deadline.id],
      occurrence === null ? place[1] : [occurrence.startAt, occurrence.eventId, occurrence.occurrenceOn],
    ];
    return { entry, place };
  });
}
