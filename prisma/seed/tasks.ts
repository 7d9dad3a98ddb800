import type { TaskTemplateItem } from "../../src/areas/tasks/templates/schema.ts";
import { createId } from "../../src/platform/database/ids.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant, createRandom, type Random } from "./random.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import type { Actor, RelatedId } from "./history.ts";

type Due = NonNullable<TaskTemplateItem["due"]>;
type Line = readonly [key: string, title: string, category: TaskTemplateItem["category"], relativeTo: Due["relativeTo"], offset: number, more?: Partial<TaskTemplateItem>];

const lead = { assignee: { type: "lead_attorney" } } satisfies Partial<TaskTemplateItem>;

/** The firm's templates: when triggers apply them, and their items. */
const templates: readonly { name: string; description: string; triggers: object[]; lines: readonly Line[] }[] = [
  {
    name: "New case setup", description: "What every new matter needs in its first weeks.", triggers: [{ type: "case_created" }],
    lines: [
      ["welcome_call", "Welcome call", "client_contact", "applied", 1], ["conflict_check", "Run the conflict check", "intake", "applied", 1, { priority: "high" }],
      ["letter", "Letter of representation", "client_contact", "retainer_signed", 1, lead], ["hipaa", "Get the HIPAA authorization signed", "medical", "retainer_signed", 3],
      ["police_report", "Request the police report", "investigation", "applied", 5, { checklist: ["Agency and report number", "Fee paid"] }], ["photographs", "Photographs of vehicles and scene", "investigation", "applied", 10],
      ["er_records", "Request ER records", "records_request", "retainer_signed", 10, { dependsOnKeys: ["hipaa"] }], ["insurers", "Notify the insurers", "follow_up", "retainer_signed", 7],
      ["toll", "File or toll", "filing", "statute_of_limitations", 60, { ...lead, priority: "urgent", due: { relativeTo: "statute_of_limitations", offset: 60, unit: "calendar_days", direction: "before", roll: "previous_business_day" } }],
    ],
  },
  {
    name: "Records and bills", description: "Charts and bills of every facility.", triggers: [{ type: "stage_entered", stage: "records_collection" }],
    lines: [
      ["facilities", "Confirm the list of facilities", "medical", "applied", 2], ["requests", "Send the records requests", "records_request", "applied", 5, { dependsOnKeys: ["facilities"] }],
      ["bills", "Request the bills", "records_request", "applied", 5], ["follow_up", "Chase what is missing", "follow_up", "applied", 20], ["liens", "Ask for liens", "lien", "applied", 15], ["chronology", "Medical chronology", "medical", "applied", 30],
    ],
  },
  {
    name: "Demand package", description: "From the last record to the letter.", triggers: [{ type: "stage_entered", stage: "demand_preparation" }],
    lines: [
      ["specials", "Add up the specials", "demand", "applied", 3], ["wages", "Proof of lost wages", "demand", "applied", 5], ["draft", "Draft the demand", "demand", "applied", 10, { dependsOnKeys: ["specials", "wages"] }],
      ["exhibits", "Collect the exhibits", "demand", "applied", 10], ["review", "Review the demand", "demand", "applied", 12, { ...lead, dependsOnKeys: ["draft"] }], ["consent", "Client’s consent to the amount", "client_contact", "applied", 13],
      ["send", "Send the demand", "demand", "applied", 15, { dependsOnKeys: ["review", "exhibits", "consent"], priority: "high" }], ["answer", "Ask for an answer", "follow_up", "applied", 30, { dependsOnKeys: ["send"] }],
    ],
  },
  {
    name: "Closing checklist", description: "Before the file goes to the archive.", triggers: [{ type: "stage_entered", stage: "closed" }],
    lines: [
      ["release", "Signed release on file", "settlement", "applied", 3], ["liens", "Liens paid", "lien", "applied", 10], ["disbursement", "Disbursement statement signed", "settlement", "applied", 5], ["costs", "Costs reimbursed", "billing", "applied", 5],
      ["client_letter", "Closing letter", "client_contact", "applied", 7, lead], ["originals", "Return originals", "admin", "applied", 10], ["retention", "Set the retention date", "admin", "applied", 12],
    ],
  },
];

function describeItem([key, title, category, relativeTo, offset, more = {}]: Line): TaskTemplateItem {
  return {
    key, title, description: null, category, priority: "normal", assignee: { type: "unassigned" }, due: { relativeTo, offset, unit: "business_days", direction: "after", roll: "none" }, dependsOnKeys: [], parentKey: null, checklist: [],
    reminders: [], estimatedMinutes: null, tags: [], ...more,
  };
}

const casesWithTemplate = { ofHeadquarters: 75, ofOthers: 5 };
const firmTasks = ["Renew malpractice cover", "Trust account reconciliation", "Train the intake team", "Update the fee agreement", "Replace the scanner", "File the annual report"];

/** Templates; on some cases their tasks, recurring calls, and tasks of leads and of the firm. */
export function buildTasks(firm: Firm, cases: readonly FirmCase[]): void {
  // Of its own, so that the other records stay as they are.
  const random = createRandom(firm.definition.seed + 31);
  const foundedAt = firm.rows.Organization[0]?.createdAt ?? toInstant(firm.now);
  const made = { organizationId: firm.organizationId, revision: 1, createdAt: foundedAt, updatedAt: foundedAt, deletedAt: null };
  firm.rows.TaskTemplate.push(...templates.map(({ name, description, triggers, lines }) => ({
    ...made, id: createId("taskTemplate", new Date(foundedAt)), name, nameKey: "", description, caseTypes: [], triggers, isActive: true, items: lines.map(describeItem), externalId: null,
  })));
  const [setup] = firm.rows.TaskTemplate;
  if (setup === undefined) return;
  const count = firm.definition.isHeadquarters ? casesWithTemplate.ofHeadquarters : casesWithTemplate.ofOthers;
  const open = cases.filter(({ row, isStory }) => row.matterStatus === "open" && !isStory).toSorted((one, other) => (one.row.createdAt < other.row.createdAt ? 1 : -1));
  const chosen = [...cases.filter(({ isStory }) => isStory), ...open].slice(0, count);
  for (const each of chosen) applySetup(firm, each, setup, random);
  for (const each of chosen.slice(0, 8)) addRecurring(firm, each, random);
  for (const { id, createdAt } of firm.rows.Lead.filter(({ status }) => status === "contacted" || status === "qualified").slice(0, 12)) {
    addTask(firm, { title: "Call back about the retainer", category: "intake", leadId: id, createdAt, dueOn: toDay(Math.max(Date.parse(createdAt), firm.now + random.integer(-3, 10) * dayMilliseconds)) }, { random, relatedIds: [{ entity: "lead", id }] });
  }
  for (const title of firmTasks) addTask(firm, { title, createdAt: toInstant(firm.now - 30 * dayMilliseconds), dueOn: toDay(firm.now + random.integer(-5, 60) * dayMilliseconds) }, { random });
}

function applySetup(firm: Firm, firmCase: FirmCase, template: Row<"TaskTemplate">, random: Random): void {
  const { id: caseId, createdAt } = firmCase.row;
  const { id: templateId, organizationId } = template;
  const applicationId = createId("taskTemplateApplication", new Date(createdAt));
  firm.rows.TaskTemplateApplication.push({
    organizationId, id: applicationId, templateId, templateRevision: 1, templateName: template.name, caseId, trigger: "case_created", triggerKey: "created", stage: null,
    appliedBy: describeBy(system), warnings: [], createdAt, cancelledAt: null,
  });
  for (const line of templates[0]?.lines ?? []) {
    const [itemKey, title, category, , offset] = line;
    const dueAt = itemKey === "toll" ? firm.now + random.integer(60, 400) * dayMilliseconds : Date.parse(createdAt) + Math.ceil(offset * 1.4) * dayMilliseconds;
    const { checklist, priority } = describeItem(line);
    const relatedIds = [...relateToCase(firmCase), { entity: "task_template", id: templateId }];
    addTask(firm, { title, category, priority, caseId, createdAt, dueOn: toDay(dueAt), templateId, applicationId, itemKey }, { random, relatedIds, checklist, by: system });
  }
}

function addRecurring(firm: Firm, firmCase: FirmCase, random: Random): void {
  const { id: caseId, createdAt } = firmCase.row;
  const dueOn = toDay(firm.now + random.integer(2, 28) * dayMilliseconds);
  const seriesId = createId("taskSeries", new Date(createdAt));
  firm.rows.TaskSeries.push({ organizationId: firm.organizationId, id: seriesId, rule: "FREQ=DAILY;INTERVAL=30", basis: "completion", roll: "next_business_day", firstNominalOn: dueOn, lastNumber: 1, endedAt: null });
  addTask(firm, { title: "Client check-in every 30 days", category: "client_contact", caseId, createdAt, dueOn, seriesId, occurrenceNumber: 1, nominalOn: dueOn }, { random, relatedIds: relateToCase(firmCase) });
}

type Given = Pick<Row<"Task">, "title" | "createdAt"> & Partial<Row<"Task">> & { dueOn: string };

interface Circumstances {
  random: Random;
  /** Of its owner and its template. */
  relatedIds?: readonly RelatedId[];
  checklist?: readonly string[];
  /** Who created it, if not the firm's key. */
  by?: Actor;
}

type End = { at: number; eventType: "task.completed" | "task.status_changed" } & Pick<Row<"Task">, "status" | "statusReason">;

/** Past due dates: most were kept, some late, some are overdue, a few are blocked. */
function chooseEnd(firm: Firm, { dueOn, createdAt }: Given, random: Random): End | null {
  const day = Date.parse(dueOn);
  if (day >= firm.now) return null;
  const draw = random.fraction();
  if (draw < 0.14) return null;
  const recorded = (at: number) => Math.min(firm.now, Math.max(Date.parse(createdAt) + hourMilliseconds, at));
  if (draw < 0.2) return { at: recorded(day), eventType: "task.status_changed", status: "blocked", statusReason: "Waiting for the client." };
  const late = draw < 0.36 ? random.integer(1, 9) : -random.integer(0, 2);
  return { at: recorded(day + 15 * hourMilliseconds + late * dayMilliseconds), eventType: "task.completed", status: "completed", statusReason: null };
}

/** Creates a task with its events, as its creation and its transition record them. */
function addTask(firm: Firm, given: Given, { random, relatedIds = [], checklist = [], by = firm.actor }: Circumstances): void {
  const { organizationId, actor, history } = firm;
  const end = chooseEnd(firm, given, random);
  const id = createId("task", new Date(given.createdAt));
  const isCompleted = end?.status === "completed";
  const memberId = chooseAssignee(firm, isCompleted, random);
  const task: Row<"Task"> = {
    organizationId, id, caseId: null, leadId: null, description: null, category: "admin", priority: "normal", status: "pending", statusReason: null, statusChangedAt: given.createdAt, assignedTeamId: null, isUnassigned: false, startOn: null,
    dueAt: null, dueDay: given.dueOn, dueRule: null, dueAfterTaskId: null, snoozedUntilOn: null, isWaiting: false, completedAt: null, completedBy: null, estimatedMinutes: null, actualMinutes: null, parentTaskId: null,
    seriesId: null, occurrenceNumber: null, nominalOn: null, sourceNoteId: null, templateId: null, applicationId: null, itemKey: null, commentCount: 0, createdBy: describeBy(by), onBehalfOfAttorneyId: by.onBehalfOfAttorneyId, externalId: null,
    overdueNoticedFor: null, revision: 1, updatedAt: given.createdAt, deletedAt: null, ...given,
  };
  firm.rows.Task.push(task);
  const related = [{ entity: "task", id }, ...relatedIds, { entity: "member", id: memberId }];
  history.recordCreation("task.created", task, related, by);
  if (end !== null) {
    const { at, eventType, status, statusReason } = end;
    const changedAt = toInstant(at);
    history.recordChange(eventType, task, { status, statusReason, statusChangedAt: changedAt, ...(isCompleted && { completedAt: changedAt, completedBy: describeBy(actor) }) }, { at, relatedIds: related, actor });
  }
  firm.rows.TaskAssignee.push({ organizationId, taskId: id, memberId, openDueDay: isCompleted ? null : given.dueOn, assignedAt: given.createdAt });
  firm.rows.TaskChecklistItem.push(...checklist.map((text, position) => ({
    organizationId, id: createId("taskChecklistItem", new Date(given.createdAt)), taskId: id, position, text, isDone: isCompleted, doneAt: task.completedAt, doneBy: task.completedBy,
  })));
}

const system: Actor = { keyId: "system", name: "Caseport", onBehalfOfAttorneyId: null, type: "system" };

const describeBy = ({ keyId: id, name, type }: Actor) => ({ type: type ?? "integration_key", id, name });

/** Members who have left keep some open tasks, for somebody to notice. */
function chooseAssignee(firm: Firm, isCompleted: boolean, random: Random): string {
  const active = firm.rows.Member.filter(({ status }) => status === "active");
  const left = firm.rows.Member.find(({ status }) => status === "deactivated");
  return left !== undefined && !isCompleted && random.chance(0.2) ? left.id : random.pick(active).id;
}
