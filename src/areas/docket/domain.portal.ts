import type { DocketScope } from "../../contract/closed-sets/docket-scope.ts";
import { readToday, readTimezone } from "../../platform/database/organization-day.ts";
import { addDays } from "../../platform/recurrence-rule.ts";
import type { Context } from "../../rpc/context.ts";
import { eventTriggers } from "../deadlines/enumerations.ts";
import { requireMemberId } from "../notifications/domain.ts";
import { listMembersInScope, listMerged } from "./domain.ts";
import type { DocketEntry } from "./schema.ts";
import { findOffice } from "./store.ts";

/** So many of what is overdue, and of what is ahead, are on the page. */
const most = 200;
const firstDay = "0001-01-01";

interface Page {
  overdue: DocketEntry[];
  entries: DocketEntry[];
  /** The last day. */
  through: string;
  /** The organization's. */
  timeZone: string;
  isCut: boolean;
}

/**
 * A member's docket of the next days, as it is mailed: deadlines and court dates. Court dates only with permission to
 * view them.
 */
export async function getDocket(
  context: Context,
  { scope, days }: { scope: DocketScope; days: number },
): Promise<Page> {
  const [timeZone, today] = [await readTimezone(context), await readToday(context)];
  const through = addDays(today, days - 1);
  const memberIds = await listMembersShown(context, scope);
  const { principal } = context;
  const events = principal.kind === "member" && principal.permissions.has("calendar:view");
  const read = (from: string, to: string, shows: { deadlines: boolean; events: boolean }) =>
    listMerged(context, { from, to, timeZone, memberIds, types: eventTriggers, shows }, null, most + 1);
  const past = await read(firstDay, addDays(today, -1), { deadlines: true, events: false });
  const ahead = await read(today, through, { deadlines: true, events });
  const entries = ahead.slice(0, most).map(({ entry }) => entry);
  const isOverdue = ({ deadline }: DocketEntry) => deadline?.urgency === "overdue";
  return {
    overdue: [...past.slice(0, most).map(({ entry }) => entry), ...entries.filter(isOverdue)],
    entries: entries.filter((entry) => !isOverdue(entry)),
    through,
    timeZone,
    isCut: past.length > most || ahead.length > most,
  };
}

async function listMembersShown(context: Context, scope: DocketScope): Promise<string[] | null> {
  if (scope === "organization") return null;
  const memberId = requireMemberId(context);
  const officeId = scope === "office" ? await findOffice(context, memberId) : null;
  return listMembersInScope(context, scope, { memberId, officeId });
}
