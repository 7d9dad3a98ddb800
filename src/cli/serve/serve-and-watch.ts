import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "../run-program.ts";

const settleMilliseconds = 200;
const graceMilliseconds = 1_500;

/** Configuration of the server process; the URLs are the application role's. */
interface ServerMessage {
  databaseUrl: string;
  directUrl: string;
  hosts: string[];
}

/**
 * Runs the development server in a child process and restarts it whenever a file below src changes. Next itself
 * reloads changed pages. PostgreSQL keeps running.
 */
export async function serveAndWatch(message: ServerMessage): Promise<{ stop(): Promise<void> }> {
  let child = begin(message);
  let restarting = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(join(projectFolder, "src"), { recursive: true }, (_event, name) => {
    if (name === null || name.endsWith(".test.ts")) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      restarting = restarting.then(async () => {
        console.log(`src/${name} changed: the server starts again.`);
        await end(child);
        child = begin(message);
      });
    }, settleMilliseconds);
  });
  await Promise.race([once(child, "message"), once(child, "exit")]);
  return {
    stop: async () => {
      watcher.close();
      clearTimeout(timer);
      await restarting;
      await end(child);
    },
  };
}

function begin(message: ServerMessage): ChildProcess {
  const child = fork(join(import.meta.dirname, "serve-development.ts"));
  child.send(message);
  child.once("exit", (code) => {
    if (code !== 0 && code !== null) console.error("The server ended; it starts again when a file below src changes.");
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMilliseconds * 2);
  await gone;
  clearTimeout(timer);
}
