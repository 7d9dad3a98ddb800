import type { LoadRequest } from "./load.ts";
import type { Usage } from "./meter.ts";
import type { LoadGenerator, MeasuredServer } from "./programs.ts";

export interface MemoryReading {
  /** Requests since the warm-up. */
  requests: number;
  rssBytes: number;
  /** After a full garbage collection. */
  heapBytes: number;
}

export interface MemoryPlan {
  warmUp: number;
  requests: number;
  /** When this is over, what was reached is reported. */
  seconds: number;
}

const readings = 5;

/** Sends a mix of requests to a fresh server and reads its memory after the warm-up and in equal steps from then on. */
export async function sampleMemory(
  load: LoadGenerator,
  server: MeasuredServer,
  requests: readonly LoadRequest[],
  plan: MemoryPlan,
): Promise<MemoryReading[]> {
  const end = performance.now() + plan.seconds * 1000;
  const run = async (count: number) => {
    const seconds = Math.max(0.001, (end - performance.now()) / 1000);
    const { responses, failed } = await load.run({
      baseUrl: server.baseUrl,
      requests,
      connections: 16,
      seconds,
      count,
    });
    if (failed > responses / 100) throw new Error(`Memory: ${failed} of ${responses} requests were not successful.`);
    return responses;
  };
  const read = async (done: number): Promise<MemoryReading> => {
    const { rssBytes, heapBytes } = (await server.send({ command: "collect" })) as Usage;
    return { requests: done, rssBytes, heapBytes };
  };
  await run(plan.warmUp);
  const taken = [await read(0)];
  for (let done = 0; done < plan.requests && performance.now() < end;) {
    done += await run(Math.ceil(plan.requests / readings));
    taken.push(await read(done));
  }
  return taken;
}
