import { join, resolve } from "node:path";
import { inspectConnection } from "../../../platform/database/application-role.ts";
import { readEnvironment } from "../../../platform/environment.ts";
import type { Certificate } from "./certificate.ts";
import { deleteOrganization, publishLeftover } from "./delete.ts";
import { requestAction, waitingDays, withdrawAction } from "./request.ts";

export interface DeletionWords {
  slug: string;
  note: string | undefined;
  withdraws: boolean;
  /** The slug once more. */
  confirmation: string | undefined;
  /** Of the certificate. */
  file: string | undefined;
}

interface Access {
  /** @throws if there is no organization */
  find: () => Promise<string>;
  record: (organizationId: string, action: string, note: string) => Promise<void>;
}

/**
 * Requests the deletion of an organization, withdraws the request, or carries it out.
 *
 * @returns what is printed
 */
export async function deleteByCommand(
  { slug, note, withdraws, confirmation, file }: DeletionWords,
  { find, record }: Access,
): Promise<string> {
  if (confirmation === undefined) {
    if (note === undefined) throw new Error("note: required");
    await record(await find(), withdraws ? withdrawAction : requestAction, note);
    if (withdraws) return `The deletion of ${slug} is withdrawn.`;
    return `The deletion of ${slug} is requested. In ${waitingDays} days: npm run organization -- ${slug} --delete --confirm ${slug}`;
  }
  if (confirmation !== slug) throw new Error(`confirm: must be ${slug}`);
  const environment = readEnvironment(process.env);
  const url = environment.directDatabaseUrl ?? environment.databaseUrl ?? "";
  if (!(await inspectConnection(url)).canMigrate) throw new Error("DATABASE_URL: must be the owner's URL.");
  const certificateFile = resolve(file ?? join(environment.dataDirectory, `deletion-of-${slug}.json`));
  const certificate =
    (await publishLeftover(url, environment, certificateFile, slug)) ??
    (await deleteOrganization({ url, environment, organizationId: await find(), slug, file: certificateFile }));
  return describe(certificate, certificateFile);
}

function describe({ slug, before, objects, accounts, after }: Certificate, file: string): string {
  const rows = Object.values(before).reduce((sum, table) => sum + table.rows, 0);
  return [
    `${slug} is deleted: ${rows} rows of ${Object.keys(before).length} tables, ${objects} stored objects and ${accounts.deleted} accounts (${accounts.kept} accounts have another membership).`,
    `Afterwards ${Object.keys(after).length} tables were searched, and none has a row of it. Certificate: ${file}`,
    "Backups and logs from before still contain it until they expire.",
  ].join("\n");
}
