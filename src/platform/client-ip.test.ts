import { describe, expect, test } from "vitest";
import { toRateLimitKey, resolveClientIp, isInNetworks, isNetwork } from "./client-ip.ts";

const proxies = ["127.0.0.1", "::1", "10.0.0.0/8", "2001:db8:aaaa::/48"];

describe("the client's address", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::FFFF:c000:201", "192.0.2.1"],
    ["0:0:0:0:0:ffff:192.0.2.1", "192.0.2.1"],
    ["2001:DB8:0:0:0::1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    [undefined, "0.0.0.0"],
  ])("of the peer %s is %s", (peer, address) => {
    expect(resolveClientIp(peer, null)).toBe(address);
  });

  test("is the peer's, whatever the header says, when no proxy is trusted or the peer is not one", () => {
    expect(resolveClientIp("192.0.2.1", "198.51.100.7")).toBe("192.0.2.1");
    expect(resolveClientIp("192.0.2.1", "198.51.100.7", [])).toBe("192.0.2.1");
    expect(resolveClientIp("192.0.2.1", "198.51.100.7", proxies)).toBe("192.0.2.1");
    expect(resolveClientIp(undefined, "198.51.100.7", proxies)).toBe("0.0.0.0");
  });

  test.each([
    ["one hop", "198.51.100.7", "198.51.100.7"],
    ["what the client invented further left", "1.1.1.1, 127.0.0.1, 198.51.100.7", "198.51.100.7"],
    ["past trusted proxies", "1.1.1.1, 198.51.100.7, 10.1.2.3,2001:db8:aaaa::5", "198.51.100.7"],
    ["trusted all the way", "10.0.0.9, 10.0.0.8", "10.0.0.9"],
    ["ports", "198.51.100.7:4711, [2001:db8:aaaa::5]:443", "198.51.100.7"],
    ["brackets", "[2001:db8::7]", "2001:db8::7"],
    ["IPv4 in IPv6", "::ffff:198.51.100.7, ::ffff:10.1.2.3", "198.51.100.7"],
    ["an entry that is no address", "198.51.100.7, unknown, 10.1.2.3", "10.1.2.3"],
    ["nothing", "", "127.0.0.1"],
    ["commas alone", ",,,", "127.0.0.1"],
  ])("behind a trusted proxy: %s", (_, header, address) => {
    expect(resolveClientIp("127.0.0.1", header, proxies)).toBe(address);
    expect(resolveClientIp("::ffff:127.0.0.1", header, proxies)).toBe(address);
  });
});

describe("the rate limit key of an IP address", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8::2", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80:0:0:1::", "fe80:0:0:1::/64"],
  ])("%s: %s", (address, holder) => {
    expect(toRateLimitKey(address)).toBe(holder);
  });
});

describe("networks", () => {
  test("contain the addresses within them", () => {
    expect(isInNetworks("10.255.0.1", ["192.0.2.0/24", "10.0.0.0/8"])).toBe(true);
    expect(isInNetworks("11.0.0.1", ["192.0.2.0/24", "10.0.0.0/8"])).toBe(false);
    expect(isInNetworks("192.0.2.128", ["192.0.2.0/25"])).toBe(false);
    expect(isInNetworks("192.0.2.7", ["192.0.2.7"])).toBe(true);
    expect(isInNetworks("2001:db8::1", ["2001:db8::/32"])).toBe(true);
    expect(isInNetworks("::ffff:10.1.1.1", ["10.0.0.0/8"])).toBe(true);
    expect(isInNetworks("10.1.1.1", ["::ffff:10.0.0.0/104"])).toBe(true);
  });

  test("never match an address of the other IP version", () => {
    expect(isInNetworks("10.1.1.1", ["::/0"])).toBe(false);
    expect(isInNetworks("2001:db8::1", ["0.0.0.0/0"])).toBe(false);
    expect(isInNetworks("10.1.1.1", ["0.0.0.0/0"])).toBe(true);
  });

  test("contain nothing when the list is empty or invalid, or the address is invalid", () => {
    expect(isInNetworks("10.1.1.1", [])).toBe(false);
    expect(isInNetworks("10.1.1.1", ["10.0.0.0/33", "nonsense", ""])).toBe(false);
    expect(isInNetworks("nobody", ["0.0.0.0/0"])).toBe(false);
  });

  test.each([
    ["10.0.0.0/8", true],
    ["10.0.0.1", true],
    ["2001:db8::/32", true],
    ["::/0", true],
    ["::ffff:10.0.0.0/104", true],
    ["10.0.0.0/33", false],
    ["2001:db8::/129", false],
    ["::ffff:10.0.0.0/95", false],
    ["10.0.0.0/", false],
    ["10.0.0/8", false],
    ["010.0.0.1", false],
    ["10.0.0.0/8 ", false],
    ["fe80::1%eth0", false],
    ["", false],
  ])("%s is valid: %s", (text, readable) => {
    expect(isNetwork(text)).toBe(readable);
  });
});
