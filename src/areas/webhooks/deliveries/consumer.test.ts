import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { SlotLimits } from "./slots.ts";
import { startConsumer, type DeliveryWork } from "./consumer.ts";
import type { Leases, LeasedJob } from "./leases.ts";

/** What becomes of jobs when something fails: the jobs are the test's, everything between them and the record is ours. */
const makeJob = (organizationId: string, number: number): LeasedJob => ({
  organizationId,
  deliveryId: `dlv_${number}`,
  subscriptionId: `whs_${organizationId}`,
  jobId: `${organizationId} ${number}`,
  round: 1,
  attempt: 1,
  token: 0,
});

/** A consumer of these jobs, which it gets all at once, and again when it gives them back. */
function consume(
  jobs: readonly LeasedJob[],
  changes: Partial<DeliveryWork<string, string>>,
  options: { leaseSeconds?: number; slots?: Partial<SlotLimits> } = {},
) {
  let waiting = [...jobs];
  const seen = { leases: 0, recorded: [] as string[], errors: [] as string[], renewed: [] as string[] };
  const work: DeliveryWork<string, string> = {
    validate: async (_organizationId, own) => own.map((job) => ({ job, message: job.jobId })),
    send: async (message) => ({ result: message, pace: { milliseconds: 1, hangs: false } }),
    record: async (_organizationId, finished) => void seen.recorded.push(...finished.map(({ result }) => result)),
    ...changes,
  };
  const leases: Leases = {
    take: async ({ ignoreGroups }) => {
      const taken = waiting.filter(({ subscriptionId }) => !ignoreGroups.includes(subscriptionId));
      waiting = waiting.filter((job) => !taken.includes(job));
      if (taken.length > 0) seen.leases += 1;
      return taken;
    },
    renew: async (held) => {
      seen.renewed = held.map(({ jobId }) => jobId);
      return seen.renewed;
    },
    release: async (given) => void waiting.push(...given),
  };
  const consumer = startConsumer(work, leases, {
    pollMilliseconds: 50,
    ...options,
    onError: (error, doing) => void seen.errors.push(`${doing}: ${String(error)}`),
  });
  onTestFinished(() => consumer.stop());
  return { seen };
}

/** Something that goes on when the test says so. */
function makeGate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

test("jobs that cannot be read are returned and retried later, while others are sent", async () => {
  let failures = 0;
  const { seen } = consume([makeJob("broken", 1), makeJob("well", 2)], {
    validate: async (organizationId, own) => {
      if (organizationId === "broken" && (failures += 1) <= 3) throw new Error("not to be read");
      return own.map((job) => ({ job, message: job.jobId }));
    },
  });
  await expect.poll(() => seen.recorded).toEqual(["well 2", "broken 1"]);
  expect(seen.errors).toEqual(Array.from({ length: 3 }, () => "reading what is due: Error: not to be read"));
  expect(seen.leases).toBe(4);
});

test("jobs of at most two organizations are read at a time", async () => {
  let [reading, most] = [0, 0];
  const jobs = Array.from({ length: 20 }, (_, index) => makeJob(`org_${index}`, index));
  const { seen } = consume(jobs, {
    validate: async (_organizationId, own) => {
      most = Math.max(most, (reading += 1));
      await delay(2);
      reading -= 1;
      return own.map((job) => ({ job, message: job.jobId }));
    },
  });
  await expect.poll(() => seen.recorded.length).toBe(20);
  expect(most).toBe(2);
});

test("a result that the database rejects does not affect the others and is logged", async () => {
  const recorded: string[] = [];
  const { seen } = consume(
    [1, 2, 3, 4].map((number) => makeJob("org", number)),
    {
      record: async (_organizationId, finished) => {
        if (finished.some(({ result }) => result === "org 2")) throw new Error("refused");
        recorded.push(...finished.map(({ result }) => result));
      },
    },
  );
  await expect.poll(() => recorded.toSorted()).toEqual(["org 1", "org 3", "org 4"]);
  expect(new Set(seen.errors)).toEqual(new Set(["recording: Error: refused"]));
});

test("leases are renewed while jobs are read, wait for a slot, are sent and are recorded, and no longer", async () => {
  const [reading, sending, recording] = [makeGate(), makeGate(), makeGate()];
  const { seen } = consume(
    [makeJob("a", 1), makeJob("b", 2)],
    {
      validate: async (_organizationId, own) => {
        await reading.passed;
        return own.map((job) => ({ job, message: job.jobId }));
      },
      send: async (message) => {
        await sending.passed;
        return { result: message, pace: { milliseconds: 1, hangs: false } };
      },
      record: async (organizationId, finished) => {
        if (organizationId === "b") await recording.passed;
        seen.recorded.push(...finished.map(({ result }) => result));
      },
    },
    // One is sent at a time, so the other one waits for its slot.
    { leaseSeconds: 0.06, slots: { total: 1 } },
  );
  const renewed = async (expected: string[]) => {
    seen.renewed = [];
    await expect.poll(() => seen.renewed.toSorted(), { interval: 5 }).toEqual(expected);
  };
  await renewed(["a 1", "b 2"]);
  reading.open();
  await renewed(["a 1", "b 2"]);
  sending.open();
  await renewed(["b 2"]);
  expect(seen.recorded).toEqual(["a 1"]);
  recording.open();
  await expect.poll(() => seen.recorded).toEqual(["a 1", "b 2"]);
  expect(seen.errors).toEqual([]);
});
