import { AppError, invalidInput, notFound } from "../../../contract/errors/error-codes.ts";
import type { EventType } from "../../../contract/events/event-types.ts";
import { staleRevision } from "../../../contract/revision.ts";
import { createId } from "../../../platform/database/ids.ts";
import { listRecords } from "../../../platform/database/lists/sorted-list.ts";
import { diffRecords, recordEvent, type Context, type RecordReference } from "../../../rpc/context.ts";
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
import {
  updateTemplateRow,
  countLiveTemplates,
  findAssignable,
  findStanding,
  findTemplate,
  insertTemplate,
  lockTemplateRowForUpdate,
  selectTemplatePage,
} from "./store.ts";

const maxTemplates = 200;

export async function listTemplates(
  context: Context,
  query: TaskTemplateFilter,
): Promise<{ taskTemplates: TaskTemplate[]; nextCursor: string | null }> {
  const list = { name: "task-templates", alias: "t", sorts: peopleSorts };
  const { rows, nextCursor } = await listRecords(context, list, query, (page) =>
    selectTemplatePage(context, query, page),
  );
  return { taskTemplates: rows.map((row) => TaskTemplate.parse(row)), nextCursor };
}

/** @throws NOT_FOUND, also when it was deleted */
export async function getTemplate(context: Context, templateId: string): Promise<TaskTemplate> {
  const row = await findTemplate(context, templateId);
  if (row === undefined) throw notFound("Task template");
  return TaskTemplate.parse(row);
}

export function recordTemplateEvent(
  context: Context,
  eventType: EventType,
  template: TaskTemplate,
  { before, relatedIds = [] }: { before?: TaskTemplate; relatedIds?: readonly RecordReference[] } = {},
): TaskTemplate {
  const diff = before === undefined ? {} : diffRecords(before, template);
  recordEvent(context, {
    eventType,
    entityId: template.id,
    payload: template,
    diff,
    relatedIds: [{ entity: "task_template", id: template.id }, ...relatedIds],
  });
  return template;
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

/** @throws NOT_FOUND for an item's team or member; DUPLICATE_ENTRY; INVALID_STATE_TRANSITION beyond 200 templates */
export async function createTemplate(context: Context, values: NewTaskTemplate): Promise<TaskTemplate> {
  if ((await countLiveTemplates(context)) >= maxTemplates)
    throw new AppError("INVALID_STATE_TRANSITION", `An organization has at most ${maxTemplates} task templates`, {
      errorReason: "limit_reached",
    });
  await checkAssignees(context, values.items);
  const id = createId("taskTemplate");
  await insertTemplate(context, id, values);
  return recordTemplateEvent(context, "task_template.created", await getTemplate(context, id));
}

async function lockTemplateForUpdate(context: Context, templateId: string): Promise<TaskTemplate> {
  if (!(await lockTemplateRowForUpdate(context, templateId))) throw notFound("Task template");
  return getTemplate(context, templateId);
}

/**
 * Tasks that exist do not change.
 *
 * @throws NOT_FOUND; STALE_REVISION; DUPLICATE_ENTRY
 */
export async function updateTemplate(
  context: Context,
  templateId: string,
  changes: TaskTemplateChanges,
): Promise<TaskTemplate> {
  const before = await lockTemplateForUpdate(context, templateId);
  if (changes.items !== undefined) await checkAssignees(context, changes.items);
  if ((await updateTemplateRow(context, templateId, changes)) === undefined) throw staleRevision("task template");
  return recordTemplateEvent(context, "task_template.updated", await getTemplate(context, templateId), { before });
}

/** @throws NOT_FOUND; STALE_REVISION */
export async function deleteTemplate(context: Context, templateId: string): Promise<void> {
  const before = await lockTemplateForUpdate(context, templateId);
  const deleted = await updateTemplateRow(context, templateId, "delete");
  if (deleted === undefined) throw staleRevision("task template");
  const { applicationCount, lastAppliedAt } = before;
  recordTemplateEvent(
    context,
    "task_template.deleted",
    TaskTemplate.parse({ ...deleted, applicationCount, lastAppliedAt }),
    { before },
  );
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
  if (caseId !== undefined && !context.principal.scopes.has("tasks:read"))
    throw new AppError("FORBIDDEN", "A preview on a case requires the scope tasks:read");
  const template = await getTemplate(context, templateId);
  if (caseId !== undefined) await getLiveCase(context, caseId);
  const { resolved, warnings } = await draftTasks(context, template, caseId ?? null, choice);
  return { tasks: resolved.map(({ draft }) => draft), warnings };
}
