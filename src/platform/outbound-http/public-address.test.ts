import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAddressCheck, rejectedRanges } from "./public-address.ts";

const isPublic = createAddressCheck([]);

/** Network, its first and last address, and the public neighbors below and above it (null: also not public). */
const edges: [network: string, first: string, last: string, below: string | null, above: string | null][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255", null, "1.0.0.0"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255", "9.255.255.255", "11.0.0.0"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255", "100.63.255.255", "100.128.0.0"],
  ["100.100.100.200/32", "100.100.100.200", "100.100.100.200", null, null],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255", "126.255.255.255", "128.0.0.0"],
  ["168.63.129.16/32", "168.63.129.16", "168.63.129.16", "168.63.129.15", "168.63.129.17"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255", "169.253.255.255", "169.255.0.0"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255", "172.15.255.255", "172.32.0.0"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255", "191.255.255.255", "192.0.1.0"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255", "192.0.1.255", "192.0.3.0"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255", "192.31.195.255", "192.31.197.0"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255", "192.52.192.255", "192.52.194.0"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255", "192.88.98.255", "192.88.100.0"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255", "192.167.255.255", "192.169.0.0"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255", "192.175.47.255", "192.175.49.0"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255", "198.17.255.255", "198.20.0.0"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255", "198.51.99.255", "198.51.101.0"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255", "203.0.112.255", "203.0.114.0"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255", "223.255.255.255", null],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255", null, null],
  [
    "2001::/23",
    "2001::",
    "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:200::",
  ],
  [
    "2001:db8::/32",
    "2001:db8::",
    "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:db9::",
  ],
  [
    "2002::/16",
    "2002::",
    "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::",
  ],
  [
    "2620:4f:8000::/48",
    "2620:4f:8000::",
    "2620:4f:8000:ffff:ffff:ffff:ffff:ffff",
    "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff",
    "2620:4f:8001::",
  ],
  [
    "3fff::/20",
    "3fff::",
    "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
  ],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["fd00:42::42/128", "fd00:42::42", "fd00:42::42", null, null],
  ["fd00:c1::a9fe:a9fe/128", "fd00:c1::a9fe:a9fe", "fd00:c1::a9fe:a9fe", null, null],
  ["fd00:ec2::/32", "fd00:ec2::", "fd00:ec2:ffff:ffff:ffff:ffff:ffff:ffff", null, null],
  ["fd20:ce::254/128", "fd20:ce::254", "fd20:ce::254", null, null],
  ["::/96", "::", "::ffff:ffff", null, null],
  ["::ffff:0:0/96", "::ffff:0:0", "::ffff:ffff:ffff", null, null],
];

test("the test covers every range of the table", () => {
  expect(edges.map(([network]) => network).toSorted()).toEqual(rejectedRanges.map(({ network }) => network).toSorted());
});

test.each(edges)("%s: rejected from %s to %s; below %s, above %s", (...[_network, first, last, below, above]) => {
  expect([first, last].map(isPublic)).toEqual([false, false]);
  expect([below, above].map((address) => address === null || isPublic(address))).toEqual([true, true]);
});

test("ranges that no network may contain stay rejected when an operator allows them", () => {
  const open = createAddressCheck(["0.0.0.0/0", "::/0"]);
  for (const [network, first, last] of edges) {
    const isRight = rejectedRanges.find((range) => range.network === network)?.always !== true;
    expect([network, open(first), open(last)]).toEqual([network, isRight, isRight]);
  }
});

describe("IPv6", () => {
  test.each([
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-compatible", "::10.0.0.1"],
    ["IPv4-mapped, private", "::ffff:10.0.0.1"],
    ["IPv4-mapped, public", "::ffff:8.8.8.8"],
    ["IPv4-mapped in hexadecimal", "::ffff:7f00:1"],
    ["IPv4-translated", "::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::7f00:1"],
    ["NAT64 of a network's own", "64:ff9b:1::a00:1"],
    ["discard-only", "100::1"],
    ["Teredo", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
    ["ORCHIDv2", "2001:20::1"],
    ["6to4 of 127.0.0.1", "2002:7f00:1::1"],
    ["SRv6 identifiers", "5f00::1"],
    ["below global unicast", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
    ["above global unicast", "4000::"],
    ["unique local", "fc00::1"],
    ["unique local, own", "fdff:ffff::1"],
    ["link-local", "fe80::1"],
    ["site-local, deprecated", "fec0::1"],
    ["multicast", "ff02::1"],
  ])("%s: %s is rejected", (_, address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each(["2000::", "2606:4700:4700::1111", "2a00:1450:4001:82a::200e", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"])(
    "%s is public",
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );
});

test.each([
  "",
  "localhost",
  "8.8.8",
  "8.8.8.8.8",
  "08.8.8.8",
  "0x8.8.8.8",
  "134744072",
  "8.8.8.8/32",
  " 8.8.8.8",
  "8.8.8.8\n",
  "[2606:4700::1]",
  "2606:4700::1%eth0",
  "2606:4700::1%1",
  "fe80::1%lo",
])("%j is not an address and is rejected", (text) => {
  expect(createAddressCheck(["0.0.0.0/0", "::/0"])(text)).toBe(false);
});

describe("the operator's networks", () => {
  const isAllowed = createAddressCheck(["10.1.0.0/16", "192.168.7.7", "fd12:3456::/32"]);

  test.each(["10.1.0.0", "10.1.255.255", "192.168.7.7", "fd12:3456::1", "8.8.8.8", "2606:4700::1"])(
    "allow %s",
    (address) => {
      expect(isAllowed(address)).toBe(true);
    },
  );

  test.each([
    "10.0.255.255",
    "10.2.0.0",
    "192.168.7.6",
    "192.168.7.8",
    "fd12:3457::",
    "fd12:3455:ffff::",
    "::ffff:10.1.0.1",
    "64:ff9b::a01:1",
    "2002:a01:1::",
    "127.0.0.1",
    "::1",
  ])("do not allow %s", (address) => {
    expect(isAllowed(address)).toBe(false);
  });
});

test("no spelling of an IPv4 address as IPv6 changes it", () => {
  fc.assert(
    fc.property(
      fc.ipV4(),
      fc.constantFrom("::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::"),
      (address, prefix) => {
        expect(createAddressCheck(["10.0.0.0/8", "192.168.0.0/16"])(prefix + address)).toBe(false);
      },
    ),
  );
});
