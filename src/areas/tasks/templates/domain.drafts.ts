import type { BusinessDays } from "../../../platform/business-days.ts";
import { countDueOn } from "../domain.due-dates.ts";
import { orderItems } from "./domain.items.ts";
import type { ItemWarning, TaskAnchor, TaskDraft, TaskTemplateItem, TaskWarning } from "./schema.ts";

/** What a template's items are resolved with. */
export interface Standing {
  todayOn: string;
  /** Null without a case: attorneys are then unknown rather than missing. */
  attorneys: readonly { attorneyId: string; role: string; status: string }[] | null;
  anchors: Partial<Record<TaskAnchor, string | null>>;
  /** The day on which the case last entered a stage. */
  stageDays: Readonly<Record<string, string>>;
  /** Of the members and teams that items and the request name: those who are active, or not deleted. */
  assignable: ReadonlySet<string>;
  /** Members by item key, as the request gives them. */
  assignees: Readonly<Record<string, string>>;
}

/** How the due date of a task came about, as tasks keep it. */
export type KeptRule = Omit<NonNullable<TaskTemplateItem["due"]>, "stage" | "key"> & {
  anchorOn: string | null;
  /** Those of the item, while the task has no due date. */
  reminders?: TaskTemplateItem["reminders"];
};

export interface ResolvedItem {
  draft: TaskDraft;
  dueRule: KeptRule | null;
}

/** What the items become now, each after what it depends on. */
export function resolveItems(
  items: readonly TaskTemplateItem[],
  standing: Standing,
  days: BusinessDays,
): { resolved: ResolvedItem[]; warnings: ItemWarning[] } {
  const warnings: ItemWarning[] = [];
  const resolved = orderItems(items).map(({ key: itemKey, assignee, due, ...copied }) => {
    const chosen = resolveAssignee(standing.assignees[itemKey], assignee, standing);
    const dated = resolveDue(due, standing, days);
    warnings.push(...[...chosen.warnings, ...dated.warnings].map((warning) => ({ itemKey, warning })));
    const draft = {
      itemKey,
      ...copied,
      assigneeMemberIds: chosen.memberIds,
      assignedTeamId: chosen.teamId,
      dueOn: dated.dueOn,
      dueAfterKey: due?.key ?? null,
    };
    return { draft, dueRule: dated.rule };
  });
  return { resolved, warnings };
}

interface ChosenAssignee {
  memberIds: string[];
  teamId: string | null;
  warnings: TaskWarning[];
}

function resolveAssignee(
  given: string | undefined,
  assignee: TaskTemplateItem["assignee"],
  { attorneys, assignable }: Standing,
): ChosenAssignee {
  const members = (memberIds: string[], warnings: TaskWarning[] = []): ChosenAssignee => ({
    memberIds,
    teamId: null,
    warnings,
  });
  if (given !== undefined) return members([given]);
  if (assignee.type === "unassigned") return members([]);
  if (assignee.type === "team")
    return assignable.has(assignee.teamId)
      ? { memberIds: [], teamId: assignee.teamId, warnings: [] }
      : members([], ["no_candidate"]);
  if (assignee.type === "member")
    return assignable.has(assignee.memberId) ? members([assignee.memberId]) : members([], ["assignee_inactive"]);
  if (attorneys === null) return members([]);
  const role = assignee.type === "lead_attorney" ? "lead" : assignee.role;
  const having = attorneys.filter((attorney) => attorney.role === role);
  const active = having.filter(({ status }) => status === "active").map(({ attorneyId }) => attorneyId);
  if (having.length === 0) return members([], ["assignee_missing"]);
  return members(active.slice(0, maxAssignees), active.length < having.length ? ["assignee_inactive"] : []);
}

const maxAssignees = 10;

function resolveDue(
  due: TaskTemplateItem["due"],
  standing: Standing,
  days: BusinessDays,
): { dueOn: string | null; rule: KeptRule | null; warnings: TaskWarning[] } {
  if (due === null) return { dueOn: null, rule: null, warnings: [] };
  const { stage, key, ...count } = due;
  const anchorOn =
    standing.anchors[due.relativeTo] ?? (stage === undefined ? null : (standing.stageDays[stage] ?? null));
  const dueOn = countDueOn(count, anchorOn, days);
  const isPast = dueOn !== null && dueOn < standing.todayOn;
  // The end of another item's task is still to come.
  const isMissing = dueOn === null && key === undefined;
  return {
    dueOn,
    rule: { ...count, anchorOn },
    warnings: [...(isMissing ? ["anchor_missing" as const] : []), ...(isPast ? ["due_in_past" as const] : [])],
  };
}
