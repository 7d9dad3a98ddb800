/** The functional areas, in the order of the documentation: the tags of the OpenAPI document. */
export const areaSentences: ReadonlyMap<string, string> = new Map([
  [
    "Platform",
    "The current key, scopes and enumerations; bulk jobs: many writes in one call; and imports of files of records.",
  ],
  [
    "Org & Team",
    "The organization with its offices and holiday calendars, its members, attorneys and teams, its API keys, and its sandbox.",
  ],
  ["Cases", "Cases with their plaintiff, attorneys, tags, stage and status."],
  ["Leads", "Leads, before they become cases."],
  ["Clients", "Clients: the plaintiffs of the firm’s cases."],
  ["Contacts", "People and companies around a case."],
  ["Documents", "Documents, folders and versions of cases and leads."],
  ["Notes", "Notes on cases, leads, clients and contacts, with their wordings and comments."],
  ["Tasks", "Tasks of cases, leads and the firm, with assignees, checklists, dependencies, reminders and recurrence."],
  ["Calendar", "Hearings, meetings and absences: single events and series, and what happens in a time window."],
  ["Deadlines", "Deadlines and statutes of limitation."],
  ["Intake", "Answers to a case’s intake questions, addressed by accessor."],
  ["E-Sign", "Requests for electronic signatures."],
  ["Billing", "Invoices and payments."],
  ["Settlement Funds", "Settlements, liens and trust ledgers."],
  ["Referrals", "Referrals to and from other firms."],
  ["Communications", "Messages, conversations and calls with clients, leads and contacts, and their consents."],
  ["Medical", "Medical facilities, treatments, bills and records of a case, and retrieval requests."],
  ["Reports & Exports", "Reports, report runs and exports."],
  [
    "Events & Webhooks",
    "The event feed, and webhook subscriptions that send events to your endpoint. Deliveries follow Standard Webhooks: headers " +
      "`webhook-id` (the event’s id, the same at every attempt), `webhook-timestamp` and `webhook-signature`, and a thin body that names the event. " +
      "Messages can arrive more than once and out of order; `data.cursor` gives the order. A delivery succeeds with any 2xx within 15 seconds; a redirect is a failure. " +
      "Failed deliveries are retried 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the previous attempt, each up to 20 % earlier or " +
      "later. `Retry-After` of 429 and 503 is respected; 410 disables the subscription.",
  ],
]);
