import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { respondToParent } from "./conversation.ts";

/** The floor of a wake-up: a connection that notifies and one that listens, with nothing else. */
export interface NotifyOrder {
  databaseUrl: string;
  /** Sent one after the other. */
  count: number;
}

/** For each notification: milliseconds from its sending until the other connection heard it. */
export type NotifyResult = number[];

/** As between the changes of readers.ts: a connection that was idle a moment. */
const settleMilliseconds = 100;
const channel = "bench_floor";

respondToParent((question) => notify(question as NotifyOrder));

async function notify({ databaseUrl, count }: NotifyOrder): Promise<NotifyResult> {
  const [sender, listener] = [
    new Client({ connectionString: databaseUrl }),
    new Client({ connectionString: databaseUrl }),
  ];
  const results: NotifyResult = [];
  try {
    await Promise.all([sender.connect(), listener.connect()]);
    await listener.query(`LISTEN ${channel}`);
    while (results.length < count) {
      await sleep(settleMilliseconds);
      const heard = once(listener, "notification").then(() => performance.now());
      const sentAt = performance.now();
      await sender.query(`NOTIFY ${channel}`);
      results.push((await heard) - sentAt);
    }
    return results;
  } finally {
    await Promise.all([sender.end(), listener.end()]);
  }
}
