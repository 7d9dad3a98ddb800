/** An operation of the connectors by its place in a menu; a label where the name of the action has none. */
type ChosenAction = string | { operation: string; label: string };

export interface ChosenResource {
  /** Such as `case`: part of the values that workflows store, so it never changes. */
  name: string;
  label: string;
  /** Keys are stored in workflows, too. */
  actions: Readonly<Record<string, ChosenAction>>;
}

/** The labels of actions that many records have. */
export const actionLabels: Readonly<Record<string, string>> = {
  create: "Create",
  get: "Get",
  getAll: "Get Many",
  update: "Update",
  transition: "Change Status",
  assign: "Assign",
};

/**
 * The operations that connectors offer, as a person builds a workflow: what comes in (leads, clients, contacts, cases,
 * documents), the work on it (tasks, notes, calendar, deadlines), and what others read (settlements, invoices).
 *
 * Chosen by hand, because no property of an operation says it: a menu of all operations helps no one. What an action
 * asks and returns comes from its declaration, and the generator fails for a name that the API does not have. Left out:
 * what deletes, merges, decides about money, or administers; the platforms' HTTP steps reach it with the same
 * credential.
 */
export const chosenResources: readonly ChosenResource[] = [
  {
    name: "case",
    label: "Case",
    actions: {
      create: "cases.create",
      get: "cases.get",
      getAll: "cases.list",
      update: "cases.update",
      transition: { operation: "cases.transition", label: "Change Stage or Status" },
      addParty: { operation: "cases.parties.create", label: "Add Party" },
      assignAttorney: { operation: "cases.attorneys.assign", label: "Assign Attorney" },
    },
  },
  {
    name: "client",
    label: "Client",
    actions: { create: "clients.create", get: "clients.get", getAll: "clients.list", update: "clients.update" },
  },
  {
    name: "contact",
    label: "Contact",
    actions: { create: "contacts.create", get: "contacts.get", getAll: "contacts.list", update: "contacts.update" },
  },
  {
    name: "lead",
    label: "Lead",
    actions: {
      create: "leads.create",
      get: "leads.get",
      getAll: "leads.list",
      update: "leads.update",
      assign: "leads.assign",
      transition: "leads.transition",
      convert: { operation: "leads.convert", label: "Convert to Case" },
      recordContactAttempt: { operation: "leads.contactAttempts.create", label: "Record Contact Attempt" },
    },
  },
  {
    name: "task",
    label: "Task",
    actions: {
      createForCase: { operation: "cases.tasks.create", label: "Create for Case" },
      createForLead: { operation: "leads.tasks.create", label: "Create for Lead" },
      createForFirm: { operation: "tasks.create", label: "Create for Firm" },
      get: "tasks.get",
      getAll: "tasks.list",
      update: "tasks.update",
      assign: "tasks.assign",
      transition: "tasks.transition",
      addComment: { operation: "tasks.comments.create", label: "Add Comment" },
    },
  },
  {
    name: "note",
    label: "Note",
    actions: {
      createForCase: { operation: "cases.notes.create", label: "Create for Case" },
      createForLead: { operation: "leads.notes.create", label: "Create for Lead" },
      createForClient: { operation: "clients.notes.create", label: "Create for Client" },
      createForContact: { operation: "contacts.notes.create", label: "Create for Contact" },
      get: "notes.get",
      getAll: "notes.list",
    },
  },
  {
    name: "document",
    label: "Document",
    actions: {
      uploadToCase: { operation: "cases.documents.create", label: "Upload to Case" },
      uploadToLead: { operation: "leads.documents.create", label: "Upload to Lead" },
      get: "documents.get",
      getAll: "documents.list",
      getDownloadUrl: { operation: "documents.download", label: "Get Download URL" },
    },
  },
  {
    name: "calendarEvent",
    label: "Calendar Event",
    actions: {
      create: "calendarEvents.create",
      get: "calendarEvents.get",
      getAll: "calendarEvents.list",
      update: "calendarEvents.update",
      transition: "calendarEvents.transition",
    },
  },
  {
    name: "deadline",
    label: "Deadline",
    actions: { create: "cases.deadlines.create", get: "deadlines.get", getAll: "deadlines.list" },
  },
  { name: "settlement", label: "Settlement", actions: { get: "settlements.get", getAll: "settlements.list" } },
  {
    name: "invoice",
    label: "Invoice",
    actions: { create: "cases.invoices.create", get: "invoices.get", getAll: "invoices.list" },
  },
  { name: "message", label: "Message", actions: { send: { operation: "messages.create", label: "Send" } } },
  { name: "member", label: "Member", actions: { get: "members.get", getAll: "members.list" } },
];

/**
 * Events with a trigger of their own in Zapier, whose menu has no drop-down of types before a trigger is chosen. Every
 * other type is in the trigger of all events. n8n's triggers offer all types.
 */
export const chosenEvents: readonly string[] = [
  "case.created",
  "case.updated",
  "case.stage_changed",
  "case.status_changed",
  "client.created",
  "client.updated",
  "contact.created",
  "lead.created",
  "lead.status_changed",
  "lead.converted",
  "task.created",
  "task.completed",
  "note.created",
  "document.created",
  "calendar_event.created",
  "deadline.approaching",
  "deadline.missed",
  "settlement.status_changed",
  "invoice.status_changed",
  "payment.received",
  "esign_request.completed",
  "message.received",
];

/** The lists that fill the drop-downs of IDs, by what the API calls the record of an ID. */
export const idLists: Readonly<Record<string, string>> = {
  case: "cases.list",
  client: "clients.list",
  contact: "contacts.list",
  lead: "leads.list",
  task: "tasks.list",
  note: "notes.list",
  document: "documents.list",
  "calendar event": "calendarEvents.list",
  deadline: "deadlines.list",
  settlement: "settlements.list",
  invoice: "invoices.list",
  member: "members.list",
  attorney: "attorneys.list",
  team: "teams.list",
  office: "offices.list",
};
