import { validateWebhookUrl } from "../../contract/webhooks/url.ts";
import { attemptSeconds, type AttemptOutcome } from "../../contract/webhooks/webhooks.ts";
import { withoutResponse, type OutboundResponse } from "./response.ts";
import { openConnections, type Connections, type OutboundLimits, type Target } from "./connections.ts";
import { findAddresses, openResolver, type NameResolver } from "./names.ts";
import { createAddressCheck } from "./public-address.ts";
import type { TestReceivers } from "./test-receivers.ts";

export type { OutboundResponse };

export interface OutboundRequest {
  /** A URL that validateWebhookUrl accepted. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  /** By default JSON. */
  contentType?: string;
  /** Keeps the response's bytes, up to this number of them; by default only its beginning, as text. */
  keptBytes?: number;
  /** Whether it must not be sent again, also not when an idle connection turns out to be closed. */
  isOnce?: boolean;
  /** Aborted when the process stops: the promise rejects, and the outcome of the request is unknown. */
  signal: AbortSignal;
}

interface OutgoingRequest extends OutboundRequest {
  method: "GET" | "POST";
}

/**
 * Sends requests to URLs that integrators or the operator chose: bounded in time and memory, and only to the public
 * internet.
 */
export interface Outbound {
  /** Rejects only when the signal is aborted. */
  post(request: OutboundRequest): Promise<OutboundResponse>;
  /** Rejects only when the signal is aborted. */
  get(request: Omit<OutboundRequest, "body" | "contentType">): Promise<OutboundResponse>;
  /** Destroys all connections. Call it after the last request. */
  close(): void;
}

export interface OutboundSettings {
  /** The operator's networks, in CIDR notation: allowed although they are not public. */
  networks: readonly string[];
  /** Host names with fixed addresses, for tests: readTestReceivers accepts only loopback. */
  testReceivers: TestReceivers;
  /** Tests: other than the machine's own name servers. */
  resolver?: NameResolver;
  /** Tests: trusted instead of Node's authorities, PEM. */
  ca?: string;
  /** Tests: other than 443. */
  port?: number;
  limits?: Partial<OutboundLimits>;
}

const usualLimits: OutboundLimits = {
  attempt: attemptSeconds * 1_000,
  name: 5_000,
  connection: 4_000,
  body: 2_000,
  idle: 4_000,
};

/** How many addresses of a name are tried. */
const triedAddresses = 4;

export function createOutbound(settings: OutboundSettings): Outbound {
  const limits = { ...usualLimits, ...settings.limits };
  const resolver = settings.resolver ?? openResolver();
  const canBeCalled = createAddressCheck(settings.networks);
  const connections = openConnections({ ca: settings.ca, limits });

  /**
   * The addresses of a host, or why it is rejected. All of its addresses must be allowed: one internal address rejects
   * the host.
   */
  async function findTargets(name: string, stop: AbortSignal): Promise<Target[] | AttemptOutcome> {
    const receiver = settings.testReceivers.get(name);
    if (receiver !== undefined) return [{ name, ...receiver }];
    const addresses = await findAddresses(resolver, name, limits.name, stop);
    if (addresses.length === 0) return "name_unknown";
    if (!addresses.every(canBeCalled)) return "address_refused";
    return addresses.slice(0, triedAddresses).map((address) => ({ name, address, port: settings.port ?? 443 }));
  }

  async function attempt(request: OutgoingRequest, stop: AbortSignal): Promise<OutboundResponse> {
    // Checked at input and again here: no other URL is ever requested.
    if (validateWebhookUrl(request.url) !== null) return withoutResponse("address_refused", { isUnsent: true });
    const url = new URL(request.url);
    const targets = await findTargets(url.hostname, stop);
    if (typeof targets === "string") return withoutResponse(targets, { isUnsent: true });
    return sendToOne(connections, targets, { ...request, path: url.pathname + url.search }, stop);
  }

  async function sendInTime(request: OutgoingRequest): Promise<OutboundResponse> {
    request.signal.throwIfAborted();
    const stop = new AbortController();
    const end = () => stop.abort();
    const timer = setTimeout(end, limits.attempt);
    request.signal.addEventListener("abort", end);
    try {
      const response = await attempt(request, stop.signal);
      if (response.statusCode !== null || !stop.signal.aborted) return response;
      request.signal.throwIfAborted();
      return withoutResponse("timed_out");
    } finally {
      clearTimeout(timer);
      request.signal.removeEventListener("abort", end);
    }
  }

  return {
    post: (request) => sendInTime({ ...request, method: "POST" }),
    get: (request) => sendInTime({ ...request, method: "GET", body: "" }),
    close: () => connections.close(),
  };
}

/** Sends to the first address that connects. A request that may have arrived is not sent to another address. */
async function sendToOne(
  connections: Connections,
  targets: readonly Target[],
  message: Parameters<Connections["send"]>[1],
  stop: AbortSignal,
): Promise<OutboundResponse> {
  let failure: AttemptOutcome = "connection_failed";
  let isUnsent = true;
  for (const [index, target] of targets.entries()) {
    const sent = await connections.send(target, message, stop, index === targets.length - 1);
    if ("response" in sent) return sent.response;
    ({ failure, isUnsent } = sent);
    if (!sent.isUnsent || stop.aborted) break;
  }
  return withoutResponse(failure, { isUnsent });
}
