import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { inject } from "vitest";
import { testSecret } from "../harness/server.ts";
import { bundleProgram } from "./bundle-programs.ts";
import { compileCacheFolder } from "./compile-cache.ts";

/** A server in a process of its own, which a test may kill. */
export interface ServerProcess {
  baseUrl: string;
  pid: number;
  /** Everything that it has written to standard output and standard error: its log. */
  output(): string;
  /**
   * Sends the signal and waits until the process is gone.
   *
   * @returns its exit code; null when the signal ended it
   */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<number | null>;
}

/** A server starts in two seconds; a machine that is busy with something else takes as long as it likes. */
export const startMilliseconds = 120_000;

/**
 * Starts src/testing/servers/server-program.ts on a database that is ready to serve. Rejects when it does not come up.
 *
 * @param more further variables of its environment
 */
export async function startServerProcess(
  databaseUrl: string,
  logLevel = "warn",
  more: Record<string, string> = {},
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [await bundleProgram("server")], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      NODE_ENV: "production",
      TEST_DATABASE_URL: databaseUrl,
      TEST_SECRET: testSecret,
      TEST_DATA_DIR: inject("dataDirectory"),
      NODE_COMPILE_CACHE: compileCacheFolder(),
      CASEPORT_LOG_LEVEL: logLevel,
      ...more,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const baseUrl = await readAddress(child, () => output);
  return {
    baseUrl,
    pid: child.pid ?? 0,
    output: () => output,
    end: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = once(child, "exit") as Promise<[number | null]>;
      child.kill(signal);
      const [code] = await gone;
      return code;
    },
  };
}

async function readAddress(child: ChildProcess, output: () => string): Promise<string> {
  const stopped = AbortSignal.timeout(startMilliseconds);
  const died = once(child, "exit", { signal: stopped }).then(([code]) => {
    throw new Error(`the server process ended with ${String(code)} before it served: ${output()}`);
  });
  const [address] = (await Promise.race([once(child, "message", { signal: stopped }), died])) as [string];
  died.catch(() => undefined);
  return address;
}
