import type { Row } from "../../src/platform/database/tables.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { dayMilliseconds, hourMilliseconds, toDay } from "./random.ts";

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

/**
 * In three of four cases that go on, somebody has spoken with the client in the last weeks; with the others not since
 * the last step.
 */
export function keepInTouch({ now, history, plainActor }: Firm, cases: readonly FirmCase[]): void {
  for (const [place, firmCase] of cases.entries()) {
    const at = now - ((place * 5) % 27) * dayMilliseconds - 3 * hourMilliseconds;
    const { row } = firmCase;
    if (place % 4 === 3 || !touched.has(row.matterStatus) || at <= Date.parse(row.updatedAt)) continue;
    const patch: Partial<Row<"Case">> = { lastClientContactOn: toDay(at) };
    history.recordChange("case.updated", row, patch, { at, relatedIds: relateToCase(firmCase), actor: plainActor });
  }
}
