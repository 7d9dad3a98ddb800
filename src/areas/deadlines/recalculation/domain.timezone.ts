import { readTimezone } from "../../../platform/database/organization-day.ts";
import type { Context } from "../../../rpc/context.ts";
import { describeMoved, type TimezoneDependent } from "../../../rpc/timezone-dependents.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import { findDueAt } from "../calculation/domain.instants.ts";
import { getCourt } from "../domain.courts.ts";
import { deriveDates } from "../domain.dates.ts";
import { applyChange } from "../domain.records.ts";
import { recordDeadlineEvent } from "../domain.ts";
import { lockMatterForShare } from "../store.changes.ts";
import { findDeadlines, type DeadlineRow } from "../store.ts";
import { listZoned, lockZonedForUpdate, moveZoned, type ZonedDeadline } from "./store.ts";

const atOnce = 500;

/**
 * Open deadlines whose time zone is the organization's are over at the same local time in the new one: their days do
 * not change. One that would be over later than a second person found has to be verified anew.
 */
export const timezoneDependent: TimezoneDependent = {
  async recompute(context) {
    const timezone = await readTimezone(context);
    await lockZonedForUpdate(context, timezone);
    const zoned = await listZoned(context, timezone);
    const isLater = (row: ZonedDeadline) =>
      row.verificationStatus === "verified" && Date.parse(dueIn(row, timezone)) > Date.parse(row.dueAt);
    const others = zoned.filter((row) => !isLater(row));
    for (let start = 0; start < others.length; start += atOnce)
      await move(context, timezone, others.slice(start, start + atOnce));
    for (const row of await findDeadlines(
      context,
      zoned.filter(isLater).map(({ id }) => id),
    ))
      await unverify(context, timezone, row);
  },
  async preview(context, timezone) {
    return describeMoved(
      (await listZoned(context, timezone)).map((row) => ({ before: row.dueAt, after: dueIn(row, timezone) })),
    );
  },
};

const dueIn = ({ dueOn, dueTime }: Pick<ZonedDeadline, "dueOn" | "dueTime">, timezone: string) =>
  findDueAt(dueOn, dueTime, timezone);

async function move(context: Context, timezone: string, zoned: readonly ZonedDeadline[]): Promise<void> {
  const ids = zoned.map(({ id }) => id);
  const before = new Map((await findDeadlines(context, ids)).map((row) => [row.id, row]));
  await moveZoned(
    context,
    zoned.map((row) => ({ id: row.id, timeZone: timezone, dueAt: dueIn(row, timezone) })),
  );
  for (const after of await findDeadlines(context, ids))
    recordDeadlineEvent(context, "deadline.updated", { before: before.get(after.id) ?? null, after });
}

/** The revisions that the caller expects are the organization's. */
async function unverify(context: Context, timeZone: string, before: DeadlineRow): Promise<void> {
  // The case's own date may follow. A transaction that locks the case first and waits for the organization is a deadlock with this one, which only repeats one of them.
  await lockLiveCaseForUpdate(context, before.caseId);
  const court = await getCourt(context, await lockMatterForShare(context, before.caseId), before);
  const columns = {
    ...deriveDates(court, { ...before, timeZone }, "unverified"),
    timeZone,
    verificationStatus: "unverified",
  };
  await applyChange(context, before, columns, {
    kind: "verification_reset",
    reason: "The organization’s time zone changed",
    expectedRevisions: null,
  });
}
