/** The portal's queries whose input may name a person or be long: they are sent by POST, because URLs are logged. */
export const inputInBody: ReadonlySet<string> = new Set([
  "assistants.describeRequest",
  "communications.findCases",
  "esignTemplates.findCases",
  "exports.findCases",
  "messages.findDocuments",
  "partnerFirms.findContacts",
  "referrals.findCases",
  "reports.run",
  "suppressions.list",
]);
