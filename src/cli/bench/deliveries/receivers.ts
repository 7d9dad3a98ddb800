import { startReceiver, type Receiver } from "../../../testing/servers/receiver.ts";
import { respondToParent } from "../conversation.ts";

/** A program of HTTPS receivers on loopback, so that what they cost is nobody else's. */
export type ReceiversCommand =
  /** Starts one for each host name; those that hang accept requests and never respond. */
  { command: "open"; hosts: readonly string[]; hanging: readonly string[] } | { command: "arrivals" };

export interface OpenReceivers {
  /** The authority of their certificates, PEM. */
  ca: string;
  receivers: { host: string; address: string; port: number }[];
}

/** What arrived at one of them since it was opened. */
export interface Arrivals {
  host: string;
  count: number;
  /** How often a `webhook-id` came that had come before. */
  repeated: number;
  /** Of the last one, milliseconds since 1970; 0 before the first. */
  lastAt: number;
}

const arrivals = new Map<string, Arrivals>();

respondToParent(async (command) => {
  const received = command as ReceiversCommand;
  return received.command === "open" ? open(received.hosts, received.hanging) : [...arrivals.values()];
});

async function open(hosts: readonly string[], hanging: readonly string[]): Promise<OpenReceivers> {
  const opened = new Map<string, Receiver>();
  for (const host of hosts) {
    const tally: Arrivals = { host, count: 0, repeated: 0, lastAt: 0 };
    arrivals.set(host, tally);
    opened.set(
      host,
      await startReceiver({ name: host, remembers: false, behavior: makeBehavior(tally, hanging.includes(host)) }),
    );
  }
  const receivers = [...opened].map(([host, { address, port }]) => ({ host, address, port }));
  return { ca: [...opened.values()][0]?.ca ?? "", receivers };
}

function makeBehavior(tally: Arrivals, hangs: boolean): Parameters<Receiver["setBehavior"]>[0] {
  const seen = new Set<unknown>();
  return ({ headers, receivedAt }) => {
    tally.count += 1;
    tally.lastAt = receivedAt;
    const id = headers["webhook-id"];
    if (seen.has(id)) tally.repeated += 1;
    seen.add(id);
    return hangs ? () => undefined : { status: 204 };
  };
}
