import { threadId } from "node:worker_threads";
import { serveWork } from "./serve-work.ts";

function spin(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** A thread whose work does what the test says: it stalls, throws, takes more and more memory, names itself, or answers. */
serveWork((input: string) => {
  const held: unknown[] = [];
  while (input === "stall");
  while (input === "grow") {
    held.push(Array.from({ length: 100_000 }, (_, index) => index));
    spin(2);
  }
  if (input === "throw") throw new RangeError("as a parser whose stack overflows");
  return input === "thread" ? String(threadId) : `${input} was read`;
});
