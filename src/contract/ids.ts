/** The prefix of every kind of id; an id is `<prefix>_<ulid in lower case>`, opaque to callers and sortable by time. */
export const idPrefixes = {
  organization: "org",
  member: "mem",
  integrationKey: "key",
  integrationKeySecret: "sec",
  case: "case",
  client: "cli",
  contact: "con",
  tag: "tag",
  folder: "fld",
  intakeAnswer: "ans",
  invoice: "inv",
  invoiceLineItem: "lin",
  facility: "fac",
  retrievalRequest: "ret",
  retrievalRequestStep: "rst",
  event: "evt",
  auditEntry: "aud",
} as const;

export type IdKind = keyof typeof idPrefixes;
