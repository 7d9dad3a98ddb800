import { BlockList, isIP, SocketAddress } from "node:net";

/** For a socket that was closed before its address was read: a valid address that no client has. */
const unspecifiedAddress = "0.0.0.0";

const noProxies: readonly string[] = [];

/**
 * The address a request came from, in its shortest usual form; IPv4 inside IPv6 (`::ffff:192.0.2.1`) as IPv4.
 *
 * `forwardedFor` (the header X-Forwarded-For, several of them joined by commas) counts only when the peer itself
 * is in one of the trusted networks: anybody can send that header. It is read from the right, past the proxies we
 * trust, to the first address they did not vouch for. What stands further left is the sender's own invention.
 * Reading stops at an invalid entry; the last known hop is returned.
 *
 * @param remoteAddress the socket's peer; undefined if the socket is closed (returns 0.0.0.0)
 * @param trustedProxies networks in CIDR notation, or single addresses
 */
export function resolveClientIp(
  remoteAddress: string | undefined,
  forwardedFor: string | null,
  trustedProxies: readonly string[] = noProxies,
): string {
  const peer = normalizeAddress(remoteAddress ?? "") ?? unspecifiedAddress;
  if (forwardedFor === null || trustedProxies.length === 0) return peer;
  let nearest = peer;
  for (const entry of forwardedFor.split(",").toReversed()) {
    if (!isInNetworks(nearest, trustedProxies)) break;
    const address = normalizeAddress(withoutPort(entry.trim()));
    if (address === null) break;
    nearest = address;
  }
  return nearest;
}

/**
 * Whom a limit per address counts: an IPv4 address, or the /64 of an IPv6 one. A household or a rented machine has all of
 * a /64, so single addresses in it would be as many fresh allowances as anybody likes.
 */
export function toRateLimitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [front = "", back] = address.split("::");
  const groups = front === "" ? [] : front.split(":");
  const ending = back === undefined || back === "" ? [] : back.split(":");
  const filled = [...groups, ...Array.from({ length: 8 - groups.length - ending.length }, () => "0"), ...ending];
  return `${filled.slice(0, 4).join(":")}::/64`;
}

// By the list's identity: the configured proxies are one array for the life of the process,
// and a key's own networks go when the array goes.
const compiled = new WeakMap<readonly string[], Networks>();

/** One list per family: a BlockList of both would find every IPv4 address in `::/0`. */
interface Networks {
  ipv4: BlockList;
  ipv6: BlockList;
}

/**
 * Whether the address lies in one of the networks (CIDR notation, or single addresses). False for an empty list and
 * for what is not an address. A network that cannot be read holds nobody: check with isNetwork where it is entered.
 * The list must not be changed afterwards, only replaced.
 */
export function isInNetworks(address: string, cidrs: readonly string[]): boolean {
  if (cidrs.length === 0) return false;
  const normal = normalizeAddress(address);
  if (normal === null) return false;
  let networks = compiled.get(cidrs);
  if (networks === undefined) {
    networks = compileNetworks(cidrs);
    compiled.set(cidrs, networks);
  }
  const family = familyOf(normal);
  return networks[family].check(normal, family);
}

/** Whether a text is a network in CIDR notation (`10.0.0.0/8`, `2001:db8::/32`) or a single address. */
export function isNetwork(text: string): boolean {
  return readNetwork(text) !== null;
}

/** Whether all of a network lies within one of the others. Several that hold it only together do not count. */
export function isWithinNetworks(network: string, others: readonly string[]): boolean {
  const inner = readNetwork(network);
  if (inner === null) return false;
  return others.some((other) => (readNetwork(other)?.bits ?? Infinity) <= inner.bits && isInNetworks(inner.address, [other]));
}

function compileNetworks(cidrs: readonly string[]): Networks {
  const networks: Networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const cidr of cidrs) {
    const network = readNetwork(cidr);
    if (network === null) continue;
    const family = familyOf(network.address);
    networks[family].addSubnet(network.address, network.bits, family);
  }
  return networks;
}

function readNetwork(text: string): { address: string; bits: number } | null {
  const match = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text);
  const written = match?.[1] ?? "";
  const address = normalizeAddress(written);
  if (address === null) return null;
  const mostBits = isIP(address) === 4 ? 32 : 128;
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8: the 96 bits in front are gone with the notation.
  const bitsGone = isIP(written) === 6 && mostBits === 32 ? 96 : 0;
  const bits = match?.[2] === undefined ? mostBits : Number(match[2]) - bitsGone;
  return bits >= 0 && bits <= mostBits ? { address, bits } : null;
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 4 ? "ipv4" : "ipv6";
}

/** `192.0.2.1:5000` and `[2001:db8::1]:5000`, as some proxies write them. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** Null for an invalid address. The zone of a link-local address (`%eth0`) is dropped. */
function normalizeAddress(text: string): string | null {
  const kind = isIP(text);
  if (kind === 4) return text;
  if (kind !== 6) return null;
  const zone = text.indexOf("%");
  const shortest = new SocketAddress({ address: zone === -1 ? text : text.slice(0, zone), family: "ipv6" }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)?.[1] ?? shortest;
}
