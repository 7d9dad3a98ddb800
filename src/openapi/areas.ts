/** The functional areas of the specification, in its order, with a sentence each: the tags of the document. */
export const areaSentences: ReadonlyMap<string, string> = new Map([
  ["Platform", "The calling key itself and the catalogue of scopes."],
  ["Org & Team", "The organization, its members and attorneys, and its integration keys."],
  ["Cases", "Cases with their plaintiff, attorneys, tags, stage and status."],
  ["Leads", "Leads, before they become cases."],
  ["Clients", "Clients: the plaintiffs of the firm’s cases."],
  ["Contacts", "People and companies around a case."],
  ["Documents", "Documents and folders of a case, and what happens to them."],
  ["Notes", "Notes on a case."],
  ["Tasks", "Tasks of the firm’s members."],
  ["Calendar", "Appointments and hearings."],
  ["Deadlines", "Deadlines and statutes of limitation."],
  ["Intake", "Answers to a case’s intake questions, addressed by accessor."],
  ["E-Sign", "Requests for electronic signatures."],
  ["Billing", "Invoices and their way from draft to paid."],
  ["Settlement Funds", "Settlements, liens and trust ledgers."],
  ["Referrals", "Referrals to and from other firms."],
  ["Communications", "Messages and calls."],
  ["Medical", "Medical facilities of a case, and requests for their records."],
  ["Reports & Exports", "Report runs and export jobs."],
  [
    "Events & Webhooks",
    "The event feed, and webhook subscriptions that tell a program of events as they happen. Deliveries follow Standard Webhooks: headers " +
      "`webhook-id` (the event’s id, the same at every attempt), `webhook-timestamp` and `webhook-signature`, and a thin body that names the event. " +
      "They may come twice or out of order; `data.cursor` gives the order. Success is any 2xx within 15 seconds; redirects are failures. " +
      "Attempts come at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h after the one before, each a fifth earlier or " +
      "later by chance; `Retry-After` of 429 and 503 is honoured, and 410 disables the subscription.",
  ],
]);
