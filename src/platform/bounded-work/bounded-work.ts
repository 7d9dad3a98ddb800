import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker, type Transferable } from "node:worker_threads";
import { unavailable } from "../../contract/errors/error-codes.ts";
import { createFairTurns, withTurn, type FairTurns } from "../database/connections/fair-turns.ts";

/**
 * Work on a stranger's text or file with software whose time may grow faster than the input: it runs in threads of its
 * own, so that it never holds the event loop, and with a limit of processor time, so that an input cannot keep a
 * thread.
 */

export interface Limits {
  /** How many inputs are worked on at once. */
  threads: number;
  /** Processor time that one input may take, in milliseconds: a busy machine takes none of it away. */
  processorMilliseconds: number;
  /** How long an input waits for its turn at most, and for a processor. */
  waitMilliseconds: number;
  /** Bytes that a thread may hold, of its heap and of buffers outside of it. */
  memoryBytes?: number;
  /** After so long without work a thread ends, which gives its memory back; by default it stays. */
  idleMilliseconds?: number;
}

/**
 * What a thread does with an input, which is copied to it, and so is its output. `ports` are handed over to the thread:
 * through them it asks for what it must not have itself, such as a signature by a private key.
 */
export type BoundWork<Input = string, Output = string> = (
  organizationId: string,
  input: Input,
  ports?: readonly Transferable[],
) => Promise<Output>;

/** An input took more processor time or memory than it may; the thread that worked on it was ended. */
export class TooCostlyError extends Error {}

/**
 * The usual limit of a thread's memory: a parser that needs more for 50 kB is not reading them. It is looked at, rather
 * than given to the thread as `resourceLimits`: in Node 24.21 a heap that reaches such a limit quickly aborts the
 * process.
 */
const usualMemoryBytes = 256 * 1024 * 1024;
/** How often processor time and heap are looked at, in milliseconds. */
const lookEvery = 50;

/**
 * The function that a module of a thread serves (`serve-work.ts`). Organizations take turns: each uses one thread at a
 * time, and who takes longer gets fewer turns, so a costly input of one never delays the other threads. Threads start
 * when they are needed first.
 *
 * @param module of the thread
 * @returns the work. Its promise rejects with TooCostlyError; with a passing 503 while the machine is too busy
 */
export function boundWork<Input = string, Output = string>(module: URL, limits: Limits): BoundWork<Input, Output> {
  const places = createFairTurns(limits.threads, limits.waitMilliseconds);
  const lines = createLines(limits.waitMilliseconds);
  const idle: Thread[] = [];

  async function run(input: Input, ports: readonly Transferable[]): Promise<Output> {
    const thread = idle.pop() ?? startThread(module);
    // The thread's module and the caller name the same type.
    const output = (await thread.work({ input, ports }, limits)) as Output;
    if (thread.isAlive()) keep(thread);
    return output;
  }

  function keep(thread: Thread): void {
    idle.push(thread);
    if (limits.idleMilliseconds === undefined) return;
    const end = () => {
      const place = idle.indexOf(thread);
      if (place !== -1) void idle.splice(place, 1)[0]?.end();
    };
    setTimeout(end, limits.idleMilliseconds).unref();
  }

  return (organizationId, input, ports = []) =>
    lines.enter(organizationId, (line) =>
      withTurn(line, organizationId, () => withTurn(places, organizationId, () => run(input, ports))),
    );
}

/** A line for each organization that has work, in which one is at work and the others wait. */
function createLines(waitMilliseconds: number) {
  const lines = new Map<string, { turns: FairTurns; users: number }>();
  return {
    async enter<Result>(name: string, use: (line: FairTurns) => Promise<Result>): Promise<Result> {
      const line = lines.get(name) ?? { turns: createFairTurns(1, waitMilliseconds), users: 0 };
      lines.set(name, line);
      line.users += 1;
      try {
        return await use(line.turns);
      } finally {
        line.users -= 1;
        if (line.users === 0) lines.delete(name);
      }
    },
  };
}

interface Message {
  input: unknown;
  ports: readonly Transferable[];
}

interface Thread {
  work(message: Message, limits: Limits): Promise<unknown>;
  isAlive(): boolean;
  end(): Promise<unknown>;
}

function startThread(module: URL): Thread {
  // It reads no environment, which has secrets, and keeps no process alive.
  const worker = new Worker(module, { env: {}, execArgv: [] });
  worker.unref();
  let isAlive = true;
  worker.once("exit", () => (isAlive = false));
  // What it throws ends it: that it ended is what counts.
  worker.on("error", () => undefined);
  // Its first message says that its module is loaded.
  const ready = once(worker, "message");
  ready.catch(() => undefined);
  return {
    isAlive: () => isAlive,
    end: () => worker.terminate(),
    async work(message, limits) {
      await ready;
      try {
        return await work(worker, message, limits);
      } catch (error) {
        await worker.terminate();
        throw error;
      }
    },
  };
}

const fail = (): never => {
  throw new TooCostlyError("the thread ended: it cannot read the input");
};

/** @throws TooCostlyError; with a passing 503 while the machine is too busy */
async function work(worker: Worker, { input, ports }: Message, limits: Limits): Promise<unknown> {
  const before = await worker.cpuUsage();
  const ended = new AbortController();
  const { signal } = ended;
  const output = once(worker, "message", { signal }).then(([sent]) => sent as unknown, fail);
  const exit = once(worker, "exit", { signal }).then(fail, fail);
  // A worker's port has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(input, ports);
  try {
    return await Promise.race([output, exit, watch(worker, before, limits, signal)]);
  } finally {
    ended.abort();
  }
}

/** Never returns: it throws when the thread has used its time or memory, or gets no processor for too long. */
async function watch(worker: Worker, before: NodeJS.CpuUsage, limits: Limits, signal: AbortSignal): Promise<never> {
  const { processorMilliseconds, waitMilliseconds, memoryBytes = usualMemoryBytes } = limits;
  const until = performance.now() + waitMilliseconds + processorMilliseconds;
  for (;;) {
    await delay(lookEvery, undefined, { signal });
    const { user, system } = await worker.cpuUsage(before).catch(fail);
    if ((user + system) / 1_000 > processorMilliseconds) {
      throw new TooCostlyError(`the input takes more than ${processorMilliseconds} ms`);
    }
    const { used_heap_size: heap, external_memory: buffers } = await worker.getHeapStatistics().catch(fail);
    if (heap + buffers > memoryBytes) throw new TooCostlyError(`the input takes more than ${memoryBytes} bytes`);
    if (performance.now() > until) throw unavailable();
  }
}
