import { mapInTurns } from "../../../platform/event-loop-turn.ts";
import type { Context } from "../../../rpc/context.ts";
import { findDueAt } from "../calculation/domain.instants.ts";
import { labelOf } from "../enumerations.ts";
import { listAgendaPart, type AgendaPosition, type AgendaRow } from "./store.ts";

/** A deadline as calendars outside show it. */
export interface AgendaDeadline extends Omit<AgendaRow, "type" | "dueTime"> {
  /** null for a type of the firm's own, which a title would reveal. */
  typeName: string | null;
  /** The instant of its time of day on `effectiveOn`; null for the end of that day. */
  effectiveAt: string | null;
}

/** Read by one statement. */
const part = 500;

function describe({ type, dueTime, ...row }: AgendaRow): AgendaDeadline {
  const effectiveAt = dueTime === null ? null : findDueAt(row.effectiveOn, dueTime, row.timeZone);
  return { ...row, typeName: type === "custom" ? null : labelOf(type), effectiveAt };
}

/**
 * All deadlines of members that nobody has disposed of, open and missed ones, however far away, in order of their day.
 * No limit leaves one out.
 *
 * @param memberIds whose; null for all of the organization, also those that are nobody's
 */
export async function* listAgenda(
  context: Context,
  memberIds: readonly string[] | null,
): AsyncGenerator<AgendaDeadline[]> {
  let after: AgendaPosition | null = null;
  for (;;) {
    const rows: AgendaRow[] = await listAgendaPart(context, memberIds, after, part);
    yield await mapInTurns(rows, describe);
    const last = rows.at(-1);
    if (last === undefined || rows.length < part) return;
    after = { effectiveOn: last.effectiveOn, id: last.id };
  }
}
