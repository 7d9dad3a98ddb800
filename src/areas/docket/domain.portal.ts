import type { DocketScope } from "../../contract/closed-sets/docket-scope.ts";
import { readToday, readTimezone } from "../../platform/database/organization-day.ts";
import { addDays } from "../../platform/recurrence-rule.ts";
import type { Context } from "../../rpc/context.ts";
import { eventTriggers } from "../deadlines/enumerations.ts";
import { openBusinessDays } from "../organization/holiday-calendars/domain.ts";
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
  today: string;
  /** The last day. */
  through: string;
  /** The days until then that the firm's calendar has closed, with the names of its holidays. */
  closedDays: ClosedDay[];
  /** The organization's. */
  timeZone: string;
  isCut: boolean;
}

interface ClosedDay {
  on: string;
  /** Null for a weekend. */
  name: string | null;
}

/**
 * A member's docket of the next days, as it is mailed: deadlines and court dates. Court dates only with permission to
 * view them.
 */
export async function getDocket(
  context: Context,
  { scope, days }: { scope: DocketScope; days: number },
): Promise<Page> {
  const { timeZone, today, read } = await openDocket(context, scope);
  const through = addDays(today, days - 1);
  const past = await read(firstDay, addDays(today, -1), { hasEvents: false });
  const ahead = await read(today, through);
  const entries = ahead.slice(0, most);
  const isOverdue = ({ deadline }: DocketEntry) => deadline?.urgency === "overdue";
  return {
    overdue: [...past.slice(0, most), ...entries.filter(isOverdue)],
    entries: entries.filter((entry) => !isOverdue(entry)),
    today,
    through,
    closedDays: await listClosedDays(context, today, through),
    timeZone,
    isCut: past.length > most || ahead.length > most,
  };
}

/** A month of the same docket, whatever is overdue in it among its days. */
export async function getDocketMonth(
  context: Context,
  { scope, month }: { scope: DocketScope; month: string },
): Promise<Omit<Page, "overdue" | "through">> {
  const { timeZone, today, read } = await openDocket(context, scope);
  const from = `${month}-01`;
  const to = addDays(addDays(from, 31).slice(0, 8).concat("01"), -1);
  const found = await read(from, to);
  return {
    entries: found.slice(0, most),
    today,
    closedDays: await listClosedDays(context, from, to),
    timeZone,
    isCut: found.length > most,
  };
}

/** What a docket is read with, and reads of it: one entry more than a page has. */
async function openDocket(context: Context, scope: DocketScope) {
  const [timeZone, today] = [await readTimezone(context), await readToday(context)];
  const memberIds = await listMembersShown(context, scope);
  const { principal } = context;
  const seesEvents = principal.kind === "member" && principal.permissions.has("calendar:view");
  const read = async (from: string, to: string, { hasEvents = true } = {}) => {
    const shows = { deadlines: true, events: seesEvents && hasEvents };
    const docket = { from, to, timeZone, memberIds, types: eventTriggers, shows };
    return (await listMerged(context, docket, null, most + 1)).map(({ entry }) => entry);
  };
  return { timeZone, today, read };
}

async function listClosedDays(context: Context, from: string, to: string): Promise<ClosedDay[]> {
  const { days } = await openBusinessDays(context);
  const closed: ClosedDay[] = [];
  for (let on = from; on <= to; on = addDays(on, 1)) {
    const closure = days.findClosure(on);
    if (closure !== null) closed.push({ on, name: closure.name });
  }
  return closed;
}

async function listMembersShown(context: Context, scope: DocketScope): Promise<string[] | null> {
  if (scope === "organization") return null;
  const memberId = requireMemberId(context);
  const officeId = scope === "office" ? await findOffice(context, memberId) : null;
  return listMembersInScope(context, scope, { memberId, officeId });
}
