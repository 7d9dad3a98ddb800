import { invalidInput, limitReached, notFound } from "../../../contract/errors/error-codes.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { assertScopes } from "../../../rpc/authorize.ts";
import type { Context } from "../../../rpc/context.ts";
import { defineResource } from "../../../rpc/resource/define-resource.ts";
import { getLiveCase } from "../../cases/domain.ts";
import { openBusinessDays } from "../../organization/holiday-calendars/domain.ts";
import { peopleSorts } from "../../team/domain.ts";
import { resolveItems, type ResolvedItem, type Standing } from "./domain.drafts.ts";
import { chooseItems } from "./domain.items.ts";
import {
  TaskTemplate,
  type ItemWarning,
  type NewTaskTemplate,
  type Preview,
  type TaskDraft,
  type TaskTemplateChanges,
  type TaskTemplateFilter,
  type TaskTemplateItem,
} from "./schema.ts";
import { countLiveTemplates, findAssignable, findStanding, selectTemplatePage, selectTemplates } from "./store.ts";

const maxTemplates = 200;

/** The organization's task templates. Tasks that a template created do not change with it. */
export const templates = defineResource({
  table: "TaskTemplate",
  noun: "Task template",
  idKind: "taskTemplate",
  schema: TaskTemplate,
  select: selectTemplates,
  describe: (row) => TaskTemplate.parse(row),
  events: {
    created: "task_template.created",
    updated: "task_template.updated",
    deleted: "task_template.deleted",
  },
  relate: ({ id }) => [{ entity: "task_template", id }],
  unique: {
    TaskTemplate_live_name: "name: used by another task template",
    TaskTemplate_organizationId_externalId_key: "externalId: used by another task template",
  },
  prepareInsert: checkNew,
  prepareUpdate: checkChanges,
});

/** @throws INVALID_STATE_TRANSITION beyond 200 templates; NOT_FOUND for an item's team or member */
async function checkNew(context: Context, values: NewTaskTemplate) {
  if ((await countLiveTemplates(context)) >= maxTemplates)
    throw limitReached(`An organization has at most ${maxTemplates} task templates`);
  return checkChanges(context, values);
}

/** @throws NOT_FOUND for an item's team or member */
async function checkChanges(context: Context, { items, triggers, ...columns }: TaskTemplateChanges) {
  if (items !== undefined) await checkAssignees(context, items);
  return {
    ...columns,
    ...(items !== undefined && { items: JSON.stringify(items) }),
    ...(triggers !== undefined && { triggers: JSON.stringify(triggers) }),
  };
}

/** A page of templates; a filter by case type also finds those of all case types. */
export async function listTemplates(
  context: Context,
  query: TaskTemplateFilter,
): Promise<{ taskTemplates: TaskTemplate[]; nextCursor: string | null }> {
  const list = { name: "task-templates", alias: "t", sorts: peopleSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectTemplatePage(context, query, page),
  );
  return { taskTemplates: rows.map(templates.describe), nextCursor };
}

/** @throws NOT_FOUND for a team, and for a member who is not active */
async function checkAssignees(context: Context, items: readonly TaskTemplateItem[]): Promise<void> {
  const { memberIds, teamIds } = listAssignees(items);
  if (memberIds.length + teamIds.length === 0) return;
  const found = await findAssignable(context, memberIds, teamIds);
  if (!memberIds.every((id) => found.has(id))) throw notFound("Member");
  if (!teamIds.every((id) => found.has(id))) throw notFound("Team");
}

function listAssignees(items: readonly TaskTemplateItem[]) {
  const memberIds = items.flatMap(({ assignee }) => (assignee.type === "member" ? [assignee.memberId] : []));
  const teamIds = items.flatMap(({ assignee }) => (assignee.type === "team" ? [assignee.teamId] : []));
  return { memberIds: [...new Set(memberIds)], teamIds: [...new Set(teamIds)] };
}

/** What a request may say of an application. */
export type Choice = Pick<Preview, "anchors" | "assignees" | "includeKeys">;

/**
 * What a template's chosen items become now, for a case or, without one, from the dates of the request.
 *
 * @throws NOT_FOUND for a member of `assignees` who is not active; VALIDATION_FAILED for keys that are no items
 */
export async function draftTasks(
  context: Context,
  template: Pick<TaskTemplate, "items">,
  caseId: string | null,
  { anchors, assignees, includeKeys }: Choice,
): Promise<{ resolved: ResolvedItem[]; warnings: ItemWarning[] }> {
  assertKeys(template.items, "includeKeys", includeKeys ?? []);
  assertKeys(template.items, "assignees", Object.keys(assignees));
  const items = chooseItems(template.items, includeKeys);
  const given = Object.values(assignees);
  const { memberIds, teamIds } = listAssignees(items);
  const assignable = await findAssignable(context, [...memberIds, ...given], teamIds);
  if (!given.every((id) => assignable.has(id))) throw notFound("Member");
  const known = await findStanding(context, caseId);
  const standing: Standing = {
    ...known,
    anchors: { applied: known.todayOn, ...known.anchors, ...anchors },
    assignable,
    assignees,
  };
  const { days } = await openBusinessDays(context);
  return resolveItems(items, standing, days);
}

function assertKeys(items: readonly TaskTemplateItem[], path: string, keys: readonly string[]): void {
  const known = new Set(items.map(({ key }) => key));
  if (keys.some((key) => !known.has(key)))
    throw invalidInput({ path, message: "must name keys of the template’s items" });
}

/** @throws NOT_FOUND; FORBIDDEN for a case without tasks:read; as {@link draftTasks} */
export async function previewTemplate(
  context: Context,
  templateId: string,
  { caseId, ...choice }: Preview,
): Promise<{ tasks: TaskDraft[]; warnings: ItemWarning[] }> {
  if (caseId !== undefined) assertScopes(context, ["tasks:read"]);
  const template = await templates.get(context, { id: templateId });
  if (caseId !== undefined) await getLiveCase(context, caseId);
  const { resolved, warnings } = await draftTasks(context, template, caseId ?? null, choice);
  return { tasks: resolved.map(({ draft }) => draft), warnings };
}
