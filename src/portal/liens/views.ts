import type { PortalOutputs } from "../client/trpc.ts";
import { liensScreen as t } from "./strings.ts";

export type Lien = PortalOutputs["liens"]["get"]["lien"];

/** The lienholder, or what kind of lien it is to those who do not see medical data. */
export const nameLien = ({ lienholder, type }: Pick<Lien, "lienholder" | "type">) => lienholder?.name ?? t.types[type];

const dayMilliseconds = 24 * 3_600_000;

/** The calendar day so many days from now, "2026-12-30". */
export const dayFromNow = (days: number, now = Date.now()) =>
  new Date(now + days * dayMilliseconds).toISOString().slice(0, 10);

/** Whether the lien can still be paid by its final amount: `soon` in its last 14 days; null where nothing is urgent. */
export function findExpiry(
  { status, finalDemandExpiresOn }: Pick<Lien, "status" | "finalDemandExpiresOn">,
  now = Date.now(),
): "soon" | "expired" | null {
  if (status !== "final" || finalDemandExpiresOn === null) return null;
  if (finalDemandExpiresOn < dayFromNow(0, now)) return "expired";
  return finalDemandExpiresOn <= dayFromNow(14, now) ? "soon" : null;
}
