import { Agent, request as openRequest } from "node:https";
import { signWebhook } from "../../areas/webhooks/deliveries/signature.ts";
import { respondToParent } from "./conversation.ts";
import type { OpenReceivers } from "./deliveries/receivers.ts";

/**
 * A program that is the floor of deliveries: the same signed bodies to the same receivers, over kept connections; no
 * database, no checks.
 */
export interface PostOrder extends OpenReceivers {
  /** To all of them together. */
  count: number;
  /** Under way at once to each. */
  perReceiver: number;
}

export interface PostResult {
  seconds: number;
  /** Of this process. */
  cpuMilliseconds: number;
}

/** 32 bytes, as a subscription's own. */
const secret = `whsec_${Buffer.alloc(32, "bench").toString("base64")}`;

let serial = 0;
let agent: Agent | null = null;

respondToParent((question) => post(question as PostOrder));

async function post({ ca, receivers, count, perReceiver }: PostOrder): Promise<PostResult> {
  agent ??= new Agent({ keepAlive: true, maxSockets: perReceiver, ca });
  const kept = agent;
  const cpuBefore = process.cpuUsage();
  const begun = performance.now();
  let left = count;
  const work = async (receiver: OpenReceivers["receivers"][number]) => {
    while (left > 0) {
      left -= 1;
      await send(kept, receiver);
    }
  };
  await Promise.all(receivers.flatMap((receiver) => Array.from({ length: perReceiver }, () => work(receiver))));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds: (performance.now() - begun) / 1000, cpuMilliseconds: (user + system) / 1000 };
}

function send(kept: Agent, { host, address, port }: OpenReceivers["receivers"][number]): Promise<void> {
  serial += 1;
  const at = new Date();
  const id = `evt_floor${String(serial).padStart(21, "0")}`;
  const data = {
    id,
    organizationId: `org_${"0".repeat(26)}`,
    entity: "client",
    entityId: `cli_${"0".repeat(26)}`,
    cursor: `${Buffer.from(String(serial)).toString("base64url")}.AAAAAAAAAAAA`,
  };
  const body = JSON.stringify({ type: "client.updated", timestamp: at.toISOString(), data });
  const seconds = Math.floor(at.getTime() / 1000);
  const headers = {
    host: host,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signWebhook([secret], id, seconds, body),
  };
  return new Promise((resolve, reject) => {
    const request = openRequest(
      { agent: kept, method: "POST", host: address, port, servername: host, path: "/caseport", headers },
      (response) => {
        response.resume();
        response.once("end", resolve);
        response.once("error", reject);
      },
    );
    request.once("error", reject);
    request.end(body);
  });
}
