import { parentPort } from "node:worker_threads";

/**
 * Makes a module that of a thread of `bounded-work.ts`: what the function returns for an input is sent back. An error
 * that it throws ends the thread.
 */
export function serveWork<Input = string, Output = string>(work: (input: Input) => Output | Promise<Output>): void {
  // A port of threads has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const answer = (output: unknown) => parentPort?.postMessage(output);
  parentPort?.on("message", async (input: Input) => answer(await work(input)));
  answer("ready");
}
