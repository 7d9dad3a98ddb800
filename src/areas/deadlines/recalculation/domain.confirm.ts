import type { Context } from "../../../rpc/context.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { getCourt } from "../domain.courts.ts";
import { addPersons, applyChange } from "../domain.records.ts";
import type { Matter } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";
import { determineDateFrom, setBySystem } from "./domain.plan.ts";
import { recalculateFollowing } from "./domain.recalculate.ts";

/** A deadline with a later date that waits. */
export type WaitingDeadline = DeadlineRow & { recalculation: NonNullable<DeadlineRow["recalculation"]> };

/** Applies a later date that a second person confirmed; what was missed by the earlier one is open again. */
export async function confirmRecalculation(
  context: Context,
  matter: Matter,
  before: WaitingDeadline,
  note: string | undefined,
): Promise<DeadlineRow> {
  const { triggerOn, triggerTime: startTime = before.startTime, causedBy, persons, bornOn } = before.recalculation;
  const court = await getCourt(context, matter, before);
  const columns = determineDateFrom(before, { triggerOn, startTime, bornOn }, matter, court);
  const isOpenAgain = before.status === "missed" && Date.parse(columns.dueAt) > Date.parse(matter.now);
  const changed = {
    ...columns,
    triggerOn,
    ...setBySystem(before, causedBy, addPersons(before, persons)),
    ...(isOpenAgain && { status: "open" }),
  };
  const after = await applyChange(context, before, changed, { kind: "recalculated", reason: note, causedBy });
  await recalculateFollowing(context, matter, { before, after }, await listPersons(context));
  return after;
}
