import { BlockList, isIP, SocketAddress } from "node:net";

/** The IP address for a socket that was closed before its address was read. */
const unspecifiedAddress = "0.0.0.0";

const noProxies: readonly string[] = [];

/**
 * The client's IP address in its shortest form; IPv4-mapped IPv6 (`::ffff:192.0.2.1`) as IPv4.
 *
 * X-Forwarded-For counts only if the peer is a trusted proxy, because any client can send it. It is read from the
 * right, past trusted proxies, to the first other address; entries further left can be forged. At an invalid entry the
 * last valid hop is returned.
 *
 * @param remoteAddress the socket's peer; undefined if the socket is closed (returns 0.0.0.0)
 * @param forwardedFor the header, several joined by commas
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
 * The subject of a limit per IP address: an IPv4 address, or the /64 of an IPv6 address, because one client usually has
 * a whole /64.
 */
export function toRateLimitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [front = "", back] = address.split("::");
  const groups = front === "" ? [] : front.split(":");
  const ending = back === undefined || back === "" ? [] : back.split(":");
  const filled = [...groups, ...Array.from({ length: 8 - groups.length - ending.length }, () => "0"), ...ending];
  return `${filled.slice(0, 4).join(":")}::/64`;
}

// By the array's identity: the configured proxies are one array, and a key's networks are collected with their array.
const compiled = new WeakMap<readonly string[], Networks>();

/** One list per family: a BlockList of both would find every IPv4 address in `::/0`. */
interface Networks {
  ipv4: BlockList;
  ipv6: BlockList;
}

/**
 * Whether the IP address is in one of the networks (CIDR notation, or single addresses). False for an invalid address;
 * invalid networks are skipped, so validate them with isNetwork at input. The array is cached and must not be mutated.
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

/** Whether a network is within one of the others; unions of several are not considered. */
export function isWithinNetworks(network: string, others: readonly string[]): boolean {
  const inner = readNetwork(network);
  if (inner === null) return false;
  return others.some(
    (other) => (readNetwork(other)?.bits ?? Infinity) <= inner.bits && isInNetworks(inner.address, [other]),
  );
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
  const maxBits = isIP(address) === 4 ? 32 : 128;
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8.
  const bitsGone = isIP(written) === 6 && maxBits === 32 ? 96 : 0;
  const bits = match?.[2] === undefined ? maxBits : Number(match[2]) - bitsGone;
  return bits >= 0 && bits <= maxBits ? { address, bits } : null;
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
