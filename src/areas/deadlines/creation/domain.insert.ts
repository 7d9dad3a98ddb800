import { pickGiven } from "../../../contract/values/pick-given.ts";
import { uniteSorted } from "../../../contract/values/unite-sorted.ts";
import { createId } from "../../../platform/database/ids.ts";
import { replaceTagRows } from "../../../platform/database/tag-rows.ts";
import type { Context } from "../../../rpc/context.ts";
import { emptyCalculation } from "../calculation/domain.record.ts";
import type { DeterminedDate } from "../domain.dates.ts";
import type { DeadlineParents } from "../domain.locks.ts";
import { recordChange } from "../domain.records.ts";
import { getDeadline } from "../domain.ts";
import { classOf, labelOf } from "../enumerations.ts";
import type { NewDeadline } from "../schema.input.ts";
import { insertDeadlineRow } from "../store.changes.ts";
import type { DeadlineRow } from "../store.ts";

/** A deadline of a request, of a chain's item or of a case's date of limitation, before it has a row. */
export interface DeadlineToInsert extends Pick<
  NewDeadline,
  | "type"
  | "title"
  | "dueOn"
  | "citation"
  | "notes"
  | "externalId"
  | "accrualBasis"
  | "discoveryFacts"
  | "ruleKey"
  | "isJurisdictional"
  | "warningDays"
  | "calculation"
  | "reason"
> {
  source: DeadlineRow["source"];
  /** The rule by which it is dated, as JSON: `{ key, citation, verification, asOf }`. */
  rule?: string | undefined;
  chainId?: string;
  itemKey?: string;
  /** Unless it is open. */
  status?: DeadlineRow["status"];
  statusReason?: string;
  /** Who set, on other records, what it is counted from: someone else must verify the date. */
  personsWhoSetBasis: readonly string[];
}

/** What is stored as it was given. */
const storedAsGiven = [
  "citation",
  "notes",
  "externalId",
  "accrualBasis",
  "discoveryFacts",
  "ruleKey",
  "rule",
  "chainId",
  "itemKey",
  "status",
  "statusReason",
] as const;

/**
 * Inserts a deadline, which nobody has verified yet, with its assignees, history and event. Its case is locked.
 *
 * @throws DUPLICATE_ENTRY for an external ID that is taken
 */
export async function insertDeadline(
  context: Context,
  { caseId, claimantPartyId, adversePartyId, adverseName, assignedMemberIds, policy, setter }: DeadlineParents,
  deadline: DeadlineToInsert,
  date: DeterminedDate,
): Promise<DeadlineRow> {
  const { type, source } = deadline;
  const deadlineClass = classOf(type);
  const id = createId("deadline");
  await insertDeadlineRow(context, {
    ...pickGiven(deadline, storedAsGiven),
    ...describeExternalCalculation(deadline),
    ...date.columns,
    ...setter,
    setByPersons: uniteSorted(setter.setByPersons, deadline.personsWhoSetBasis),
    id,
    caseId,
    claimantPartyId,
    adversePartyId,
    type,
    deadlineClass,
    source,
    title: deadline.title ?? nameAgainst(labelOf(type), adverseName),
    originalDueOn: date.columns.dueOn,
    isJurisdictional: deadline.isJurisdictional ?? isJurisdictionalType(type),
    warningDays: deadline.warningDays ?? policy.warningDays[deadlineClass],
  });
  await replaceTagRows(context, "DeadlineAssignee", id, assignedMemberIds);
  const row = await getDeadline(context, id);
  await recordChange(context, { kind: "created", reason: deadline.reason }, null, row);
  return row;
}

/** What a deadline is called, with the name of the adverse party. */
export const nameAgainst = (title: string, adverseName: string | null) =>
  adverseName === null ? title : `${title}: ${adverseName}`.slice(0, 200);

const jurisdictionalTypes: ReadonlySet<string> = new Set(["post_trial_motion", "notice_of_appeal"]);

/** Whether no court may extend a deadline of a type, unless somebody says otherwise. */
export const isJurisdictionalType = (type: NewDeadline["type"]): boolean =>
  classOf(type) === "limitation" || jurisdictionalTypes.has(type);

/** A calculation that somebody else made, as it was sent. */
const describeExternalCalculation = ({ calculation, dueOn, citation }: DeadlineToInsert) =>
  calculation !== undefined && {
    calculation: JSON.stringify({
      ...emptyCalculation,
      method: "external",
      startOn: null,
      rawOn: dueOn,
      rolledOn: dueOn,
      skippedDays: [],
      conservativeOn: null,
      calendar: null,
      citation,
      warnings: [],
      steps: calculation.steps,
    }),
  };
