import { BusinessDays } from "../../../platform/business-days.ts";
import type { Context } from "../../../rpc/context.ts";
import { findShippedCourt } from "../../organization/holiday-calendars/domain.ts";
import type { HoldBusinessDays } from "../accounts/schema.ts";
import type { TrustMethod } from "./schema.ts";

/** Money that has cleared when it arrives. */
export const clearsAtOnce = (method: TrustMethod | undefined): boolean =>
  method === undefined || method === "wire" || method === "internal_transfer";

/**
 * From when a deposit may be taken as cleared without a word of the bank: banking days are those of the Federal
 * Reserve, whatever days the firm is closed.
 *
 * @returns null for what clears at once
 */
export async function findExpectedClearOn(
  context: Context,
  hold: HoldBusinessDays,
  { method, occurredOn }: { method: TrustMethod | undefined; occurredOn: string },
): Promise<string | null> {
  if (method === undefined || method === "wire" || method === "internal_transfer") return null;
  const calendar = await findShippedCourt(context, "US");
  if (calendar === undefined) throw new Error("the federal calendar is shipped");
  return countBankingDays(new BusinessDays(calendar), occurredOn, hold[method]);
}

/** The day so many banking days after a day. */
export const countBankingDays = (days: BusinessDays, startOn: string, offset: number): string =>
  days.count({ startOn, offset, unit: "business_days", direction: "after", roll: "next_business_day" }).resultOn;
