import { enumeration } from "../../../contract/enumeration.ts";

export const taskTemplateEnumerations = {
  taskAnchor: enumeration("The date from which a due date is counted.", {
    applied: "The day on which the template is applied.",
    case_created: "The day on which the case was created.",
    case_opened: "`openedOn` of the case.",
    stage_entered: "The day on which the case last entered the item’s `stage`.",
    date_of_incident: "`dateOfIncident` of the case.",
    retainer_signed: "`engagedOn` of the case.",
    task_completed: "The day on which the task of another item is completed or canceled.",
    statute_of_limitations: "`statuteOfLimitationsOn` of the case.",
  }),
  taskTemplateTrigger: enumeration("What applied a template.", {
    manual: "A request.",
    case_created: "The creation of a case.",
    stage_entered: "A case entered a stage.",
  }),
  taskItemAssignee: enumeration("Who gets the task of a template’s item.", {
    lead_attorney: "The case’s lead attorney.",
    case_role: "The case’s attorneys in a role.",
    team: "A team; its rule chooses the member.",
    member: "A member.",
    unassigned: "Nobody.",
  }),
  taskWarning: enumeration("What to know of an item of a template.", {
    no_candidate: "No member of the team is active and present, so no one was chosen.",
    assignee_missing: "The case has no such attorney.",
    assignee_inactive: "The member is not active.",
    anchor_missing: "The date from which the due date is counted is not known yet.",
    due_in_past: "The due date is in the past.",
  }),
  taskTemplateApplicationStatus: enumeration("The status of an applied template.", {
    applied: "Its tasks exist.",
    cancelled: "Its open tasks were canceled.",
  }),
};
