import { readTimezone } from "../../../platform/database/organization-day.ts";
import { dayOf } from "../../../platform/local-time.ts";
import type { Context } from "../../../rpc/context.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";

export const defaultAnswerDays = 3;
export const defaultExpiryDays = 7;

const dayMilliseconds = 86_400_000;

/** The day by which an offer is answered: so many business days of the firm after it was sent. */
export async function answerBy(context: Context, sentAt: string, businessDays: number): Promise<string> {
  const { days } = await openBusinessDays(context);
  const startOn = dayOf(sentAt, await readTimezone(context));
  return days.count({ startOn, offset: businessDays, unit: "business_days", direction: "after", roll: "none" })
    .resultOn;
}

/** So many times 24 hours later. */
export const expireAfter = (sentAt: string, days: number): string =>
  new Date(Date.parse(sentAt) + days * dayMilliseconds).toISOString();
