import { describe, expect, test } from "vitest";
import { AppError } from "../../contract/errors/error-codes.ts";
import { boundWork, TooCostlyError, type Limits } from "./bounded-work.ts";

const usual = { threads: 2, processorMilliseconds: 600, waitMilliseconds: 60_000 };
const module = new URL("./fixtures.thread.ts", import.meta.url);
const bound = (limits: Partial<Limits> = {}) => boundWork(module, { ...usual, ...limits });

test("inputs are worked on in their turn, one after the other", async () => {
  const work = bound({ threads: 1 });
  const read = await Promise.all(["a", "b", "c"].map((input) => work("firm", input)));
  expect(read).toEqual(["a was read", "b was read", "c was read"]);
});

describe.each(["stall", "throw", "grow"])("an input that makes the parser %s", (fault) => {
  test("is rejected, holds nobody up meanwhile, and the next is read by another thread", async () => {
    const work = bound({ processorMilliseconds: fault === "grow" ? 60_000 : 600 });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 5);
    const costly = work("attacker", fault).catch((error: unknown) => ({ error, ticks }));
    // While the first is at work, another firm's is read at once; the attacker's own next one waits.
    const order: string[] = [];
    const own = work("attacker", "next").then((read) => order.push(read));
    const other = work("firm", "other").then((read) => order.push(read));
    expect(await costly).toMatchObject({ error: expect.any(TooCostlyError) as unknown });
    await Promise.all([own, other]);
    clearInterval(timer);
    expect(order.toSorted()).toEqual(["next was read", "other was read"]);
    if (fault === "stall") expect([order[0], ticks > 5]).toEqual(["other was read", true]);
  });
});

test("a thread without work stays, or ends after its time, and the next input has another", async () => {
  const staying = bound({ threads: 1 });
  const first = await staying("firm", "thread");
  expect(await staying("firm", "thread")).toBe(first);
  const ending = bound({ threads: 1, idleMilliseconds: 1 });
  const ended = await ending("firm", "thread");
  await expect.poll(() => ending("firm", "thread"), { interval: 50, timeout: 30_000 }).not.toBe(ended);
});

test("an attacker that stalls again and again takes one of two threads", async () => {
  const work = bound();
  const stalls = ["stall", "stall", "stall"].map((input) => work("attacker", input).catch((error: unknown) => error));
  const reads = [];
  for (let each = 0; each < 20; each += 1) reads.push(await work("firm", "other"));
  expect(new Set(reads)).toEqual(new Set(["other was read"]));
  expect((await Promise.all(stalls)).every((error) => error instanceof TooCostlyError)).toBe(true);
});

test("work that waits too long for a turn is rejected with Retry-After", async () => {
  const work = bound({ threads: 1, waitMilliseconds: 50, processorMilliseconds: 1_000 });
  const costly = work("attacker", "stall").catch((error: unknown) => error);
  const waiting = await work("firm", "other").catch((error: unknown) => error);
  expect([waiting instanceof Error, waiting instanceof TooCostlyError]).toEqual([true, false]);
  const ended = await costly;
  // Where the machine gave it no processor, it passes.
  expect(ended instanceof TooCostlyError || (ended instanceof AppError && ended.status === 503)).toBe(true);
});
