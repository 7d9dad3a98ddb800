import type { Context } from "../../../rpc/context.ts";
import { describeActor } from "../../../rpc/principal.ts";
import { lockLiveCaseForUpdate } from "../../cases/domain.ts";
import type { ClientFollower } from "../../clients/domain.followers.ts";
import { listPersons } from "../../service-accounts/makers/domain.persons.ts";
import { getCourt } from "../domain.courts.ts";
import { checkFew, tooMany } from "./domain.locks.ts";
import { determineDateFrom, leavesRule, setBySystem } from "./domain.plan.ts";
import { addPersons, applyChange, mirror } from "../domain.records.ts";
import { listOfRules, lockMatterForShare, setUnseen, type Matter } from "../store.changes.ts";
import { lockDeadlineForUpdate, type DeadlineRow } from "../store.ts";

/** A date of birth that changed can change how long time did not run for a minor. */
export const birthFollower: ClientFollower = {
  changeClient: async (context, before, after) => {
    if (after.dateOfBirth !== null && after.dateOfBirth !== before.dateOfBirth)
      await recalculateMinority(context, after.id, after.dateOfBirth);
  },
};

/**
 * Recalculates the open limitations of a client's own claims that a rule calculated, in the transaction of the change
 * of their date of birth: an earlier date applies at once, a later one waits for a second person. Archived cases rest.
 * The client is locked; cases are locked after it, in order.
 *
 * @throws INVALID_STATE_TRANSITION when they are too many for one transaction
 */
async function recalculateMinority(context: Context, clientId: string, bornOn: string): Promise<void> {
  const found = await listOfRules(context, clientId, tooMany);
  checkFew(found.length, "depend on this date of birth");
  if (found.length === 0) return;
  const persons = await listPersons(context);
  for (const caseId of new Set(found.map((each) => each.caseId))) {
    await lockLiveCaseForUpdate(context, caseId);
    const matter = await lockMatterForShare(context, caseId);
    const changed: DeadlineRow[] = [];
    for (const { id } of found.filter((each) => each.caseId === caseId)) {
      const before = await lockDeadlineForUpdate(context, id);
      if (before === undefined || !before.isOpen || before.isOverridden || before.caseStatus === "archived") continue;
      await recalculate(context, matter, before, { bornOn, persons });
      changed.push(before);
    }
    await mirror(context, caseId, changed);
  }
}

async function recalculate(
  context: Context,
  matter: Matter,
  before: DeadlineRow,
  { bornOn, persons }: { bornOn: string; persons: readonly string[] },
): Promise<void> {
  const { triggerOn, recalculation: waiting } = before;
  if (triggerOn === null) return;
  const court = await getCourt(context, matter, before);
  if (leavesRule(court, before, triggerOn)) return;
  const causedBy = describeActor(context.principal);
  const columns = determineDateFrom(before, { triggerOn, bornOn }, matter, court);
  const isEarlier = columns.dueOn < before.dueOn;
  // A later date that waits already gets the new date of birth, too.
  const proposedOn =
    waiting === null
      ? columns.dueOn
      : determineDateFrom(before, { triggerOn: waiting.triggerOn, bornOn }, matter, court).dueOn;
  const proposal = {
    triggerOn,
    causedBy,
    at: matter.now,
    ...waiting,
    proposedOn,
    bornOn,
    persons: [...new Set([...persons, ...(waiting?.persons ?? [])])],
  };
  const recalculation = waiting !== null || proposedOn > before.dueOn ? JSON.stringify(proposal) : null;
  if (isEarlier) {
    const moved = {
      ...columns,
      ...setBySystem(before, causedBy, addPersons(before, persons)),
      recalculation: waiting === null ? null : recalculation,
    };
    await applyChange(context, before, moved, {
      kind: "recalculated",
      causedBy,
      isOneOfSeveral: true,
      expectedRevisions: null,
    });
  } else if (recalculation === null) {
    await setUnseen(context, before.id, { limitation: columns.limitation });
  } else if (waiting?.proposedOn !== proposedOn || waiting.bornOn !== bornOn) {
    await applyChange(
      context,
      before,
      { recalculation },
      { kind: "recalculation_proposed", causedBy, isOneOfSeveral: true, expectedRevisions: null },
    );
  }
}
