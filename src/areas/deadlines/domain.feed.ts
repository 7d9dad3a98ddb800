import type { Context } from "../../rpc/context.ts";
import { labelOf } from "./enumerations.ts";
import { listAgendaDeadlines, type AgendaRow } from "./store.ts";

/** A deadline in the agenda of its assignee. @property typeName null for a deadline of the firm's own type, whose title says what it is */
export type AgendaDeadline = Omit<AgendaRow, "type"> & { typeName: string | null };

/** The open deadlines that are assigned to a member, by their day. @param days both included @param limit the most that are returned */
export async function listAgenda(context: Context, memberId: string, days: { from: string; to: string }, limit: number): Promise<AgendaDeadline[]> {
  return (await listAgendaDeadlines(context, memberId, days, limit)).map(({ type, ...row }) => ({ ...row, typeName: type === "custom" ? null : labelOf(type) }));
}
