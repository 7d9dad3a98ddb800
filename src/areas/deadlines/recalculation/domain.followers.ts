import { recordInUse } from "../../../contract/errors/error-codes.ts";
import type { DayFollower } from "../../cases/domain.day-followers.ts";
import type { CaseFollower } from "../../cases/domain.followers.ts";
import type { PartyFollower } from "../../cases/parties/domain.followers.ts";
import { proposeLimitation } from "../creation/domain.propose-limitation.ts";
import { isNamedByOpen } from "../store.changes.ts";
import { followTrigger } from "./domain.follow-trigger.ts";

/**
 * A date of limitation of a new case becomes a deadline; a date of a case that moves takes the deadlines that are
 * counted from it along.
 */
export const caseFollower: CaseFollower = {
  proposeLimitation,
  changeCase: async (context, before, after) => {
    const { id, dateOfIncident: on } = after;
    return before.dateOfIncident === on ? undefined : followTrigger(context, { caseId: id, recordId: id, on });
  },
};

/** The same for a party's; a party that an open deadline names stays. */
export const serviceFollower: PartyFollower = {
  changeParty: async (context, caseId, before, after) => {
    if (after !== null) {
      if (before.servedOn === after.servedOn) return false;
      await followTrigger(context, { caseId, recordId: after.id, on: after.servedOn });
      return true;
    }
    if (await isNamedByOpen(context, before.id))
      throw recordInUse("An open deadline names this party; satisfy, waive or cancel it first");
    return false;
  },
};

/** The same for the days of a case's incident and of its court actions. */
export const dayFollower: DayFollower = {
  changeDay: async (context, changed) => {
    await followTrigger(context, changed);
  },
  rejectDeletion: async (context, recordId) => {
    if (await isNamedByOpen(context, recordId))
      throw recordInUse("An open deadline is counted from this record; satisfy, waive or cancel it first");
  },
};
