import type { PortalOutputs } from "../client/trpc.ts";
import { addDays, daysBetween } from "../ui/calendar-days.ts";
import { urgencyOf } from "../ui/urgency.tsx";
import { liensScreen as t } from "./strings.ts";

export type Lien = PortalOutputs["liens"]["get"]["lien"];

/** The lienholder, or what kind of lien it is to those who do not see medical data. */
export const nameLien = ({ lienholder, type }: Pick<Lien, "lienholder" | "type">) => lienholder?.name ?? t.types[type];

/** The calendar day so many days from now, "2026-12-30", where the reader is: in UTC it is tomorrow in the evening. */
export function dayFromNow(days: number, now = Date.now()): string {
  const offset = new Date(now).getTimezoneOffset() * 60_000;
  return addDays(new Date(now - offset).toISOString().slice(0, 10), days);
}

/** How near a day is on which something must be paid or expires. */
export const urgencyOfDay = (on: string) => urgencyOf(daysBetween(dayFromNow(0), on));

/** Whether the lien can still be paid by its final amount: `soon` in its last 14 days; null where nothing is urgent. */
export function findExpiry(
  { status, finalDemandExpiresOn }: Pick<Lien, "status" | "finalDemandExpiresOn">,
  now = Date.now(),
): "soon" | "expired" | null {
  if (status !== "final" || finalDemandExpiresOn === null) return null;
  if (finalDemandExpiresOn < dayFromNow(0, now)) return "expired";
  return finalDemandExpiresOn <= dayFromNow(14, now) ? "soon" : null;
}
