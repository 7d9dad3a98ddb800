import { validateWebhookUrl } from "../../contract/webhooks/url.ts";
import { attemptSeconds } from "../../contract/webhooks/webhooks.ts";
import type { AttemptOutcome } from "../../contract/webhooks/webhooks.ts";
import type { OutboundResponse } from "./response.ts";
import { openConnections } from "./connections.ts";
import type { Connections, OutboundLimits, Target } from "./connections.ts";
import { findAddresses, openResolver } from "./names.ts";
import type { NameResolver } from "./names.ts";
import { createAddressCheck } from "./public-address.ts";
import type { TestReceivers } from "../webhook-receivers.ts";

export type { OutboundResponse };

export interface OutboundRequest {
  /** An address that validateWebhookUrl found nothing wrong with. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Aborted when the process stops: then the promise rejects, and what became of the request is not known. */
  signal: AbortSignal;
}

/** Sends requests to addresses that strangers chose: bounded in time and memory, and nowhere but into the public internet. */
export interface Outbound {
  /** Never rejects but for the signal. */
  post(request: OutboundRequest): Promise<OutboundResponse>;
  /** Destroys every connection: when nothing is on its way any more. */
  close(): void;
}

export interface OutboundSettings {
  /** The operator's networks, in CIDR notation: allowed although they are not public. */
  networks: readonly string[];
  /** Host names that are not resolved but called there: readTestReceivers lets only loopback in. */
  testReceivers: TestReceivers;
  /** Tests: other than the machine's own name servers. */
  resolver?: NameResolver;
  /** Tests: trusted instead of Node's authorities, PEM. */
  ca?: string;
  /** Tests: other than 443. */
  port?: number;
  limits?: Partial<OutboundLimits>;
}

const usualLimits: OutboundLimits = { attempt: attemptSeconds * 1_000, name: 5_000, connection: 4_000, answer: 2_000, idle: 4_000 };

/** How many addresses of a name are tried. */
const triedAddresses = 4;

export function createOutbound(settings: OutboundSettings): Outbound {
  const limits = { ...usualLimits, ...settings.limits };
  const resolver = settings.resolver ?? openResolver();
  const canBeCalled = createAddressCheck(settings.networks);
  const connections = openConnections({ ca: settings.ca, limits });

  /** The addresses of a host, or why it is rejected. All of its addresses must be allowed: one internal address rejects the host. */
  async function findTargets(name: string, stop: AbortSignal): Promise<Target[] | AttemptOutcome> {
    const receiver = settings.testReceivers.get(name);
    if (receiver !== undefined) return [{ name, ...receiver }];
    const addresses = await findAddresses(resolver, name, limits.name, stop);
    if (addresses.length === 0) return "name_unknown";
    if (!addresses.every(canBeCalled)) return "address_refused";
    return addresses.slice(0, triedAddresses).map((address) => ({ name, address, port: settings.port ?? 443 }));
  }

  async function attempt(request: OutboundRequest, stop: AbortSignal): Promise<OutboundResponse> {
    // Checked when it was entered, and here again: whatever else is wrong, nothing else is ever called.
    if (validateWebhookUrl(request.url) !== null) return unanswered("address_refused");
    const url = new URL(request.url);
    const targets = await findTargets(url.hostname, stop);
    if (typeof targets === "string") return unanswered(targets);
    return sendToOne(connections, targets, { path: url.pathname + url.search, headers: request.headers, body: request.body }, stop);
  }

  return {
    post: async (request) => {
      request.signal.throwIfAborted();
      const stop = new AbortController();
      const end = () => stop.abort();
      const timer = setTimeout(end, limits.attempt);
      request.signal.addEventListener("abort", end);
      try {
        const answer = await attempt(request, stop.signal);
        if (answer.statusCode !== null || !stop.signal.aborted) return answer;
        request.signal.throwIfAborted();
        return unanswered("timed_out");
      } finally {
        clearTimeout(timer);
        request.signal.removeEventListener("abort", end);
      }
    },
    close: () => connections.close(),
  };
}

/** To the first of the targets with which there is a connection. What may have arrived is not sent to another one. */
async function sendToOne(connections: Connections, targets: readonly Target[], message: Parameters<Connections["send"]>[1], stop: AbortSignal): Promise<OutboundResponse> {
  let failure: AttemptOutcome = "connection_failed";
  for (const [index, target] of targets.entries()) {
    const sent = await connections.send(target, message, stop, index === targets.length - 1);
    if ("answer" in sent) return sent.answer;
    failure = sent.failure;
    if (!sent.isUnsent || stop.aborted) break;
  }
  return unanswered(failure);
}

function unanswered(outcome: AttemptOutcome): OutboundResponse {
  return { outcome, statusCode: null, answer: null, retryAfterSeconds: null };
}
