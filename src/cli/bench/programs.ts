import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../local-postgres/free-port.ts";
import { converseWith, type SendCommand } from "./conversation.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import type { MeterCommand } from "./meter.ts";

const startPatienceMilliseconds = 90_000;
const measured = ["--expose-gc", "--import", join(import.meta.dirname, "meter.ts")];

export interface MeasuredProcess {
  send(command: MeterCommand): Promise<unknown>;
  /** At once, as if it had been killed. */
  end(): Promise<void>;
}

export interface MeasuredServer extends MeasuredProcess {
  baseUrl: string;
  pid: number;
  /**
   * Stops the process, so that its timers and the end of its earlier work do not run in another server's slice. Does
   * nothing on Windows.
   */
  pause(): void;
  resume(): void;
}

export interface LoadGenerator {
  run(order: LoadOrder): Promise<LoadResult>;
}

/** Everything that the bench has started. */
export interface Processes {
  /** @param words the program's file and arguments; `PORT` in them becomes the port */
  startServer(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<MeasuredServer>;
  startLoadGenerator(): LoadGenerator;
  /**
   * A measured program that is not a server; it may not be ready yet.
   *
   * @param words its file and arguments
   */
  startMeasured(words: readonly string[], environment: Readonly<Record<string, string>>): MeasuredProcess;
  /**
   * A program of the bench itself, that answers questions.
   *
   * @param name of its file in this folder
   */
  startTool(name: string): SendCommand;
  /** Ends them all. */
  close(): Promise<void>;
}

export function createProcesses(stopping: AbortSignal): Processes {
  const children: ChildProcess[] = [];
  const start = (
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): [ChildProcess, SendCommand] => {
    const child = spawn(process.execPath, words, {
      // Not reached by the terminal's Ctrl-C: the bench ends them itself, in order. Their log goes nowhere, but is written.
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...environmentWithoutSettings(), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...environment },
    });
    children.push(child);
    return [child, converseWith(child, stopping)];
  };
  const startTool = (name: string) => start([join(import.meta.dirname, name)], {})[1];
  return {
    startServer: async (words, environment) => {
      const port = String(await findFreePort());
      const filled = words.map((word) => (word === "PORT" ? port : word));
      const [child, send] = start([...measured, ...filled], { ...environment, PORT: port });
      const baseUrl = `http://127.0.0.1:${port}`;
      await waitUntilResponding(baseUrl, child, stopping, startPatienceMilliseconds);
      const signal = (name: "SIGSTOP" | "SIGCONT") => void (process.platform !== "win32" && child.kill(name));
      return {
        baseUrl,
        pid: child.pid ?? 0,
        send,
        end: () => endProcess(child),
        pause: () => signal("SIGSTOP"),
        resume: () => signal("SIGCONT"),
      };
    },
    startLoadGenerator: () => {
      const send = startTool("load.ts");
      return { run: async (order) => (await send(order)) as LoadResult };
    },
    startMeasured: (words, environment) => {
      const [child, send] = start([...measured, ...words], environment);
      return { send, end: () => endProcess(child) };
    },
    startTool,
    close: async () => {
      await Promise.all(children.map(endProcess));
    },
  };
}

/** The environment without the caller's Caseport settings, which would change the measurement. */
export function environmentWithoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(CASEPORT_|DATABASE_URL$|REDIS_URL$|NODE_OPTIONS$)/.test(name)),
  );
}

export async function waitUntilResponding(
  baseUrl: string,
  child: ChildProcess,
  stopping: AbortSignal,
  patienceMilliseconds: number,
): Promise<void> {
  for (const end = performance.now() + patienceMilliseconds; performance.now() < end;) {
    stopping.throwIfAborted();
    if (child.exitCode !== null) throw new Error(`A server of the bench did not start: exit code ${child.exitCode}.`);
    try {
      await (await fetch(`${baseUrl}/api/health`)).arrayBuffer();
      return;
    } catch {
      await sleep(50);
    }
  }
  throw new Error("A server of the bench did not respond in time.");
}

/** None of them has state to save, so they are killed. */
function endProcess(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
