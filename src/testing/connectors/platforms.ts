import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectFolder } from "../../cli/run-program.ts";
import { makeOnceARun } from "../harness/once-a-run.ts";

const run = promisify(execFile);

/** Where the packages of the platforms are installed; connectors are written below, so that they find them. */
export const platformsFolder = join(projectFolder, ".sdk", "platforms");

/**
 * Installs what n8n and Zapier publish for developers of connectors: types, validators, linters. They are not the
 * product's development packages, see decision 0240.
 *
 * @returns whether npm brought them
 */
export function installPlatforms(): Promise<boolean> {
  return makeOnceARun("platforms", install);
}

async function install(): Promise<boolean> {
  const lockFile = join(import.meta.dirname, "platforms", "package-lock.json");
  const installedFrom = join(platformsFolder, "installed-from");
  const wanted = readFileSync(lockFile, "utf8");
  if (existsSync(installedFrom) && readFileSync(installedFrom, "utf8") === wanted) return true;
  mkdirSync(platformsFolder, { recursive: true });
  cpSync(join(import.meta.dirname, "platforms"), platformsFolder, { recursive: true });
  try {
    // No install script runs: the packages are JavaScript.
    await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"], {
      cwd: platformsFolder,
    });
  } catch (error) {
    console.log(`Skipped: npm brings no packages of n8n and Zapier: ${(error as Error).message.split("\n")[0]}`);
    return false;
  }
  writeFileSync(installedFrom, wanted);
  return true;
}

export const requirePlatform = createRequire(join(platformsFolder, "package.json"));

/**
 * The faults that n8n's two linters find in a package: nodes, credentials and its manifest. A process of its own,
 * because in one with NODE_ENV=test the older linter takes every file for one of its own tests.
 */
export async function lintN8n(folder: string): Promise<unknown> {
  const { NODE_ENV: _, ...environment } = process.env;
  const program = join(import.meta.dirname, "lint-n8n.mjs");
  const { stdout } = await run(process.execPath, [program, platformsFolder, folder], {
    env: environment as NodeJS.ProcessEnv,
  });
  return JSON.parse(stdout);
}

/** What the TypeScript of the platform says of sources. */
export async function compile(folder: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    target: "ES2023",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    typeRoots: [join(projectFolder, "node_modules", "@types")],
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["nodes/**/*.ts", "credentials/**/*.ts"] }),
  );
  const { stdout } = await run(process.execPath, [requirePlatform.resolve("typescript/bin/tsc"), "-p", folder]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}
