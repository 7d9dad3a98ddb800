import type { Row } from "../../src/platform/database/tables.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, hourMilliseconds, toDay } from "./random.ts";

/** For how many years after an injury one may sue, where it is not two. */
const statuteYears: Readonly<Record<string, number>> = { NY: 3, MD: 3, NM: 3, WI: 3 };

/**
 * When a case's statute of limitations runs out: of some claims, such as those against public bodies, after a year or a year and a half
 * already; and of some cases nobody has looked it up. Made by place, not by chance: what follows stays as it was before there was this.
 * @param place of the case among the firm's
 */
export function writeStatute(dateOfIncident: string, state: string | null | undefined, place: number): string | null {
  if (place % 9 === 4) return null;
  const usual = (statuteYears[state ?? ""] ?? 2) * 12;
  const months = place % 11 === 7 ? 12 : place % 4 === 2 ? 18 : usual;
  const day = new Date(`${dateOfIncident}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 10);
}

/** What the firm's own fields say of a case at its beginning. */
export function writeCustomFields(createdAt: string, place: number): Record<string, unknown> {
  const exposure = ["low", "medium", "high"][place % 3];
  return {
    ...(place % 4 !== 1 && { exposure }),
    ...(place % 5 < 2 && { policyLimitConfirmed: place % 5 === 0 }),
    ...(place % 3 !== 2 && { firstConsultationOn: createdAt.slice(0, 10) }),
  };
}

const touched: ReadonlySet<string> = new Set(["pending", "open", "on_hold"]);

/** In three of four cases that go on, somebody has spoken with the client in the last weeks; with the others not since the last step. */
export function keepInTouch({ now, history, plainActor }: Firm, cases: readonly FirmCase[]): void {
  for (const [place, firmCase] of cases.entries()) {
    const at = now - ((place * 5) % 27) * dayMilliseconds - 3 * hourMilliseconds;
    const { row } = firmCase;
    if (place % 4 === 3 || !touched.has(row.matterStatus) || at <= Date.parse(row.updatedAt)) continue;
    const patch: Partial<Row<"Case">> = { lastClientContactOn: toDay(at) };
    history.recordChange("case.updated", row, patch, { at, relatedIds: relateToCase(firmCase), actor: plainActor });
  }
}
