/** The parts of an archive that a request can select. Each requires its scope. */
export const exportParts = {
  records: "cases:read",
  clients: "clients:read",
  contacts: "contacts:read",
  leads: "leads:read",
  documents: "documents:read",
  notes: "notes:read",
  tasks: "tasks:read",
  deadlines: "deadlines:read",
  calendar: "calendar:read",
  ledger: "billing:read",
  settlements: "settlements:read",
  referrals: "referrals:read",
  trust: "trust:read",
  communications: "communications:read",
  intake: "intake:read",
  medical: "medical:read",
  esign: "esign:read",
  activity: "cases:read",
} as const;

export type ExportPart = keyof typeof exportParts;

/**
 * The parts a request can select, and what belongs to the organization itself: only archives of the whole organization
 * contain it.
 */
export type ArchivePart = ExportPart | "organization";

/** In the order of their files in an archive. */
export const archiveParts: readonly ArchivePart[] = ["organization", ...(Object.keys(exportParts) as ExportPart[])];
