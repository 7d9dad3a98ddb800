import { isIP } from "node:net";
import { isHostName } from "../../contract/integration-keys.ts";
import { isInNetworks, isWithinNetworks } from "../client-ip.ts";

export interface ReceiverAddress {
  address: string;
  port: number;
}

export type TestReceivers = ReadonlyMap<string, ReceiverAddress>;

const privateNetworks = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"];
const loopback = ["127.0.0.0/8", "::1/128"];

/**
 * Whether an operator may open a network for webhooks: what is neither public nor private (loopback, link-local) is
 * nobody's receiver.
 */
export function isPrivateNetwork(network: string): boolean {
  return isWithinNetworks(network, privateNetworks);
}

/** Logs a warning that webhooks for these host names go to loopback: outside of tests they would be lost. */
export function warnOfTestReceivers(
  receivers: TestReceivers,
  logger: { warn(fields: Record<string, unknown>, message: string): void },
): void {
  if (receivers.size === 0) return;
  logger.warn(
    { hosts: [...receivers.keys()] },
    "CASEPORT_WEBHOOK_TEST_RECEIVERS is set: webhooks to these hosts do not leave this machine; for tests only",
  );
}

/**
 * Reads `hooks.example.com=127.0.0.1:4443,other.example.com=[::1]:4444`.
 *
 * @returns null when a part cannot be read, is not on loopback, or names a host again
 */
export function readTestReceivers(text: string): TestReceivers | null {
  const receivers = new Map<string, ReceiverAddress>();
  for (const part of text.split(",")) {
    const match = /^([^=]+)=(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(part.trim());
    const [, name = "", ipv6 = "", ipv4 = "", digits = ""] = match ?? [];
    const port = Number(digits);
    const isAddress = isIP(ipv6) === 6 || isIP(ipv4) === 4;
    if (
      !isHostName(name) ||
      receivers.has(name) ||
      !isAddress ||
      !isInNetworks(ipv6 + ipv4, loopback) ||
      port < 1 ||
      port > 65_535
    )
      return null;
    receivers.set(name, { address: ipv6 + ipv4, port });
  }
  return receivers;
}
