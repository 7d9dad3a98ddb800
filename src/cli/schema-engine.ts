import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as runtime from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { DiffTarget, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { migrationsFolder } from "../platform/database/migrations.ts";

const schemaFolder = join(migrationsFolder, "..", "schema");

/** One file of a Prisma data model; `path` is only used in messages. */
interface SchemaFile {
  path: string;
  content: string;
}

/** Nothing is managed outside Prisma's data model. */
const noFilters = { externalTables: [], externalEnums: [] };

let loaded = false;

/**
 * Loads Prisma's WebAssembly schema engine. The native engine needs a download that is not possible everywhere, and the
 * package's own entrance imports the module in a way that makes Node print a warning.
 */
function loadRuntime(): void {
  if (loaded) return;
  const entrance = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const file = join(dirname(entrance), "schema_engine_bg.wasm");
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, {
    "./schema_engine_bg.js": runtime as unknown as WebAssembly.ModuleImports,
  });
  const internals = runtime as unknown as { __wbg_set_wasm(value: WebAssembly.Exports): void };
  internals.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  loaded = true;
}

function createSchemaEngine(): Promise<SchemaEngine> {
  loadRuntime();
  return runtime.SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(absentDatabase),
  );
}

/**
 * The SQL that turns a database of one data model into a database of another. Needs no database.
 *
 * @param from the files of the earlier data model; empty for none
 * @returns SQL, or null when the two do not differ
 */
async function diffSchemas(from: SchemaFile[], to: SchemaFile[]): Promise<string | null> {
  const engine = await createSchemaEngine();
  try {
    const source: DiffTarget = from.length === 0 ? { tag: "empty" } : { tag: "schemaDatamodel", files: from };
    const target: DiffTarget = { tag: "schemaDatamodel", files: to };
    const params = { from: source, to: target, script: true, exitCode: true, filters: noFilters };
    const { exitCode, stdout } = await engine.diff(params);
    if (exitCode === 0 || stdout === null) return null;
    // The schema is there in every database, and making it needs a right that an owner of just the schema lacks.
    return stdout.replace(/^-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n+/, "");
  } finally {
    engine.free();
  }
}

/** Comparing two data models runs no statement, but the engine reads a server's version before anything else. */
const versionAdapter: SqlDriverAdapter = {
  provider: "postgres",
  adapterName: "caseport-absent-database",
  queryRaw: () =>
    Promise.resolve({
      columnNames: ["exists", "version", "numeric_version"],
      columnTypes: [5, 7, 0],
      rows: [[true, "PostgreSQL 15.0", 150_000]],
    }),
  executeRaw: () => Promise.resolve(0),
  executeScript: () => Promise.reject(new Error("There is no database here.")),
  startTransaction: () => Promise.reject(new Error("There is no database here.")),
  dispose: () => Promise.resolve(),
};

const absentDatabase: SqlMigrationAwareDriverAdapterFactory = {
  provider: "postgres",
  adapterName: versionAdapter.adapterName,
  connect: () => Promise.resolve(versionAdapter),
  connectToShadowDb: () => Promise.resolve(versionAdapter),
};

/** The data model in a folder. */
function readSchema(folder: string): SchemaFile[] {
  return readdirSync(folder)
    .filter(isSchemaFile)
    .map((name) => ({ path: name, content: readFileSync(join(folder, name), "utf8") }));
}

const isSchemaFile = (name: string) => name.endsWith(".prisma");

/** @throws git's message */
function runGit(folder: string, ...words: string[]): string[] {
  return execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\0")
    .filter((line) => line !== "");
}

/** The data model that a folder has in a commit. */
function readCommittedSchema(folder: string, commit: string): SchemaFile[] {
  return runGit(folder, "ls-tree", "-z", "--name-only", commit, "./")
    .filter(isSchemaFile)
    .map((name) => ({ path: name, content: runGit(folder, "show", `${commit}:./${name}`).join("") }));
}

/** Paths in a folder that differ from HEAD, new ones included. */
export function listUncommitted(folder: string): string[] {
  return runGit(folder, "status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "./").map((line) =>
    line.slice(3),
  );
}

/**
 * The SQL by which prisma/schema goes beyond that of a commit, or null where they do not differ. It needs no database.
 *
 * @param commit as git names it: `HEAD`, a hash, a branch
 * @param folder another one, for tests
 * @throws git's message where there is no such commit
 */
export function diffSinceCommit(commit: string, folder = schemaFolder): Promise<string | null> {
  return diffSchemas(readCommittedSchema(folder, commit), readSchema(folder));
}

/** The SQL that creates the tables of prisma/schema in an empty database, without what migrations have by hand. */
export async function createTablesSql(): Promise<string> {
  const script = await diffSchemas([], readSchema(schemaFolder));
  if (script === null) throw new Error("prisma/schema has no tables");
  return script;
}
