// The first step of `npm start`, `npm run dev`, `npm test` and the like: node src/cli/launch.mjs <program.ts> [words].
// Runs on the host's Node (20.19 or newer) and with nothing installed: installs what is missing, then runs the program
// on the Node that npm installed, or on the host's where npm has none: in its own place, or as a child that it passes signals on to.
// A server and a worker need no development packages; all else gets them, too (decision 0186).
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { findBuiltProgram } from "./serve/build-stamp.mjs";
import { showStep } from "./steps.mjs";

const projectFolder = join(import.meta.dirname, "..", "..");
const programs = join(projectFolder, "node_modules", ".bin");
const installedNode = join(programs, "node");
/**
 * The package with the Node of this machine, where npm has one: an optional dependency, which npm leaves out without an
 * error when it cannot be fetched.
 */
const nodePackage = `node_modules/node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const parentAtStart = process.ppid;

/**
 * What a burst takes is given back: a small young generation, one malloc arena, fixed thresholds; and the heap grows by
 * 40 % between collections instead of up to fourfold. Decisions 0048 and 0215 have the measurements.
 */
const serverFlags = ["--max-semi-space-size=8", "--heap-growing-percent=40"];
const serverEnvironment = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "131072",
};

/**
 * Without development packages. Peers are not followed: npm would install development packages that are optional peers
 * of others, which is a third of all files. A peer that is required is a dependency in package.json.
 */
const leanFlags = ["--omit=dev", "--legacy-peer-deps"];

const [program = "start.ts", ...words] = process.argv.slice(2);
const isServer = program === "start.ts" || program === "worker.ts";
const needsDevelopment = !isServer || words.includes("--dev");

let isStopRequested = false;
let child = null;

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(name, () => {
    isStopRequested = true;
    child?.kill("SIGTERM");
  });
}
// The reader of the output may be gone (npm killed) while the rest still stops in order.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

process.exitCode = await run();

async function run() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Caseport needs Node 20.19 or newer to start; this is ${process.version}.`);
    return 1;
  }
  const flags = findMissing();
  if (flags !== null) {
    try {
      await showStep("Install packages", () => install(flags));
    } catch (error) {
      if (isStopRequested) return 130;
      console.error(error.message);
      return 1;
    }
  }
  if (isStopRequested) return 130;
  const node = existsSync(installedNode) ? installedNode : process.execPath;
  if (node === process.execPath && major < 24) {
    console.error(
      `Caseport runs on Node 24, which npm did not install on this machine; this is ${process.version}. Run the command again, or with a Node 24 of your own.`,
    );
    return 1;
  }
  // npm was killed while this went on: nobody waits for a server any more.
  if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parentAtStart) return 1;
  return start(node);
}

/**
 * What npm must do so that node_modules holds exactly what package-lock.json says; null if nothing. npm writes its own
 * list there as its last act.
 *
 * Development packages are added to what is there, because a server may run from it: `npm ci` would remove it first.
 *
 * @returns npm's command and flags
 */
function findMissing() {
  const wanted = Object.entries(readPackages(join(projectFolder, "package-lock.json")));
  const installed = readPackages(join(projectFolder, "node_modules", ".package-lock.json"));
  const locked = new Map(wanted);
  const isCurrent = ([place, entry]) => locked.has(place) && identify(locked.get(place)) === identify(entry);
  // Optional packages are those of other machines.
  const isThere = ([place, entry]) =>
    place === "" || entry.optional || entry.devOptional || entry.peer || installed[place] !== undefined;
  const isComplete =
    existsSync(join(projectFolder, "node_modules", ".package-lock.json")) &&
    (!locked.has(nodePackage) || existsSync(installedNode)) &&
    Object.entries(installed).every(isCurrent) &&
    wanted.filter(([, { dev }]) => !dev).every(isThere);
  const hasDevelopment = Object.values(installed).some(({ dev }) => dev);
  if (!isComplete) return ["ci", ...(needsDevelopment || hasDevelopment ? ["--include=dev"] : leanFlags)];
  return needsDevelopment && !wanted.every(isThere) ? ["install", "--no-save", "--include=dev"] : null;
}

function identify(entry) {
  return `${entry.version} ${entry.integrity}`;
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

function install(command) {
  const call = [...command, "--no-audit", "--no-fund", "--ignore-scripts=false", "--loglevel=error"];
  const npm = process.env.npm_execpath;
  const [executable, given] = npm === undefined ? ["npm", call] : [process.execPath, [npm, ...call]];
  return new Promise((resolve, reject) => {
    // A session of its own: Ctrl-C reaches it through the handler above, once.
    // Prisma's install script would download an engine that is not used, unless some executable is named.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
    child = spawn(executable, given, { cwd: projectFolder, stdio: ["ignore", "pipe", "pipe"], detached: true, env });
    const output = [];
    child.stdout.on("data", (chunk) => output.push(chunk));
    child.stderr.on("data", (chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      child = null;
      if (code === 0) resolve();
      // npm adds its whole usage to some errors.
      else
        reject(
          new Error(
            `npm ${command[0]} failed:\n${Buffer.concat(output)
              .toString("utf8")
              .split(/^npm error Usage:/m)[0]
              .trim()}`,
          ),
        );
    });
  });
}

/**
 * Returns the exit code, or does not return: where Node can, a server replaces this process, which would only wait and
 * take 54 MiB.
 */
function start(node) {
  const built = needsDevelopment ? null : findBuiltProgram(program.replace(/\.ts$/, ".mjs"));
  const call = built === null ? [join(import.meta.dirname, program), ...words] : [built, ...words, "--built"];
  const argv = [...(isServer ? serverFlags : []), ...call];
  const env = {
    ...(isServer && serverEnvironment),
    ...process.env,
    // Next wants it set before it is loaded.
    ...(isServer && { NODE_ENV: words.includes("--dev") ? "development" : "production" }),
    NEXT_TELEMETRY_DISABLED: "1",
    PATH: `${programs}${delimiter}${process.env.PATH ?? ""}`,
  };
  if (isServer && process.execve !== undefined) {
    process.chdir(projectFolder);
    process.execve(node, [node, ...argv], { ...env, LAUNCHED_BY: String(parentAtStart) });
  }
  return new Promise((resolve) => {
    // The server: a session of its own, so that Ctrl-C signals it once and not together with its launchers.
    // The channel is how it learns that this process was killed.
    child = spawn(node, argv, {
      cwd: projectFolder,
      detached: isServer,
      stdio: ["inherit", "inherit", "inherit", ...(isServer ? ["ipc"] : [])],
      env,
    });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("exit", (code, signal) => {
      if (signal !== null) console.error(`Caseport was ended by ${signal}. The next start repairs what that left.`);
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}
