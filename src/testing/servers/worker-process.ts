import { spawn } from "node:child_process";
import { once } from "node:events";
import type { WorkerSettings } from "../../composition/worker.ts";
import { testSecret } from "../harness/server.ts";
import type { Receiver } from "./receiver.ts";
import { receiverHost } from "../harness/webhooks.ts";
import { bundleProgram } from "./bundle-programs.ts";
import { compileCacheFolder } from "./compile-cache.ts";
import { startMilliseconds } from "./server-process.ts";
import type { WorkerProcessOptions } from "./worker-program.ts";

/** A worker in a process of its own, which a test may kill or halt. */
export interface WorkerProcess {
  /** What it has written to its log: warnings and errors. */
  output(): string;
  signal(name: "SIGSTOP" | "SIGCONT"): void;
  /**
   * Sends the signal and waits until the process is gone.
   *
   * @returns its exit code; null when the signal ended it
   */
  end(name: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** Starts src/testing/servers/worker-program.ts, and resolves when it works. */
export function startWorkerProcess(
  databaseUrl: string,
  receiver: Receiver,
  settings: WorkerSettings,
): Promise<WorkerProcess> {
  const { address, port, ca } = receiver;
  return start({
    databaseUrl,
    secret: testSecret,
    receiver: { name: receiverHost, address, port },
    settings: { ...settings, outbound: { ca, ...settings.outbound } },
  });
}

/**
 * The same for one that makes files.
 *
 * @param dataDirectory where they lie
 * @param variables of its environment
 */
export function startFileWorkerProcess(
  databaseUrl: string,
  dataDirectory: string,
  settings: WorkerSettings,
  variables: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  return start({ databaseUrl, secret: testSecret, dataDirectory, variables, settings });
}

/**
 * The same for one that sends texts.
 *
 * @param name of the provider's host
 */
export function startTextWorkerProcess(
  databaseUrl: string,
  { address, port, ca }: Receiver,
  name: string,
  settings: WorkerSettings,
): Promise<WorkerProcess> {
  return start({
    databaseUrl,
    secret: testSecret,
    receiver: { name, address, port },
    settings: { ...settings, outbound: { ca, ...settings.outbound } },
  });
}

async function start(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [await bundleProgram("worker")], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: { NODE_ENV: "production", NODE_COMPILE_CACHE: compileCacheFolder(), TEST_WORKER: JSON.stringify(options) },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const died = once(child, "exit").then(() => {
    throw new Error(`the worker ended before it worked: ${output}`);
  });
  died.catch(() => undefined);
  await Promise.race([once(child, "message", { signal: AbortSignal.timeout(startMilliseconds) }), died]);
  return {
    output: () => output,
    signal: (name) => void child.kill(name),
    end: async (name) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, "exit") as Promise<[number | null]>;
      child.kill(name);
      const [code] = await gone;
      return code;
    },
  };
}
