import type { Context } from "../../../rpc/context.ts";
import { listStateZones } from "../../deadlines/calculation/domain.instants.ts";
import { findRule } from "../../jurisdiction-rules/domain.ts";
import { textHoursKeyOf, type TextHoursRule } from "../../jurisdiction-rules/domain.text-hours.ts";
import { findSending } from "../settings/domain.sending.ts";
import { findOpenInstant, intersect, isOpen, type Week } from "./domain.open-hours.ts";

/** How long after an inbound text a reply goes at any time. */
export const replyMilliseconds = 60 * 60_000;

export interface TextTime {
  /** The recipient's; null where it is unknown. */
  state: string | null;
  now: Date;
  /** Of the recipient's last text to the firm. */
  lastInboundAt: Date | null;
}

export interface TextTimeVerdict {
  /** When it may go. */
  sendAt: Date;
  /** Why it goes later; null if it goes now. */
  deferral: { until: string; requestedAt: string; timeZones: string[]; ruleKey: string | null } | null;
  /** Whether it is refused instead of deferred. */
  refuses: boolean;
}

const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

function weekOf({ hours }: TextHoursRule): Week {
  return names.map((name) => hours.find(({ days }) => days.includes(name)) ?? null);
}

/**
 * When a text may go to a recipient: within the firm's hours, which are at most from 08:00 to 21:00, and those of their
 * state, in each time zone of the state; without a state, in the firm's. A reply within an hour goes at once.
 */
export async function checkTextTime(
  context: Context,
  { state, now, lastInboundAt }: TextTime,
): Promise<TextTimeVerdict> {
  const { quietHours, hours, timezone } = await findSending(context);
  const isReply = lastInboundAt !== null && now.getTime() - lastInboundAt.getTime() <= replyMilliseconds;
  const atOnce = { sendAt: now, deferral: null, refuses: false };
  if (quietHours === "off" || isReply) return atOnce;
  const { timeZones, rule } = await findPlace(context, state, timezone);
  const week: Week = names.map((_, day) => (rule === null ? hours : intersect(hours, rule.week[day] ?? null)));
  const requestedAt = now.toISOString();
  if (isOpen(requestedAt, week, timeZones)) return atOnce;
  const until = findOpenInstant(requestedAt, week, timeZones);
  // A rule of the firm's own that opens no day at all: nothing may go.
  if (until === null) return { ...atOnce, refuses: true };
  const deferral = { until, requestedAt, timeZones, ruleKey: rule?.key ?? null };
  return { sendAt: new Date(until), deferral, refuses: quietHours === "refuse" };
}

/** The time zones of a state with its rule; of what is no state, the firm's zone alone. */
async function findPlace(context: Context, state: string | null, timezone: string) {
  const timeZones = state === null ? [] : listStateZones(state);
  if (state === null || timeZones.length === 0) return { timeZones: [timezone], rule: null };
  return { timeZones, rule: (await findHoursOfState(context, state)) ?? null };
}

async function findHoursOfState(context: Context, state: string): Promise<{ key: string; week: Week } | undefined> {
  const key = textHoursKeyOf(state);
  const found = await findRule(context, key);
  if (found === undefined || found.verification === "disabled" || !("hours" in found.rule)) return undefined;
  return { key, week: weekOf(found.rule) };
}
