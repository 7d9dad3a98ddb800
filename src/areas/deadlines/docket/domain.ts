import { mapInTurns } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { showDeadline } from "../domain.ts";
import { Deadline } from "../schema.ts";
import { findDeadlines } from "../store.ts";
import { listDocketPositions, type DocketFilter, type DocketPosition } from "./store.ts";

export type { DocketFilter, DocketPosition } from "./store.ts";

/** What a docket shows of a deadline. */
export const DocketDeadline = Deadline.pick({
  id: true,
  type: true,
  deadlineClass: true,
  title: true,
  status: true,
  urgency: true,
  dueOn: true,
  dueTime: true,
  dueAt: true,
  effectiveOn: true,
  actByOn: true,
  daysLeft: true,
  actInDays: true,
  isJurisdictional: true,
  verificationStatus: true,
  recalculation: true,
  pendingTransition: true,
  assignees: true,
  revision: true,
}).meta({ id: "DocketDeadline" });

/** A deadline, and its place in a docket. */
export interface PlacedDeadline {
  position: DocketPosition;
  deadline: Deadline;
}

/** The open and missed deadlines after a place, by `effectiveOn`, time of day and ID: at most `limit`. */
export async function listDocketDeadlines(
  context: Context,
  filter: DocketFilter,
  after: DocketPosition | null,
  limit: number,
): Promise<PlacedDeadline[]> {
  const positions = await listDocketPositions(context, filter, after, limit);
  if (positions.length === 0) return [];
  const rows = new Map(
    (
      await findDeadlines(
        context,
        positions.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const placed = await mapInTurns(positions, (position) => {
    const row = rows.get(position.id);
    return row === undefined ? [] : [{ position, deadline: showDeadline(row) }];
  });
  return placed.flat();
}
