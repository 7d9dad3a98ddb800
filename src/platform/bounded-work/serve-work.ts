import { parentPort } from "node:worker_threads";

/**
 * Makes a module that of a thread of `bounded-work.ts`: what the function returns for an input is sent back. An error
 * that it throws ends the thread.
 */
export function serveWork(work: (input: never) => unknown): void {
  // A port of threads has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const answer = (output: unknown) => parentPort?.postMessage(output);
  const run = async (input: never) => answer(await work(input));
  parentPort?.on("message", (input: unknown) => void run(input as never));
  answer("ready");
}
