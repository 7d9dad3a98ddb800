import { isHostName } from "../../../contract/integration-keys.ts";
import { hostAndNetwork as t } from "./lazy-strings.ts";

/** The host of a pasted URL, with what people add to it: `https://hooks.example.com:8443/cases` is `hooks.example.com`. */
export function readHost(text: string): string {
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#@]*@)?([^/?#:[\]]+)(?:[:/?#]|$)/i.exec(text) ?? [];
  if (host !== undefined) return host;
  const [, plain] = /^([^/?#:@[\]]+\.[a-z][a-z\d-]*)(?::\d+)?(?:[/?#].*|$)/i.exec(text) ?? [];
  return plain ?? text;
}

/** Where Zapier receives webhooks. */
export const zapierHost = "hooks.zapier.com";

/** Below it, each workspace of n8n's cloud has a host. */
export const n8nCloudDomain = "app.n8n.cloud";

/** The workspace of a host of n8n's cloud, or what was entered as one: both `lakeside.app.n8n.cloud` and `lakeside`. */
export function readWorkspace(text: string): string {
  return text.endsWith(`.${n8nCloudDomain}`) ? text.slice(0, -n8nCloudDomain.length - 1) : text;
}

export function validateHost(host: string): string | null {
  if (isHostName(host)) return null;
  if (host.includes("://")) return t.enterHostNameOnly;
  if (host.includes("/")) return t.enterHostNameOnlyWithoutPath;
  if (host.includes("*")) return t.enterFullHostName;
  if (/:\d*$/.test(host) && host.split(":").length === 2) return t.enterHostNameOnlyWithoutPort;
  if (isNetworkText(host)) return t.enterHostName;
  if (/(?:^|\.)(?:localhost|local|internal|home\.arpa)$/.test(host)) return t.enterHost;
  if (!host.includes(".")) return t.enterFullHostNameSuchAsHooks;
  return t.enterValidHostName;
}

export function validateNetwork(network: string): string | null {
  if (isNetworkText(network)) return null;
  if (/^[\d.:a-fA-F]+\/\d+$/.test(network)) return t.invalidCidrRange;
  return t.enterCidrRange;
}

export function isEverywhere(network: string): boolean {
  return network.endsWith("/0");
}

/** Like the server's parser (platform/client-address.ts), which requires Node. A test compares the two. */
export function isNetworkText(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return false;
  if (isIpv4(address)) return bits === undefined || Number(bits) <= 32;
  const groups = readIpv6(address);
  if (groups === null) return false;
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return bits === undefined || (Number(bits) >= (isMapped ? 96 : 0) && Number(bits) <= 128);
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255);
}

/** The eight groups of an IPv6 address; null if it is invalid. */
function readIpv6(text: string): number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const [front, back] = halves.map((half, index) => readGroups(half, index === halves.length - 1));
  if (front === undefined || front === null || back === null) return null;
  if (back === undefined) return front.length === 8 ? front : null;
  const missing = 8 - front.length - back.length;
  return missing < 1 ? null : [...front, ...Array.from({ length: missing }, () => 0), ...back];
}

/** @param isEnd whether an IPv4 address may follow: `::ffff:192.0.2.1` */
function readGroups(text: string, isEnd: boolean): number[] | null {
  if (text === "") return [];
  const parts = text.split(":");
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^[\da-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else if (isEnd && index === parts.length - 1 && isIpv4(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split(".").map(Number);
      groups.push(a * 256 + b, c * 256 + d);
    } else return null;
  }
  return groups;
}
