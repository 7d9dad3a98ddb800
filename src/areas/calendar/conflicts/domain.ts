import * as z from "zod";
import { AppError } from "../../../contract/errors/error-codes.ts";
import { idPosition, readPageBy } from "../../../platform/database/lists/cursor.ts";
import { createTurn } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { getEventRow, showEvent } from "../domain.ts";
import { listAttended, type Attended } from "../occurrences/domain.attended.ts";
import { readWindow } from "../occurrences/domain.ts";
import { lockMemberCalendarsForUpdate } from "../store.changes.ts";
import type { EventRow } from "../store.ts";
import type { Conflict, ConflictQuery, OnConflict, Overlap } from "./schema.ts";

const dayLength = 86_400_000;
/** Of a series, as far as conflicts are looked for. */
const aheadDays = 90;
const maxShown = 20;
/** Where conflicts are only shown, among so many occurrences of these members. */
const maxCompared = 2_000;

const blocks = ({ showAs, isExpected }: Attended) => isExpected && (showAs === "busy" || showAs === "out_of_office");
const overlaps = (one: Attended, other: Attended) => one.startAt < other.endAt && other.startAt < one.endAt;

/** The members that an event takes time of, in the order of their IDs: its organizer, and who attends and is expected. */
function listMembers({ organizerMemberId, attendees }: EventRow): string[] {
  const expected = attendees.flatMap(({ memberId, isOptional, response }) =>
    memberId === null || isOptional || response === "declined" ? [] : [memberId],
  );
  return [...new Set([...(organizerMemberId === null ? [] : [organizerMemberId]), ...expected])].toSorted();
}

/**
 * What an event that was written overlaps in its members' calendars; of a series in the next 90 days. With `reject`
 * these calendars are locked until commit: of two events at once the second waits for the first, and sees it.
 *
 * @param occurrenceOn one occurrence alone
 * @throws DUPLICATE_ENTRY with `reject`
 */
export async function lockForUpdateAndFindConflicts(
  context: Context,
  eventId: string,
  onConflict: OnConflict,
  occurrenceOn: string | null = null,
): Promise<Conflict[]> {
  const row = await getEventRow(context, eventId);
  const memberIds = listMembers(row);
  if (memberIds.length === 0 || row.showAs === "free" || row.showAs === "tentative") return [];
  if (onConflict === "reject") await lockMemberCalendarsForUpdate(context, memberIds);
  const from =
    row.rule === null || occurrenceOn !== null
      ? row.startAt
      : new Date(Math.max(Date.parse(row.startAt), Date.now())).toISOString();
  const window =
    row.rule === null
      ? { from, to: row.endAt }
      : { from, to: new Date(Date.parse(from) + aheadDays * dayLength).toISOString() };
  const attended = (
    await listAttended(context, window, memberIds, onConflict === "reject" ? undefined : maxCompared)
  ).filter(blocks);
  const own = attended.filter(
    ({ event, occurrenceOn: day }) => event.id === eventId && (occurrenceOn === null || day === occurrenceOn),
  );
  const found: Attended[] = [];
  const turn = createTurn();
  for (const each of attended) {
    if (each.event.id !== eventId && own.some((mine) => mine.memberId === each.memberId && overlaps(mine, each)))
      found.push(each);
    await turn.end();
  }
  if (onConflict === "reject" && found.length > 0)
    throw rejectBusy(row, new Set(found.map(({ memberId }) => memberId)));
  return found.slice(0, maxShown).map(({ memberId, event, occurrenceOn: day, startAt, endAt }) => ({
    memberId,
    eventId: event.id,
    occurrenceOn: day,
    startAt,
    endAt,
  }));
}

function rejectBusy({ organizerMemberId, attendees }: EventRow, busy: ReadonlySet<string>): AppError {
  const ofSeries = attendees.filter(({ occurrenceOn }) => occurrenceOn === null);
  const paths = [
    ...ofSeries.flatMap(({ memberId }, index) =>
      memberId !== null && busy.has(memberId) ? [`attendees.${index}`] : [],
    ),
    ...(organizerMemberId !== null && busy.has(organizerMemberId) ? ["organizerMemberId"] : []),
  ];
  return new AppError("DUPLICATE_ENTRY", `${paths.join(", ")}: busy at that time`);
}

const PositionKey = z.tuple([z.string(), idPosition, idPosition, z.string(), idPosition, z.string()]);
type PositionKey = z.infer<typeof PositionKey>;
interface Pair {
  position: PositionKey;
  memberId: string;
  first: Attended;
  second: Attended;
}

const keyOf = (position: PositionKey) => position.join(" ");

/** The pairs of what blocks a member's time and overlaps, in order of the overlap. */
function listPairs(attended: readonly Attended[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [memberId, all] of Map.groupBy(attended.filter(blocks), (each) => each.memberId)) {
    const inOrder = all.toSorted((one, other) =>
      `${one.startAt} ${one.event.id}` < `${other.startAt} ${other.event.id}` ? -1 : 1,
    );
    for (const [index, first] of inOrder.entries()) {
      for (const second of inOrder.slice(index + 1)) {
        if (second.startAt >= first.endAt) break;
        pairs.push({
          memberId,
          first,
          second,
          position: [
            second.startAt,
            memberId,
            first.event.id,
            first.occurrenceOn ?? "",
            second.event.id,
            second.occurrenceOn ?? "",
          ],
        });
      }
    }
  }
  return pairs.toSorted((one, other) => (keyOf(one.position) < keyOf(other.position) ? -1 : 1));
}

/**
 * A page of the double bookings of one member, or of all.
 *
 * @throws VALIDATION_FAILED for a window that is too long, or a foreign cursor
 */
export async function listConflicts(
  context: Context,
  { from, to, memberId, after, limit }: ConflictQuery,
): Promise<{ conflicts: { memberId: string; first: Overlap; second: Overlap }[]; nextCursor: string | null }> {
  const window = readWindow({ from, to }, 62);
  const pairs = listPairs(await listAttended(context, window, memberId === undefined ? null : [memberId]));
  const { organizationId, installationKeys } = context;
  const { rows, nextCursor } = await readPageBy(
    { organizationId, installationKeys, name: "calendar-conflicts", position: PositionKey },
    { after, limit },
    ({ after: position, limit: most }) =>
      Promise.resolve(
        pairs.filter((pair) => position === null || keyOf(pair.position) > keyOf(position)).slice(0, most),
      ),
    ({ position }) => position,
  );
  return {
    conflicts: rows.map(({ memberId: busy, first, second }) => ({
      memberId: busy,
      first: describe(context, first),
      second: describe(context, second),
    })),
    nextCursor,
  };
}

function describe(context: Context, { event, occurrenceOn, startAt, endAt }: Attended): Overlap {
  const { type, case: of } = showEvent(context, event);
  return { eventId: event.id, occurrenceOn, type, startAt, endAt, case: of };
}
