import { BlockList, isIP } from "node:net";
import { isInNetworks } from "../client-ip.ts";

interface Range {
  network: string;
  name: string;
  /** Rejected even if an operator's network contains it: the service there returns the machine's credentials. */
  always?: true;
}

/**
 * IPv4 that is not the public internet. Source: IANA IPv4 Special-Purpose Address Registry, all of it, also the few
 * ranges that it calls globally reachable (AS112, AMT): nobody receives webhooks there.
 */
const rejectedIpv4: readonly Range[] = [
  { network: "0.0.0.0/8", name: "this network (RFC 791)" },
  { network: "10.0.0.0/8", name: "private use (RFC 1918)" },
  { network: "100.64.0.0/10", name: "shared address space, carrier-grade NAT (RFC 6598)" },
  { network: "100.100.100.200/32", name: "Alibaba Cloud's metadata", always: true },
  { network: "127.0.0.0/8", name: "loopback (RFC 1122)" },
  { network: "168.63.129.16/32", name: "Azure's host: public by its number only", always: true },
  { network: "169.254.0.0/16", name: "link-local (RFC 3927); 169.254.169.254 is most clouds' metadata", always: true },
  { network: "172.16.0.0/12", name: "private use (RFC 1918)" },
  { network: "192.0.0.0/24", name: "IETF protocol assignments (RFC 6890)" },
  { network: "192.0.2.0/24", name: "documentation, TEST-NET-1 (RFC 5737)" },
  { network: "192.31.196.0/24", name: "AS112-v4 (RFC 7535)" },
  { network: "192.52.193.0/24", name: "AMT (RFC 7450)" },
  { network: "192.88.99.0/24", name: "6to4 relay anycast, deprecated (RFC 7526)" },
  { network: "192.168.0.0/16", name: "private use (RFC 1918)" },
  { network: "192.175.48.0/24", name: "direct delegation AS112 service (RFC 7534)" },
  { network: "198.18.0.0/15", name: "benchmarking (RFC 2544)" },
  { network: "198.51.100.0/24", name: "documentation, TEST-NET-2 (RFC 5737)" },
  { network: "203.0.113.0/24", name: "documentation, TEST-NET-3 (RFC 5737)" },
  { network: "224.0.0.0/4", name: "multicast (RFC 5771)" },
  { network: "240.0.0.0/4", name: "reserved (RFC 1112), and limited broadcast (RFC 8190)" },
];

/**
 * IPv6: only global unicast is public (RFC 4291, IANA IPv6 Address Space), so loopback, unspecified, IPv4-mapped, NAT64
 * (64:ff9b::/96, 64:ff9b:1::/48), SRv6, unique-local, link-local and multicast need no lines; those here lie within it.
 * Source: IANA IPv6 Special-Purpose Address Registry.
 */
const globalUnicast = "2000::/3";
const rejectedIpv6: readonly Range[] = [
  {
    network: "2001::/23",
    name: "IETF protocol assignments: Teredo (RFC 4380), ORCHID, benchmarking and others (RFC 2928)",
  },
  { network: "2001:db8::/32", name: "documentation (RFC 3849)" },
  { network: "2002::/16", name: "6to4, which holds an IPv4 address (RFC 3056)" },
  { network: "2620:4f:8000::/48", name: "direct delegation AS112 service (RFC 7534)" },
  { network: "3fff::/20", name: "documentation (RFC 9637)" },
  { network: "fe80::/10", name: "link-local (RFC 4291)", always: true },
  { network: "fd00:42::42/128", name: "Scaleway's metadata", always: true },
  { network: "fd00:c1::a9fe:a9fe/128", name: "Oracle Cloud's metadata", always: true },
  { network: "fd00:ec2::/32", name: "Amazon's metadata and name servers", always: true },
  { network: "fd20:ce::254/128", name: "Google Cloud's metadata", always: true },
  // As IPv6 they would bypass the list of IPv4 networks.
  { network: "::/96", name: "IPv4-compatible, deprecated (RFC 4291)", always: true },
  { network: "::ffff:0:0/96", name: "IPv4-mapped (RFC 4291)", always: true },
];

/** For tests: each range with its name. */
export const rejectedRanges: readonly Range[] = [...rejectedIpv4, ...rejectedIpv6];

const rejected = compile(rejectedRanges);
const rejectedAlways = compile(rejectedRanges.filter(({ always }) => always === true));
const unicast = compile([{ network: globalUnicast, name: "global unicast" }]).ipv6;

/**
 * Whether an address may be called that a stranger's name resolved to: it is of the public internet, or in one of the
 * operator's networks and not what no network makes right.
 *
 * @param networks CIDR notation
 */
export function createAddressCheck(networks: readonly string[]): (address: string) => boolean {
  return (address) => {
    const kind = isIP(address);
    // A zone (%eth0) is one of our interfaces.
    if (kind === 0 || address.includes("%")) return false;
    const family = kind === 4 ? "ipv4" : "ipv6";
    if (rejectedAlways[family].check(address, family)) return false;
    const isPublic = !rejected[family].check(address, family) && (kind === 4 || unicast.check(address, "ipv6"));
    return isPublic || isInNetworks(address, networks);
  };
}

/** One list per family: a BlockList of both would find IPv4 addresses in IPv6 networks. */
function compile(ranges: readonly Range[]): { ipv4: BlockList; ipv6: BlockList } {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { network } of ranges) {
    const [address = "", bits] = network.split("/");
    const family = isIP(address) === 4 ? "ipv4" : "ipv6";
    lists[family].addSubnet(address, Number(bits), family);
  }
  return lists;
}
