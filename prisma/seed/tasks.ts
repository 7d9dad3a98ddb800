import type { TaskTemplateItem } from "../../src/areas/tasks/templates/schema.ts";
import type { Row } from "../../src/platform/database/tables.ts";
import { dayOf, toInstant as toLocalInstant } from "../../src/platform/local-time.ts";
import { dayMilliseconds, hourMilliseconds, toDay, toInstant, createRandom, type Random } from "./random.ts";
import {
  buildChecklistItem,
  buildTask,
  buildTaskSeries,
  buildTaskTemplate,
  buildTemplateApplication,
} from "./builders/tasks.ts";
import type { Given as Values } from "./builders/records.ts";
import { relateToCase, type Firm, type FirmCase } from "./firm.ts";
import { describeActor, system, type Actor, type RelatedId } from "./history.ts";

type Due = NonNullable<TaskTemplateItem["due"]>;
type Line = readonly [
  key: string,
  title: string,
  category: TaskTemplateItem["category"],
  relativeTo: Due["relativeTo"],
  offset: number,
  more?: Partial<TaskTemplateItem>,
];

const lead = { assignee: { type: "lead_attorney" } } satisfies Partial<TaskTemplateItem>;

/** The firm's templates: when triggers apply them, and their items. */
const templates: readonly { name: string; description: string; triggers: object[]; lines: readonly Line[] }[] = [
  {
    name: "New case setup",
    description: "What every new matter needs in its first weeks.",
    triggers: [{ type: "case_created" }],
    lines: [
      ["welcome_call", "Welcome call", "client_contact", "applied", 1],
      ["conflict_check", "Run the conflict check", "intake", "applied", 1, { priority: "high" }],
      ["letter", "Letter of representation", "client_contact", "retainer_signed", 1, lead],
      ["hipaa", "Get the HIPAA authorization signed", "medical", "retainer_signed", 3],
      [
        "police_report",
        "Request the police report",
        "investigation",
        "applied",
        5,
        { checklist: ["Agency and report number", "Fee paid"] },
      ],
      ["photographs", "Photographs of vehicles and scene", "investigation", "applied", 10],
      ["er_records", "Request ER records", "records_request", "retainer_signed", 10, { dependsOnKeys: ["hipaa"] }],
      ["insurers", "Notify the insurers", "follow_up", "retainer_signed", 7],
      [
        "toll",
        "File or toll",
        "filing",
        "statute_of_limitations",
        60,
        {
          ...lead,
          priority: "urgent",
          due: {
            relativeTo: "statute_of_limitations",
            offset: 60,
            unit: "calendar_days",
            direction: "before",
            roll: "previous_business_day",
          },
        },
      ],
    ],
  },
  {
    name: "Records and bills",
    description: "Charts and bills of every facility.",
    triggers: [{ type: "stage_entered", stage: "records_collection" }],
    lines: [
      ["facilities", "Confirm the list of facilities", "medical", "applied", 2],
      ["requests", "Send the records requests", "records_request", "applied", 5, { dependsOnKeys: ["facilities"] }],
      ["bills", "Request the bills", "records_request", "applied", 5],
      ["follow_up", "Chase what is missing", "follow_up", "applied", 20],
      ["liens", "Ask for liens", "lien", "applied", 15],
      ["chronology", "Medical chronology", "medical", "applied", 30],
    ],
  },
  {
    name: "Demand package",
    description: "From the last record to the letter.",
    triggers: [{ type: "stage_entered", stage: "demand_preparation" }],
    lines: [
      ["specials", "Add up the specials", "demand", "applied", 3],
      ["wages", "Proof of lost wages", "demand", "applied", 5],
      ["draft", "Draft the demand", "demand", "applied", 10, { dependsOnKeys: ["specials", "wages"] }],
      ["exhibits", "Collect the exhibits", "demand", "applied", 10],
      ["review", "Review the demand", "demand", "applied", 12, { ...lead, dependsOnKeys: ["draft"] }],
      ["consent", "Client’s consent to the amount", "client_contact", "applied", 13],
      [
        "send",
        "Send the demand",
        "demand",
        "applied",
        15,
        { dependsOnKeys: ["review", "exhibits", "consent"], priority: "high" },
      ],
      ["answer", "Ask for an answer", "follow_up", "applied", 30, { dependsOnKeys: ["send"] }],
    ],
  },
  {
    name: "Closing checklist",
    description: "Before the file goes to the archive.",
    triggers: [{ type: "stage_entered", stage: "closed" }],
    lines: [
      ["release", "Signed release on file", "settlement", "applied", 3],
      ["liens", "Liens paid", "lien", "applied", 10],
      ["disbursement", "Disbursement statement signed", "settlement", "applied", 5],
      ["costs", "Costs reimbursed", "billing", "applied", 5],
      ["client_letter", "Closing letter", "client_contact", "applied", 7, lead],
      ["originals", "Return originals", "admin", "applied", 10],
      ["retention", "Set the retention date", "admin", "applied", 12],
    ],
  },
];

function describeItem([key, title, category, relativeTo, offset, more = {}]: Line): TaskTemplateItem {
  return {
    key,
    title,
    description: null,
    category,
    priority: "normal",
    assignee: { type: "unassigned" },
    due: { relativeTo, offset, unit: "business_days", direction: "after", roll: "none" },
    dependsOnKeys: [],
    parentKey: null,
    checklist: [],
    reminders: [],
    estimatedMinutes: null,
    tags: [],
    ...more,
  };
}

const casesWithSetup = { ofHeadquarters: 50, ofOthers: 4 };
const firmTasks = [
  "Renew malpractice cover",
  "Trust account reconciliation",
  "Train the intake team",
  "Update the fee agreement",
  "Replace the scanner",
  "File the annual report",
];
const maxLeadTasks = 40;
const leadTasks: Readonly<Record<string, string>> = {
  new: "Call the new lead",
  attempting_contact: "Call again",
  contacted: "Call back about the retainer",
  qualified: "Prepare the retainer",
  under_review: "Review liability and coverage",
  appointment_set: "Confirm the appointment",
  retainer_sent: "Follow up on the retainer",
  unreachable: "Write to the lead",
};

/** Templates; on some cases their tasks, recurring calls, and tasks of leads and of the firm. */
export async function buildTasks(firm: Firm, cases: readonly FirmCase[]): Promise<void> {
  // Another source of choices: the other records stay the same.
  const random = createRandom(firm.definition.seed + 31);
  const foundedAt = firm.rows.Organization[0]?.createdAt ?? toInstant(firm.now);
  const made = { organizationId: firm.organizationId, createdAt: foundedAt };
  firm.add({
    TaskTemplate: templates.map(({ lines, ...template }) =>
      buildTaskTemplate({ ...made, ...template, items: lines.map(describeItem) }),
    ),
  });
  const chosen = await applyTemplates(firm, cases, random);
  for (const each of chosen.slice(0, 8)) addRecurring(firm, each, random);
  for (const { id, createdAt, status } of firm.rows.Lead.filter((each) => each.status in leadTasks).slice(
    0,
    maxLeadTasks,
  )) {
    const dueOn = toDay(Math.max(Date.parse(createdAt), firm.now + random.integer(-3, 10) * dayMilliseconds));
    addTask(
      firm,
      { title: leadTasks[status] ?? "", category: "intake", leadId: id, createdAt, dueOn },
      { random, relatedIds: [{ entity: "lead", id }] },
    );
  }
  for (const title of firmTasks)
    addTask(
      firm,
      {
        title,
        createdAt: toInstant(firm.now - 30 * dayMilliseconds),
        dueOn: toDay(firm.now + random.integer(-5, 60) * dayMilliseconds),
      },
      { random },
    );
}

/**
 * The first template on some open cases, the others on the cases that are in their stage.
 *
 * @returns the cases with the first one
 */
async function applyTemplates(firm: Firm, cases: readonly FirmCase[], random: Random): Promise<FirmCase[]> {
  const [setup, ...ofStages] = firm.rows.TaskTemplate;
  if (setup === undefined) return [];
  const count = firm.definition.isHeadquarters ? casesWithSetup.ofHeadquarters : casesWithSetup.ofOthers;
  const open = cases
    .filter(({ row, isStory }) => row.matterStatus === "open" && !isStory)
    .toSorted((one, other) => (one.row.createdAt < other.row.createdAt ? 1 : -1));
  const chosen = [...cases.filter(({ isStory }) => isStory), ...open].slice(0, count);
  for (const firmCase of chosen) {
    applyTemplate(firm, firmCase, setup, {
      trigger: "case_created",
      triggerKey: "created",
      stage: null,
      createdAt: firmCase.row.createdAt,
      random,
    });
    await firm.pause();
  }
  for (const template of ofStages) {
    const [trigger] = template.triggers as { stage: string }[];
    for (const firmCase of open.filter(({ row }) => row.matterStage === trigger?.stage)) {
      const entry = firm.rows.CaseStageEntry.find(
        ({ caseId, toStage }) => caseId === firmCase.row.id && toStage === trigger?.stage,
      );
      if (entry !== undefined)
        applyTemplate(firm, firmCase, template, {
          trigger: "stage_entered",
          triggerKey: entry.id,
          stage: entry.toStage,
          createdAt: entry.enteredAt,
          random,
        });
    }
  }
  recordApplications(firm, cases);
  return chosen;
}

type Trigger = Pick<Row<"TaskTemplateApplication">, "trigger" | "triggerKey" | "stage" | "createdAt"> & {
  random: Random;
};

function applyTemplate(
  firm: Firm,
  firmCase: FirmCase,
  template: Row<"TaskTemplate">,
  { random, ...trigger }: Trigger,
): void {
  const { id: caseId } = firmCase.row;
  const { id: templateId, organizationId } = template;
  const { createdAt } = trigger;
  const applied = { ...trigger, templateName: template.name, appliedBy: describeActor(system) };
  const { TaskTemplateApplication: application } = firm.add({
    TaskTemplateApplication: buildTemplateApplication({ organizationId, templateId, caseId, ...applied }),
  });
  const applicationId = application.id;
  const relatedIds = [...relateToCase(firmCase), { entity: "task_template", id: templateId }];
  const made = new Map<string, Made>();
  for (const {
    key: itemKey,
    title,
    category,
    priority,
    checklist,
    due,
    dependsOnKeys,
  } of template.items as TaskTemplateItem[]) {
    const dueAt =
      itemKey === "toll"
        ? firm.now + random.integer(60, 400) * dayMilliseconds
        : Date.parse(createdAt) + Math.ceil((due?.offset ?? 0) * 1.4) * dayMilliseconds;
    const dependsOn = dependsOnKeys.flatMap((key) => made.get(key) ?? []);
    made.set(
      itemKey,
      addTask(
        firm,
        { title, category, priority, caseId, createdAt, dueOn: toDay(dueAt), templateId, applicationId, itemKey },
        { random, relatedIds, checklist, dependsOn, by: system },
      ),
    );
  }
}

/** Each application of a template is an event of it, which counts those before. */
function recordApplications({ rows, history }: Firm, cases: readonly FirmCase[]): void {
  for (const template of rows.TaskTemplate) {
    const applications = rows.TaskTemplateApplication.filter(({ templateId }) => templateId === template.id).toSorted(
      (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt),
    );
    for (const [before, { caseId, createdAt }] of applications.entries()) {
      const relatedIds = [
        { entity: "task_template", id: template.id },
        ...cases.filter(({ row }) => row.id === caseId).flatMap(relateToCase),
      ];
      history.recordNotice("task_template.applied", template, {
        at: Date.parse(createdAt),
        relatedIds,
        actor: system,
        shown: { applicationCount: before + 1, lastAppliedAt: createdAt },
      });
    }
  }
}

function addRecurring(firm: Firm, firmCase: FirmCase, random: Random): void {
  const { id: caseId, createdAt } = firmCase.row;
  const dueOn = toDay(firm.now + random.integer(2, 28) * dayMilliseconds);
  const recurrence = { rule: "FREQ=DAILY;INTERVAL=30", roll: "next_business_day", firstNominalOn: dueOn };
  const { TaskSeries: series } = firm.add({
    TaskSeries: buildTaskSeries({ organizationId: firm.organizationId, ...recurrence }, createdAt),
  });
  addTask(
    firm,
    {
      title: "Client check-in every 30 days",
      category: "client_contact",
      caseId,
      createdAt,
      dueOn,
      seriesId: series.id,
      occurrenceNumber: 1,
      nominalOn: dueOn,
    },
    { random, relatedIds: relateToCase(firmCase) },
  );
}

type Given = Omit<Values<"Task", "title">, "organizationId"> & { createdAt: string; dueOn: string };

/** A task, and when it ended: Infinity while it is open. */
interface Made {
  id: string;
  endedAt: number;
}

interface Circumstances {
  random: Random;
  /** Of its owner and its template. */
  relatedIds?: readonly RelatedId[];
  checklist?: readonly string[];
  dependsOn?: readonly Made[];
  /** Who created it, if not the firm's key. */
  by?: Actor;
}

type End = { at: number; eventType: "task.completed" | "task.status_changed" } & Pick<
  Row<"Task">,
  "status" | "statusReason"
>;

/**
 * Past due dates: most were kept, some late, some are overdue, a few are blocked. What waits for another is not
 * completed.
 */
function chooseEnd(firm: Firm, { dueOn, createdAt }: Given, freeAt: number, random: Random): End | null {
  const day = Date.parse(dueOn);
  if (day >= firm.now) return null;
  const draw = random.fraction();
  if (draw < 0.1) return null;
  const recorded = (at: number) => Math.min(firm.now, Math.max(Date.parse(createdAt) + hourMilliseconds, at));
  if (draw < 0.16)
    return {
      at: recorded(day),
      eventType: "task.status_changed",
      status: "blocked",
      statusReason: "Waiting for the client.",
    };
  const late = draw < 0.32 ? random.integer(1, 9) : -random.integer(0, 2);
  const soonest = freeAt + 2 * hourMilliseconds;
  if (soonest > firm.now) return null;
  return {
    at: recorded(Math.max(day + 15 * hourMilliseconds + late * dayMilliseconds, soonest)),
    eventType: "task.completed",
    status: "completed",
    statusReason: null,
  };
}

/**
 * Creates a task with the events that its creation, its transition, the end of what it waits for, and its due day
 * record.
 */
function addTask(
  firm: Firm,
  given: Given,
  { random, relatedIds = [], checklist = [], dependsOn = [], by = firm.actor }: Circumstances,
): Made {
  const { organizationId, add } = firm;
  const freeAt = Math.max(0, ...dependsOn.map(({ endedAt }) => endedAt));
  const end = chooseEnd(firm, given, freeAt, random);
  const isCompleted = end?.status === "completed";
  const memberId = chooseAssignee(firm, isCompleted, random);
  const { Task: task } = add({
    Task: buildTask({
      organizationId,
      statusChangedAt: given.createdAt,
      isUnassigned: false,
      isWaiting: dependsOn.length > 0,
      createdBy: describeActor(by),
      onBehalfOfAttorneyId: by.onBehalfOfAttorneyId,
      ...given,
    }),
  });
  const { id } = task;
  add({
    TaskDependency: dependsOn.map((predecessor) => ({ organizationId, taskId: id, predecessorId: predecessor.id })),
  });
  recordTask(firm, task, {
    related: [{ entity: "task", id }, ...relatedIds, { entity: "member", id: memberId }],
    dependsOn,
    freeAt,
    end,
    by,
  });
  const openDueDay = isCompleted ? null : given.dueOn;
  const done = { isDone: isCompleted, doneAt: task.completedAt, doneBy: task.completedBy };
  add({
    TaskAssignee: { organizationId, taskId: id, memberId, openDueDay, assignedAt: given.createdAt },
    TaskChecklistItem: checklist.map((text, position) =>
      buildChecklistItem({ organizationId, taskId: id, position, text, ...done }, given.createdAt),
    ),
  });
  return { id, endedAt: isCompleted ? Date.parse(task.updatedAt) : Infinity };
}

interface Course {
  related: RelatedId[];
  dependsOn: readonly Made[];
  /** When the last of them ended. */
  freeAt: number;
  end: End | null;
  by: Actor;
}

/** Records what happened to a task, in the order of time, and changes it as that did. */
function recordTask(
  { now, rows, history, actor }: Firm,
  task: Row<"Task">,
  { related: relatedIds, dependsOn, freeAt, end, by }: Course,
): void {
  const timezone = rows.Organization[0]?.timezone ?? "UTC";
  const overdueAt = Date.parse(toLocalInstant(toDay(Date.parse(task.dueDay) + dayMilliseconds), "00:05", timezone));
  const endedAt = end?.status === "completed" ? end.at : Infinity;
  const showOpen = (at: number) => ({
    waitsFor: dependsOn
      .filter((predecessor) => predecessor.endedAt > at)
      .map(({ id }) => id)
      .toSorted(),
    daysOverdue: Math.max(
      0,
      Math.round((Date.parse(dayOf(toInstant(at), timezone)) - Date.parse(task.dueDay)) / dayMilliseconds),
    ),
  });
  history.recordCreation("task.created", task, relatedIds, { ...by, shown: showOpen(Date.parse(task.createdAt)) });
  const steps: [at: number, record: (at: number) => void][] = [];
  if (dependsOn.length > 0 && freeAt <= now) {
    steps.push([
      freeAt,
      (at) => {
        Object.assign(task, { isWaiting: false, updatedAt: toInstant(Math.max(at, Date.parse(task.updatedAt) + 1)) });
        history.recordNotice("task.ready", task, { at, relatedIds, actor, shown: showOpen(at) });
      },
    ]);
  }
  if (overdueAt <= Math.min(now, endedAt)) {
    steps.push([
      overdueAt,
      (at) => {
        task.overdueNoticedFor = task.dueDay;
        history.recordNotice("task.overdue", task, { at, relatedIds, actor: system, shown: showOpen(at) });
      },
    ]);
  }
  if (end !== null) {
    const { eventType, status, statusReason } = end;
    steps.push([
      end.at,
      (at) => {
        const changedAt = toInstant(at);
        const completion = status === "completed" && { completedAt: changedAt, completedBy: describeActor(actor) };
        const before = showOpen(at);
        const after = status === "completed" ? { ...before, daysOverdue: 0 } : before;
        history.recordChange(
          eventType,
          task,
          { status, statusReason, statusChangedAt: changedAt, ...completion },
          { at, relatedIds, actor, shown: { before, after } },
        );
      },
    ]);
  }
  for (const [at, record] of steps.toSorted(([one], [other]) => one - other)) record(at);
}

/** How many open tasks a member who has left keeps, for somebody to notice. */
const maxOfFormer = 25;

function chooseAssignee({ rows }: Firm, isCompleted: boolean, random: Random): string {
  const active = rows.Member.filter(({ status }) => status === "active");
  const left = rows.Member.find(({ status }) => status === "deactivated");
  const isLeft =
    left !== undefined &&
    !isCompleted &&
    random.chance(0.2) &&
    rows.TaskAssignee.filter(({ memberId }) => memberId === left.id).length < maxOfFormer;
  return isLeft ? left.id : random.pick(active).id;
}
