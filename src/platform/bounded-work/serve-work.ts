import { parentPort } from "node:worker_threads";

/**
 * Makes a module that of a thread of `bounded-work.ts`: what the function returns for a text is sent back. An error
 * that it throws ends the thread.
 */
export function serveWork(work: (text: string) => string): void {
  // A port of threads has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const answer = (text: string) => parentPort?.postMessage(text);
  parentPort?.on("message", (text: string) => answer(work(text)));
  answer("ready");
}
