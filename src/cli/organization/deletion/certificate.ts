import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { z } from "zod";

const Content = z.object({ rows: z.int(), digest: z.string() });

/** What was deleted, in numbers and digests: no name, no value of a record. */
export const Certificate = z.object({
  certificate: z.literal("deletion of an organization"),
  organizationId: z.string(),
  slug: z.string(),
  requestedAt: z.string(),
  begunAt: z.string(),
  completedAt: z.string(),
  /** When the deletion began. */
  before: z.record(z.string(), Content),
  objects: z.int(),
  /** Accounts that belonged to nobody else, and those that have another membership. */
  accounts: z.object({ deleted: z.int(), kept: z.int() }),
  /** Afterwards, of each table; a table counts if a row of it has the organization's ID anywhere. */
  after: z.record(z.string(), z.int()),
  objectsAfter: z.int(),
});
export type Certificate = z.infer<typeof Certificate>;

const draftOf = (file: string) => `${file}.draft`;

/** Written before the last transaction, so that a kill after it does not lose the certificate. */
export function writeDraft(file: string, certificate: Certificate): void {
  const draft = openSync(draftOf(file), "w", 0o600);
  try {
    writeFileSync(draft, `${JSON.stringify(certificate, null, 2)}\n`);
    fsyncSync(draft);
  } finally {
    closeSync(draft);
  }
}

export function readDraft(file: string): Certificate | null {
  return existsSync(draftOf(file)) ? Certificate.parse(JSON.parse(readFileSync(draftOf(file), "utf8"))) : null;
}

export function publishCertificate(file: string, certificate: Certificate): void {
  writeDraft(file, certificate);
  renameSync(draftOf(file), file);
}

export function removeDraft(file: string): void {
  rmSync(draftOf(file), { force: true });
}
