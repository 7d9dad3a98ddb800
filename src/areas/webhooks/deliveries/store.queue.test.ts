import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { startConsumer, type DeliveryWork } from "./consumer.ts";
import type { Leases, LeasedJob } from "./leases.ts";
import { openLeases } from "./domain.work.ts";
import { ensureApplicationRole } from "../../../platform/database/application-role.ts";
import { openDatabase, type Database } from "../../../platform/database/database.ts";
import { cloneDatabase } from "../../../testing/database/clone-database.ts";
import { hooks } from "../../../composition/transaction-hooks.ts";

/** The claiming statement itself: whose turn it is, and which worker still holds a job. */
let database: Database;
let owner: Database;
beforeAll(async () => {
  const ownerUrl = await cloneDatabase();
  database = openDatabase(await ensureApplicationRole(ownerUrl), { poolSize: 4, hooks });
  owner = openDatabase(ownerUrl, { poolSize: 2, hooks });
});
afterAll(async () => {
  await database.close();
  await owner.close();
});
beforeEach(() => sql`DELETE FROM "WebhookJob"`.execute(owner.withoutTenant));

/** Jobs of a subscription, a second apart, the last one due so long ago. A negative number is in the future. */
async function addJobs(
  subscriptionId: string,
  count: number,
  secondsAgo: number,
  organizationId = `org_${subscriptionId}`,
): Promise<void> {
  await sql`
    INSERT INTO "WebhookJob" ("organizationId", "deliveryId", id, "subscriptionId", round, attempt, "dueAt", "availableAt")
    SELECT ${organizationId}, ${subscriptionId}::text || '_' || n, gen_random_uuid(), ${subscriptionId}, 1, 1, t.due, t.due
    FROM generate_series(1, ${count}::integer) n, LATERAL (SELECT now() - make_interval(secs => ${secondsAgo}::integer + ${count}::integer - n) AS due) t`.execute(
    owner.withoutTenant,
  );
}

async function lease({ batch = 10, perSubscription = 10, passedOver = [] as string[], seconds = 60 } = {}): Promise<
  LeasedJob[]
> {
  const { rows } = await sql<LeasedJob>`
    SELECT * FROM lease_webhook_jobs(${batch}::integer, ${perSubscription}::integer, ${passedOver}::text[], ${seconds}::integer)`.execute(
    database.withoutTenant,
  );
  return rows;
}

const release = (job: LeasedJob) =>
  sql`
  SELECT renew_webhook_jobs(ARRAY[${job.organizationId}], ARRAY[${job.deliveryId}], ARRAY[${job.jobId}]::uuid[], ARRAY[${job.token}::integer], NULL)`.execute(
    database.withoutTenant,
  );
const endLeases = () =>
  sql`UPDATE "WebhookJob" SET "availableAt" = now() - interval '1 second' WHERE "leasedAt" IS NOT NULL`.execute(
    owner.withoutTenant,
  );
const deliveryIds = (jobs: readonly LeasedJob[]) => jobs.map(({ deliveryId }) => deliveryId);

describe("leasing", () => {
  test("takes due jobs once, the longest due first, and no later ones", async () => {
    await addJobs("a", 2, 100);
    await addJobs("b", 2, 200);
    await addJobs("c", 1, -60);
    expect(deliveryIds(await lease({ batch: 3 }))).toEqual(["b_1", "b_2", "a_1"]);
    expect(deliveryIds(await lease())).toEqual(["a_2"]);
    expect(await lease()).toEqual([]);
  });

  test.each([100, 4])("gives each subscription its share, counting existing leases (a batch of %i)", async (batch) => {
    await addJobs("a", 50, 1_000);
    await addJobs("b", 3, 10);
    const first = await lease({ batch, perSubscription: 2 });
    expect(deliveryIds(first)).toEqual(["a_1", "a_2", "b_1", "b_2"]);
    expect(await lease({ batch, perSubscription: 2 })).toEqual([]);
    expect(deliveryIds(await lease({ batch, perSubscription: 3, passedOver: ["a"] }))).toEqual(["b_3"]);
    await release(first[0] as LeasedJob);
    expect(deliveryIds(await lease({ batch, perSubscription: 2 }))).toEqual(["a_1"]);
  });

  test("gives a batch to organizations in turn, counting existing leases, however many subscriptions one has", async () => {
    for (let index = 0; index < 12; index += 1) await addJobs(`noisy${index}`, 20, 1_000, "org_noisy");
    await addJobs("quiet", 1, 1);
    const first = await lease({ batch: 20, perSubscription: 8 });
    expect(Object.groupBy(first, ({ organizationId }) => organizationId)).toMatchObject({
      org_noisy: { length: 19 },
      org_quiet: { length: 1 },
    });
    await addJobs("calm", 2, 1);
    await addJobs("quiet", 2, 0);
    expect(deliveryIds(await lease({ batch: 2 }))).toEqual(["calm_1", "calm_2"]);
  });

  test("by concurrent workers gives each job to one of them", async () => {
    await addJobs("a", 200, 10);
    const all = (
      await Promise.all(Array.from({ length: 4 }, () => lease({ batch: 200, perSubscription: 200 })))
    ).flat();
    expect(new Set(deliveryIds(all)).size).toBe(all.length);
    expect(all).toHaveLength(200);
  });

  test("an expired lease again raises the token, and the previous worker can neither return nor record the job", async () => {
    await addJobs("a", 1, 10);
    const [before] = (await lease()) as [LeasedJob];
    await endLeases();
    const [after] = (await lease()) as [LeasedJob];
    expect(after).toEqual({ ...before, token: before.token + 1 });
    await release(before);
    await release({ ...after, jobId: randomUUID() });
    expect(await lease()).toEqual([]);
    await release(after);
    expect(await lease()).toMatchObject([{ deliveryId: "a_1" }]);
  });
});

test("a worker renews the lease of a slow delivery, so that no other worker sends it", async () => {
  await addJobs("a", 1, 10);
  const [sending, recording] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stages: string[] = [];
  const inDatabase = openLeases(database);
  // Leases of a minute, looked after as those of a tenth of a second.
  const leases: Leases = {
    ...inDatabase,
    take: (wanted) => inDatabase.take(wanted, 60),
    renew: (jobs) => inDatabase.renew(jobs, 60),
  };
  const consumer = startConsumer<string, null>(
    {
      validate: async (_organizationId, jobs) => jobs.map((job) => ({ job, message: job.deliveryId })),
      send: async (message) => {
        stages.push(`sent ${message}`);
        await sending.promise;
        return { result: null, pace: { milliseconds: 1, hangs: false } };
      },
      record: async (_organizationId, finished) => {
        stages.push("recording");
        await recording.promise;
        for (const { job } of finished) {
          const { numAffectedRows } =
            await sql`DELETE FROM "WebhookJob" WHERE id = ${job.jobId} AND token = ${job.token}`.execute(
              owner.withoutTenant,
            );
          stages.push(`${numAffectedRows} recorded`);
        }
      },
    },
    leases,
    { leaseSeconds: 0.1, onError: (error) => void stages.push(String(error)) },
  );
  onTestFinished(() => consumer.stop());
  /** The half of a lease passes, in the database. */
  const passHalf = async () => {
    await sql`UPDATE "WebhookJob" SET "availableAt" = now() + interval '30 seconds'`.execute(owner.withoutTenant);
    const renewed = async () =>
      (
        await sql`SELECT FROM "WebhookJob" WHERE "availableAt" > now() + interval '45 seconds'`.execute(
          owner.withoutTenant,
        )
      ).rows.length;
    await expect.poll(renewed, { interval: 10 }).toBe(1);
    expect(await lease()).toEqual([]);
  };
  await expect.poll(() => stages, { interval: 10 }).toEqual(["sent a_1"]);
  await passHalf();
  sending.resolve();
  await expect.poll(() => stages, { interval: 10 }).toEqual(["sent a_1", "recording"]);
  await passHalf();
  recording.resolve();
  await expect.poll(() => stages, { interval: 10 }).toEqual(["sent a_1", "recording", "1 recorded"]);
});

test("two workers with a backlog of a firm of many subscriptions soon send another firm's delivery", async () => {
  const [subscriptions, each] = [200, 18];
  for (let index = 0; index < subscriptions; index += 1) await addJobs(`noisy${index}`, each, 100, "org_noisy");
  let sent = 0;
  const [begun, quiet] = [Promise.withResolvers<void>(), Promise.withResolvers<number>()];
  const work: DeliveryWork<LeasedJob, null> = {
    validate: async (_organizationId, jobs) => jobs.map((job) => ({ job, message: job })),
    send: async ({ organizationId }) => {
      await delay(20);
      if (organizationId === "org_quiet") quiet.resolve(sent);
      sent += 1;
      if (sent === 100) begun.resolve();
      return { result: null, pace: { milliseconds: 20, hangs: false } };
    },
    record: async (_organizationId, finished) => {
      await sql`DELETE FROM "WebhookJob" WHERE id = ANY (${finished.map(({ job }) => job.jobId)}::uuid[])`.execute(
        owner.withoutTenant,
      );
    },
  };
  const workers = [1, 2].map(() =>
    startConsumer(work, openLeases(database), { onError: (error) => quiet.reject(error) }),
  );
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.stop()))));
  await begun.promise;
  const before = sent;
  await addJobs("quiet", 1, 0);
  // Leased by age, it came after some 950 of the 3,600: all that both workers had leased before.
  expect((await quiet.promise) - before).toBeLessThan((subscriptions * each) / 6);
});

test("the application can read and delete only its organization's jobs, and change none", async () => {
  await addJobs("a", 1, 10);
  await addJobs("b", 1, 10);
  const seen = await database.withTenantTransaction("org_a", (transaction) =>
    transaction.selectFrom("WebhookJob").select("deliveryId").execute(),
  );
  expect(seen).toEqual([{ deliveryId: "a_1" }]);
  await expect(sql`UPDATE "WebhookJob" SET token = 9`.execute(database.withoutTenant)).rejects.toThrow(
    "permission denied",
  );
});
