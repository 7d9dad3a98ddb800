import type { Context } from "../../../rpc/context.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { addPersons, applyChange, describeSetter, unverified, type Change } from "../domain.records.ts";
import type { DeadlineColumns, Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";
import { recalculateFollowing } from "./domain.recalculate.ts";

/** @property isGiven whether somebody gave the date itself, which replaces who set what it was determined by */
interface DateChange extends Pick<Change, "kind" | "reason"> {
  columns: DeadlineColumns;
  isGiven?: boolean;
}

/**
 * Changes the date of a locked deadline, with all that is counted from it: it has to be verified anew.
 *
 * @returns it as it is now
 * @throws STALE_REVISION
 */
export async function changeDate(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { columns, isGiven = false, ...change }: DateChange,
): Promise<DeadlineRow> {
  const persons = await listPersons(context);
  const setter = describeSetter(context, isGiven ? persons : addPersons(before, persons));
  const after = await applyChange(context, before, { ...columns, ...setter, ...unverified }, change);
  await recalculateFollowing(context, matter, { before, after }, persons);
  return after;
}
