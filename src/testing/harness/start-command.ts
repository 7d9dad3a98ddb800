import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { compileCacheFolder } from "../servers/compile-cache.ts";

/**
 * Starts a command of `src/cli` as npm does.
 *
 * @returns its process, which a test may kill, and in the end its exit code and what it printed
 */
export function startCommand(
  program: string,
  environment: Record<string, string>,
  ...words: string[]
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const file = new URL(`../../cli/${program}.ts`, import.meta.url).pathname;
  const child = spawn(process.execPath, [file, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { NODE_ENV: "test", NODE_COMPILE_CACHE: compileCacheFolder(), ...environment },
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(""));
  return {
    child,
    ended: once(child, "exit").then(async ([code]) => ({ code: code as number | null, output: await output })),
  };
}
