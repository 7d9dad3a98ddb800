import { describe, expect, test } from "vitest";
import { apiRouter } from "../composition/router.ts";
import { readDeclarations } from "../rpc/declarations.ts";
import { buildCatalog } from "./operations.ts";

/** Questions as people put them to an assistant, and the operation that must be found first. */

const catalog = buildCatalog(readDeclarations(apiRouter));
const search = (question: string) => catalog.search(question).map(({ declaration }) => declaration.name);

const questions: Readonly<Record<string, string>> = {
  "list cases": "cases.list",
  "open matters": "cases.list",
  "find the case of a client": "clients.cases.list",
  "create a case": "cases.create",
  "update a case": "cases.update",
  "delete a case": "cases.delete",
  "summary of a case": "cases.summary.get",
  "move a case to another stage": "cases.transition",
  "stage history of a case": "cases.stageHistory.list",
  "who is the attorney on this case": "cases.attorneys.list",
  "assign an attorney to a case": "cases.attorneys.assign",
  "defendants of a case": "cases.parties.list",
  "add a defendant to the case": "cases.parties.create",
  "insurance policies of the case": "cases.insurancePolicies.list",
  "what happened on this case": "cases.activity.list",
  "update client phone": "clients.update",
  "change the address of a client": "clients.update",
  "find a client": "clients.list",
  "add a new client": "clients.create",
  "merge duplicate clients": "clients.merge",
  "list all tags": "tags.list",
  "new leads": "leads.list",
  "create a lead": "leads.create",
  "convert a lead to a case": "leads.convert",
  "log a call attempt to a lead": "leads.contactAttempts.create",
  "assign a lead": "leads.assign",
  "create a task for a case": "cases.tasks.create",
  "overdue tasks": "tasks.list",
  "tasks of a case": "cases.tasks.list",
  "complete a task": "tasks.transition",
  "assign a task to someone": "tasks.assign",
  "comment on a task": "tasks.comments.create",
  "delete a task": "tasks.delete",
  "unpaid invoices": "invoices.list",
  "invoices of a case": "cases.invoices.list",
  "record a payment": "invoices.payments.create",
  "invoice aging": "invoices.aging.get",
  "mark an invoice as sent": "invoices.transition",
  "refund a payment": "payments.refund",
  "add a note to a case": "cases.notes.create",
  "notes of a case": "cases.notes.list",
  "search notes": "notes.list",
  "upcoming deadlines": "deadlines.list",
  "when does the statute of limitations run out": "deadlines.list",
  "deadlines of a case": "cases.deadlines.list",
  "add a deadline to a case": "cases.deadlines.create",
  "extend a deadline": "deadlines.extend",
  "hearings next week": "calendarEvents.list",
  "schedule a meeting": "calendarEvents.create",
  "change the time of a meeting": "calendarEvents.update",
  "is the attorney free tomorrow": "calendarAvailability.get",
  "double bookings": "calendarConflicts.list",
  "documents of a case": "cases.documents.list",
  "download a document": "documents.download",
  "create a folder": "cases.folders.create",
  "medical bills of a case": "cases.medicalBills.list",
  "hospitals of a case": "cases.medicalFacilities.list",
  "status of a records request": "retrievalRequests.list",
  "conflict check for a new client": "conflictChecks.search",
  "intake answers of a case": "cases.surveyDetails.list",
  "run the settlement pipeline report": "reports.run",
  "which reports are there": "reports.list",
  "who works here": "members.list",
  "apply a task template to a case": "cases.taskTemplates.apply",
  "webhook deliveries": "webhookSubscriptions.deliveries.list",
  "what changed since yesterday": "events.list",
};

test("there are sixty questions at least", () => {
  expect(Object.keys(questions).length).toBeGreaterThanOrEqual(60);
});

test.each(Object.entries(questions))("%s: %s", (question, wanted) => {
  expect(search(question)[0]).toBe(wanted);
});

describe("what was not asked for is not first", () => {
  test.each(["unpaid invoices", "overdue tasks", "matters", "documents", "clients without phone", "old leads"])(
    "%s: an operation that reads",
    (question) => {
      const [first = ""] = search(question);
      expect(first).toMatch(/\.(list|get|search|match)$/);
    },
  );
});
