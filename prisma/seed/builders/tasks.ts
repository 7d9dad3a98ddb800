import { newId, type Given, type Values } from "./records.ts";

/** A pending task. It counts as due on its day, at the end of which it is overdue. */
export const buildTask = (values: Given<"Task", "organizationId" | "createdBy">): Values<"Task"> => ({
  id: newId("task", values.createdAt),
  title: "Call the adjuster",
  ...(typeof values.dueOn === "string" && { dueDay: values.dueOn }),
  ...values,
});

/** An item of a task's checklist, not done. */
export const buildChecklistItem = (
  values: Given<"TaskChecklistItem", "organizationId" | "taskId">,
  createdAt?: string,
): Values<"TaskChecklistItem"> => ({
  id: newId("taskChecklistItem", createdAt),
  position: 0,
  text: "Signed",
  ...values,
});

/** A template named by its ID. */
export function buildTaskTemplate(values: Given<"TaskTemplate", "organizationId" | "items">): Values<"TaskTemplate"> {
  const id = values.id ?? newId("taskTemplate", values.createdAt);
  return { id, name: `Template ${id}`, ...values };
}

/** An application of the first revision of a template to a case, by hand. */
export function buildTemplateApplication(
  values: Given<"TaskTemplateApplication", "organizationId" | "templateId" | "caseId" | "appliedBy">,
): Values<"TaskTemplateApplication"> {
  const id = values.id ?? newId("taskTemplateApplication", values.createdAt);
  return { id, templateRevision: 1, templateName: "Setup", trigger: "manual", triggerKey: id, ...values };
}

/** A series whose next task is counted from the completion of the one before. */
export const buildTaskSeries = (
  values: Given<"TaskSeries", "organizationId" | "rule" | "firstNominalOn">,
  createdAt?: string,
): Values<"TaskSeries"> => ({ id: newId("taskSeries", createdAt), basis: "completion", ...values });
