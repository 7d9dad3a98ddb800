import type { Context } from "../../../rpc/context.ts";
import { listStateZones } from "../../deadlines/calculation/domain.instants.ts";
import { findRule } from "../../jurisdiction-rules/domain.ts";
import { textHoursKeyOf, type TextHoursRule } from "../../jurisdiction-rules/domain.text-hours.ts";
import { findSending } from "../settings/domain.sending.ts";
import { findOpenInstant, intersect, isOpen, type Hours, type Week } from "./domain.open-hours.ts";

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
export async function judgeTextTime(
  context: Context,
  { state, now, lastInboundAt }: TextTime,
): Promise<TextTimeVerdict> {
  const { quietHours, hours, timezone } = await findSending(context);
  const isReply = lastInboundAt !== null && now.getTime() - lastInboundAt.getTime() <= replyMilliseconds;
  const atOnce = { sendAt: now, deferral: null, refuses: false };
  if (quietHours === "off" || isReply) return atOnce;
  const zones = state === null ? [] : listStateZones(state);
  const timeZones = zones.length === 0 ? [timezone] : zones;
  const rule = zones.length === 0 || state === null ? undefined : await findHoursOfState(context, state);
  const firm: Week = names.map(() => hours);
  const week = rule === undefined ? firm : firm.map((own, day) => intersect(own, rule.week[day] ?? null));
  const instant = now.toISOString();
  if (isOpen(instant, week, timeZones)) return atOnce;
  const until = findOpenInstant(instant, week, timeZones);
  const ruleKey = rule !== undefined && isOpen(instant, firm, timeZones) ? rule.key : null;
  // A rule of the firm's own that opens no day at all: nothing may go.
  if (until === null) return { sendAt: now, deferral: null, refuses: true };
  return {
    sendAt: new Date(until),
    deferral: { until, requestedAt: instant, timeZones, ruleKey: ruleKey ?? rule?.key ?? null },
    refuses: quietHours === "refuse",
  };
}

async function findHoursOfState(context: Context, state: string): Promise<{ key: string; week: Week } | undefined> {
  const key = textHoursKeyOf(state);
  const found = await findRule(context, key);
  if (found === undefined || found.verification === "disabled" || !("hours" in found.rule)) return undefined;
  return { key, week: weekOf(found.rule) };
}

export type { Hours };
