import { enumeration } from "../../contract/enumeration.ts";

export const taskEnumerations = {
  taskStatus: enumeration("Where a task stands.", {
    pending: "Not started.",
    in_progress: "Being worked on.",
    blocked: "Cannot go on for now.",
    in_review: "Done, being checked.",
    completed: "Done.",
    cancelled: "Will not be done.",
  }),
  taskPriority: enumeration("How urgent a task is.", {
    low: "Low.",
    normal: "Normal.",
    high: "High.",
    urgent: "Urgent.",
  }),
  taskCategory: enumeration("What a task is about.", {
    client_contact: "Call or write to the client.",
    records_request: "Medical records and bills.",
    follow_up: "Chase an answer.",
    demand: "Prepare or send the demand.",
    negotiation: "Offers.",
    filing: "File with a court.",
    service: "Serve a party.",
    discovery: "Written discovery.",
    deposition_prep: "Prepare a deposition.",
    medical: "Treatment and providers.",
    lien: "Liens and subrogation.",
    settlement: "Release, funds and closing of the settlement.",
    billing: "Invoices and costs.",
    investigation: "Facts, scene and witnesses.",
    intake: "New matters.",
    admin: "Everything else.",
  }),
  taskReminderChannel: enumeration("How a reminder is given.", {
    portal: "A notice in the portal.",
    email: "A notice in the portal and an email.",
  }),
  taskReminderStatus: enumeration("What became of a reminder.", {
    scheduled: "Will be sent.",
    sent: "Was sent.",
    skipped: "Its time was past when it was set.",
    missed: "Could not be sent within 24 hours.",
    no_recipient: "There was no one to send it to.",
    cancelled: "The task or event ended, or was called off, before.",
  }),
  taskRecurrenceBasis: enumeration("From what the next task of a series is counted.", {
    due_date: "From the due date.",
    completion: "From the day of completion.",
  }),
};
