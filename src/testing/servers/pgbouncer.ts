import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findFreePort } from "../../cli/local-postgres/free-port.ts";

/** The first version that keeps prepared statements over transactions. */
const oldest = { major: 1, minor: 21 };

const program = process.env["PGBOUNCER_PATH"] ?? "pgbouncer";

/** Why there is no PgBouncer to test with; null if there is one. */
export function findPgBouncerFault(): string | null {
  const found = /^PgBouncer (\d+)\.(\d+)/m.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "");
  if (found === null) return `there is no ${program}`;
  const [major, minor] = [Number(found[1]), Number(found[2])];
  return major > oldest.major || minor >= oldest.minor ? null : `${found[0]} keeps no prepared statements`;
}

export interface PgBouncer {
  /** The given URL, through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer in transaction mode, as the guide configures it.
 *
 * @param urls of the roles that connect; all on one server
 * @param poolSize connections to the server per role and database
 */
export async function startPgBouncer(urls: readonly string[], poolSize: number): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), "caseport-pgbouncer-"));
  const port = await findFreePort();
  const [target] = urls.map((url) => new URL(url));
  const users = urls
    .map((url) => new URL(url))
    .map(({ username, password }) => `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"`);
  const settings = [
    "[databases]",
    `* = host=127.0.0.1 port=${target?.port ?? ""}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${join(folder, "users.txt")}`,
    "pool_mode = transaction",
    "max_prepared_statements = 500",
    "ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout, client_connection_check_interval",
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 500",
    `logfile = ${join(folder, "log")}`,
  ];
  writeFileSync(join(folder, "users.txt"), `${users.join("\n")}\n`);
  writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`);
  // It does not run as root.
  chmodSync(folder, 0o777);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, ["-q", ...(isRoot ? ["-u", "nobody"] : []), join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  while (!(await canConnect(port))) {
    if (child.exitCode !== null) throw new Error("PgBouncer ended before it served");
    await delay(20);
  }
  return {
    through: (url) => {
      const pooled = new URL(url);
      pooled.searchParams.delete("host");
      pooled.hostname = "127.0.0.1";
      pooled.port = String(port);
      return pooled.toString();
    },
    stop: async () => {
      child.kill("SIGQUIT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const outcome = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "error").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}
