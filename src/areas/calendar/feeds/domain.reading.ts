import { dayOf, startOfDay } from "../../../platform/local-time.ts";
import { addDays } from "../../../platform/recurrence-rule.ts";
import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { listAgenda } from "../../deadlines/domain.feed.ts";
import { listFirstAttended } from "../occurrences/domain.attended.ts";
import { listOwnerNames } from "../store.ts";
import { writeCalendar } from "./domain.calendar.ts";
import { findFeedRow, type FoundFeed } from "./store.ts";

const daysBack = 30;
const daysAhead = 400;
const maxEntries = 5_000;

/**
 * A feed as an iCalendar text: its member's agenda from 30 days before to 400 days after the firm's today. It is the same, byte for byte, until something
 * in it changes.
 */
export async function buildAgenda(context: Context, { feedId, memberId }: Pick<FoundFeed, "feedId" | "memberId">, now: Date): Promise<string> {
  const feed = await findFeedRow(context, feedId);
  const timezone = await readTimezone(context);
  const today = dayOf(now.toISOString(), timezone);
  const days = { from: addDays(today, -daysBack), to: addDays(today, daysAhead) };
  const window = { from: startOfDay(days.from, timezone), to: startOfDay(addDays(days.to, 1), timezone) };
  const attended = (await listFirstAttended(context, window, memberId, maxEntries)).filter(({ isDeclined }) => !isDeclined);
  const titled = attended.map(({ event }) => event).filter(({ feedTitle }) => feedTitle !== null);
  const idsOf = (column: "caseId" | "leadId") => [...new Set(titled.flatMap((event) => event[column] ?? []))];
  const names = await listOwnerNames(context, idsOf("caseId"), idsOf("leadId"));
  const deadlines = feed?.includeDeadlines === true ? await listAgenda(context, memberId, days, maxEntries - attended.length) : [];
  return writeCalendar(attended, deadlines, names);
}
