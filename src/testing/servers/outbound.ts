import {
  createOutbound,
  type Outbound,
  type OutboundResponse,
  type OutboundRequest,
  type OutboundSettings,
} from "../../platform/outbound-http/outbound.ts";
import type { Receiver } from "./receiver.ts";

/** Tests do not wait as long as production does. In milliseconds. */
export const shortLimits = { attempt: 1_500, name: 1_000, connection: 400, body: 200, idle: 1_000 };

/** What is posted unless a test says otherwise. */
export const message = {
  url: "https://hooks.example.com/in?from=caseport",
  headers: { "webhook-id": "evt_1" },
  body: '{"type":"x"}',
};

/** The client on its way to one receiver, without a name server. */
export function openOutboundTo(receiver: Receiver, settings: Partial<OutboundSettings> = {}): Outbound {
  return createOutbound({
    networks: [],
    testReceivers: new Map([["hooks.example.com", receiver]]),
    ca: receiver.ca,
    limits: shortLimits,
    ...settings,
  });
}

export function postTo(outbound: Outbound, changes: Partial<OutboundRequest> = {}): Promise<OutboundResponse> {
  return outbound.post({ ...message, signal: new AbortController().signal, ...changes });
}
