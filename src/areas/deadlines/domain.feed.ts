import type { Context } from "../../rpc/context.ts";
import { labelOf } from "./enumerations.ts";
import { listAgendaDeadlines } from "./store.feed.ts";

/** A deadline in the agenda of its assignee: neither its title nor a name. */
export interface AgendaDeadline {
  id: string;
  /** The name of its type; null for a deadline of the firm's own type, whose title says what it is. */
  typeName: string | null;
  /** The day until which it is to be met. */
  effectiveOn: string;
  isVerified: boolean;
  revision: number;
  updatedAt: string;
  caseNumber: string;
}

/** The open deadlines that are assigned to a member, by their day. @param days both included @param limit the most that are returned */
export async function listAgenda(context: Context, memberId: string, days: { from: string; to: string }, limit: number): Promise<AgendaDeadline[]> {
  const rows = await listAgendaDeadlines(context, memberId, days, limit);
  return rows.map(({ type, verificationStatus, ...row }) => ({ ...row, typeName: type === "custom" ? null : labelOf(type), isVerified: verificationStatus === "verified" }));
}
