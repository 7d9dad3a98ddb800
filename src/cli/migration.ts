import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listMigrations, migrationsFolder } from "../platform/database/migrations.ts";
import { listErrorMessages } from "./error-messages.ts";
import { generateClient } from "./generate.ts";
import { nextMigrationStamp } from "./migration-stamp.ts";
import { diffSinceCommit, listUncommitted } from "./schema-engine.ts";

const usage = `npm run db:migration <name in lower snake case> [-- --since <commit>]
npm run db:migration <name in lower snake case> -- --empty`;

process.exitCode = await main();

/**
 * Writes a migration from what has changed in prisma/schema since a commit, by default HEAD, or one for SQL by hand.
 *
 * @returns the exit code
 */
async function main(): Promise<number> {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { empty: { type: "boolean", default: false }, since: { type: "string", default: "HEAD" } },
    });
    const [name = ""] = positionals;
    if (positionals.length !== 1 || !/^[a-z][a-z0-9_]{0,60}$/.test(name)) throw new Error(usage);
    const script = values.empty
      ? "-- Policies, roles and checks are written by hand.\n"
      : await diffSinceMigrations(values.since);
    console.log(
      script === null
        ? `prisma/schema is as in ${values.since}: nothing to write. For SQL by hand add: -- --empty`
        : `Wrote prisma/migrations/${writeMigration(name, script)}/migration.sql: read it, and add policies, grants, triggers and checks by hand.`,
    );
    await generateClient();
    return 0;
  } catch (error) {
    console.error(listErrorMessages(error).join("\n"));
    return 1;
  }
}

/** @throws where a migration is not committed: what it does would be in the next one, too */
async function diffSinceMigrations(commit: string): Promise<string | null> {
  const uncommitted = listUncommitted(migrationsFolder).find((path) => path.endsWith(".sql"));
  if (uncommitted !== undefined)
    throw new Error(
      `${uncommitted} is not committed, so a new migration would repeat it. Commit it with its change of prisma/schema, or delete it and write one migration for both.`,
    );
  return diffSinceCommit(commit);
}

/** @returns the new folder's name */
function writeMigration(name: string, script: string): string {
  const names = listMigrations().map((migration) => migration.name);
  const folder = `${nextMigrationStamp(new Date(), names)}_${name}`;
  mkdirSync(join(migrationsFolder, folder), { recursive: true });
  writeFileSync(join(migrationsFolder, "migration_lock.toml"), 'provider = "postgresql"\n');
  writeFileSync(join(migrationsFolder, folder, "migration.sql"), script);
  return folder;
}
