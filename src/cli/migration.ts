import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listMigrations, migrationsFolder } from "../platform/database/migrations.ts";
import { generateClient } from "./generate.ts";
import { nextMigrationStamp } from "./migration-stamp.ts";
import { diffSinceLastMigration, readSchema, snapshotFile } from "./schema-engine.ts";

/**
 * Writes a new migration from the difference between prisma/schema and the data model of the last migration.
 *
 * @returns the new folder's name, or null if there is no difference and `empty` is not set
 */
async function writeMigration(name: string, empty: boolean): Promise<string | null> {
  const difference = await diffSinceLastMigration();
  if (difference === null && !empty) return null;
  const folder = `${nextMigrationStamp(
    new Date(),
    listMigrations().map((migration) => migration.name),
  )}_${name}`;
  mkdirSync(join(migrationsFolder, folder), { recursive: true });
  writeFileSync(join(migrationsFolder, "migration_lock.toml"), 'provider = "postgresql"\n');
  writeFileSync(
    join(migrationsFolder, folder, "migration.sql"),
    difference ?? "-- Policies, roles and checks are written by hand.\n",
  );
  writeFileSync(snapshotFile, readSchema());
  return folder;
}

const name = process.argv[2] ?? "";
if (!/^[a-z][a-z0-9_]{0,60}$/.test(name)) {
  console.error("Give the migration a name in lower snake case: npm run db:migration add_leads [-- --empty]");
  process.exitCode = 1;
} else {
  const folder = await writeMigration(name, process.argv.includes("--empty"));
  console.log(
    folder === null
      ? "prisma/schema is what the last migration left: nothing to write. For SQL by hand add: -- --empty"
      : `Wrote prisma/migrations/${folder}/migration.sql: read it, and add policies, grants, triggers and checks by hand.`,
  );
  await generateClient();
}
