import { setTimeout as delay } from "node:timers/promises";
import { openPool } from "../../platform/database/connections/connection-pool.ts";
import { withCredentials } from "../../platform/database/connections/connection-url.ts";
import type { Database } from "../../platform/database/database.ts";
import { findReplicaFault, readReplicaState } from "../../platform/database/replica/watch.ts";
import type { Environment } from "../../platform/environment.ts";
import { fail, grade, ok, warn, type Check, type Outcome } from "./check.ts";

/** How long the replica takes to replay what the primary had written. */
const lagSeconds = { warning: 1, failure: 2 };
const intervalMilliseconds = 50;

export function checkReplica(database: Database, environment: Environment, applicationUrl: string): Check {
  return {
    name: "Replica",
    cure: "Correct CASEPORT_REPLICA_URL, or start the replica; until then the primary serves all reads.",
    run: async () => {
      if (environment.replicaUrl === null) return ok("None: the primary serves all reads.");
      const pool = openPool(withCredentials(environment.replicaUrl, new URL(applicationUrl)), 1);
      try {
        return await compare(database.pool, pool);
      } finally {
        void pool.end().catch(() => undefined);
      }
    },
  };
}

async function compare(primary: Database["pool"], replica: Database["pool"]): Promise<Outcome> {
  const begin = performance.now();
  const written = await readReplicaState(primary);
  let state = await readReplicaState(replica);
  const fault = findReplicaFault(written, state);
  if (fault === "foreign")
    return fail(
      "It is another database than DATABASE_URL's.",
      "Set CASEPORT_REPLICA_URL to a physical replica of this database.",
    );
  if (fault === "promoted")
    return fail("It is not a replica, or no longer one.", "Set CASEPORT_REPLICA_URL to a replica, or remove it.");
  const passedSeconds = () => (performance.now() - begin) / 1_000;
  while (state.position < written.position && passedSeconds() < lagSeconds.failure) {
    await delay(intervalMilliseconds);
    state = await readReplicaState(replica);
  }
  const behind = Math.max(0, written.position - state.position);
  if (behind > 0)
    return fail(
      `It is ${(behind / 2 ** 20).toFixed(1)} MiB of the write-ahead log behind.`,
      "Look at pg_stat_replication on the primary and at the replica's log.",
    );
  const { rows } = await replica.query<{ feedback: string }>(
    "SELECT current_setting('hot_standby_feedback') AS feedback",
  );
  if (rows[0]?.feedback !== "on")
    return warn("Its recovery cancels long reads.", "Set hot_standby_feedback = on on the replica.");
  return grade(
    passedSeconds(),
    lagSeconds,
    `It had everything after ${Math.round(passedSeconds() * 1_000)} ms.`,
    "Look at the load of the replica and of the network.",
  );
}
