import { spawn } from "node:child_process";
import { join } from "node:path";

export const projectFolder = join(import.meta.dirname, "..", "..");

/**
 * Runs a JavaScript program with this Node in the project's folder, and keeps its output to itself unless it fails.
 *
 * @param stopping ends the program; the promise then rejects
 * @param environment variables beyond this process's own
 * @param message sent to it through a channel, for what others may not see in its environment
 */
export function runProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  stopping?: AbortSignal,
  message?: object,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      cwd: projectFolder,
      stdio: ["ignore", "pipe", "pipe", ...(message === undefined ? [] : (["ipc"] as const))],
      env: { ...process.env, ...environment },
      ...(stopping === undefined ? {} : { signal: stopping }),
    });
    if (message !== undefined) child.send(message);
    const output: Buffer[] = [];
    child.stdout?.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr?.on("data", (chunk: Buffer) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${words.join(" ")} failed:\n${Buffer.concat(output).toString("utf8").trim()}`));
    });
  });
}
