import { Resolver } from "node:dns/promises";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hostileResponses } from "../../testing/hostile/responses.ts";
import { startNameServer, type NameRecords, type NameServer } from "../../testing/servers/name-server.ts";
import { postTo, shortLimits } from "../../testing/servers/outbound.ts";
import { startReceiver, type Receiver } from "../../testing/servers/receiver.ts";
import { createOutbound, type Outbound, type OutboundSettings } from "./outbound.ts";

const name = "hooks.example.com";
/** The operator's own network here: the one address of loopback where a receiver may be called. */
const allowed = "127.0.0.1";
/** Another one of this machine, on the same port: it must not be reached. */
const forbidden = "127.0.0.2";

let receiver: Receiver;
let inner: Receiver;
let names: NameServer;
let outbound: Outbound;
const opened: Outbound[] = [];

/** A client that queries the name server of the tests. */
function open(settings: Partial<OutboundSettings>): Outbound {
  const own = createOutbound({
    networks: [`${allowed}/32`],
    testReceivers: new Map(),
    resolver: names.resolver,
    ca: receiver.ca,
    port: receiver.port,
    limits: shortLimits,
    ...settings,
  });
  opened.push(own);
  return own;
}

beforeAll(async () => {
  receiver = await startReceiver({ address: allowed });
  inner = await startReceiver({ address: forbidden, port: receiver.port });
});
afterAll(async () => {
  await receiver.close();
  await inner.close();
});
beforeEach(async () => {
  names = await startNameServer();
  outbound = open({});
});
afterEach(() => {
  for (const own of opened.splice(0)) own.close();
  names.close();
});

const succeeded = { outcome: "succeeded", statusCode: 204 };
const addressRejected = {
  outcome: "address_refused",
  statusCode: null,
  bodyStart: null,
  retryAfterSeconds: null,
  isUnsent: true,
};
const nameUnknown = { ...addressRejected, outcome: "name_unknown" };

/** Posts, and counts how many connections were opened, to the receiver and to where none must be. */
async function post(records: NameRecords | "silence" | "failure") {
  names.set(name, records);
  const before = [receiver.connectionCount(), inner.connectionCount()];
  const response = await postTo(outbound);
  return {
    response,
    opened: [receiver.connectionCount(), inner.connectionCount()].map((count, index) => count - (before[index] ?? 0)),
  };
}

test("connects to the address of the name, with the name as Host", async () => {
  expect(await post({ ipv4: [allowed] })).toMatchObject({ response: succeeded, opened: [1, 0] });
  expect(receiver.requests.at(-1)?.headers.host).toBe(name);
  // One question for each family, and none for the connection.
  expect(names.questionCount()).toBe(2);
});

describe("rejects", () => {
  test.each<[string, NameRecords]>([
    ["an inner address", { ipv4: [forbidden] }],
    ["an inner address beside an allowed one", { ipv4: [allowed, forbidden] }],
    ["an allowed address beside an inner one", { ipv4: [forbidden, allowed] }],
    ["a cloud's metadata", { ipv4: ["169.254.169.254"] }],
    [
      "a private address far behind public ones",
      { ipv4: [...Array.from({ length: 20 }, (_, index) => `93.184.216.${index}`), "10.0.0.1"] },
    ],
    ["IPv6 loopback beside an allowed IPv4 address", { ipv4: [allowed], ipv6: ["::1"] }],
    ["an IPv4-mapped inner address", { ipv6: [`::ffff:${forbidden}`] }],
    ["an IPv4-mapped allowed address", { ipv6: [`::ffff:${allowed}`] }],
    ["NAT64", { ipv4: [allowed], ipv6: ["64:ff9b::7f00:2"] }],
    ["6to4", { ipv6: ["2002:7f00:2::1"] }],
    ["an alias of an inner address", { aliases: ["public.example.com", "inner.example.com"], ipv4: [forbidden] }],
    ["nobody's address", { ipv4: ["0.0.0.0"] }],
  ])("%s", async (_, records) => {
    expect(await post(records)).toEqual({ response: addressRejected, opened: [0, 0] });
  });
});

test("follows CNAME records to an allowed address", async () => {
  expect(await post({ aliases: ["a.example.net", "b.example.net"], ipv4: [allowed] })).toMatchObject({
    response: succeeded,
    opened: [1, 0],
  });
});

describe("a name whose addresses change", () => {
  test("is checked at every request, and reuses no connection of a rejected address", async () => {
    expect(await post({ ipv4: [allowed] })).toMatchObject({ response: succeeded, opened: [1, 0] });
    expect(await post({ ipv4: [allowed] })).toMatchObject({ response: succeeded, opened: [0, 0] });
    const received = receiver.requests.length;
    expect(await post({ ipv4: [forbidden] })).toEqual({ response: addressRejected, opened: [0, 0] });
    expect(await post({ ipv4: [forbidden, allowed] })).toEqual({ response: addressRejected, opened: [0, 0] });
    expect(await post({})).toEqual({ response: nameUnknown, opened: [0, 0] });
    expect(receiver.requests).toHaveLength(received);
  });

  test("is requested at its new address, not over the old connection", async () => {
    const both = open({ networks: ["127.0.0.0/30"] });
    const got = async (address: string) => {
      const before = [receiver.requests.length, inner.requests.length];
      names.set(name, { ipv4: [address] });
      expect(await postTo(both)).toMatchObject(succeeded);
      return [receiver.requests.length, inner.requests.length].map((count, index) => count - (before[index] ?? 0));
    };
    expect([await got(allowed), await got(forbidden), await got(allowed)]).toEqual([
      [1, 0],
      [0, 1],
      [1, 0],
    ]);
  });

  test("between lookup and connection cannot reach a forbidden address, because there is one lookup", async () => {
    names.set(name, { ipv4: [allowed] });
    const innerBefore = inner.connectionCount();
    const flapping = setInterval(
      () => names.set(name, { ipv4: [names.questionCount() % 4 < 2 ? allowed : forbidden] }),
      1,
    );
    const responses = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        await pause(index * 5);
        return postTo(outbound);
      }),
    );
    clearInterval(flapping);
    expect(new Set(responses.map(({ outcome }) => outcome))).toEqual(new Set(["succeeded", "address_refused"]));
    expect(inner.connectionCount()).toBe(innerBefore);
  });
});

describe("a name that", () => {
  test("does not exist has the outcome name_unknown", async () => {
    names.set("hooks.example.org", { ipv4: [allowed] });
    expect(await postTo(outbound)).toEqual(nameUnknown);
  });

  test.each(["silence", "failure"] as const)("gets %s has the outcome name_unknown", async (records) => {
    expect(await post(records)).toEqual({ response: nameUnknown, opened: [0, 0] });
  });

  test.each([
    ["the limit for names", { name: 50 }, "name_unknown"],
    ["the limit of an attempt", { name: 60_000, attempt: 50 }, "timed_out"],
  ])("gets no response ends with %s", async (_, limits, outcome) => {
    names.set(name, "silence");
    const patient = new Resolver({ timeout: 60_000, maxTimeout: 60_000, tries: 1 });
    patient.setServers(names.resolver.getServers());
    expect(await postTo(open({ resolver: patient, limits: { ...shortLimits, ...limits } }))).toEqual({
      ...nameUnknown,
      ...(outcome === "timed_out" && { isUnsent: undefined }),
      outcome,
    });
    patient.cancel();
  });

  test("has addresses of one family only is requested there", async () => {
    const half = { resolve4: async () => [allowed], resolve6: () => new Promise<string[]>(() => undefined) };
    expect(await postTo(open({ resolver: half, limits: { ...shortLimits, name: 50 } }))).toMatchObject(succeeded);
  });
});

describe("with several addresses", () => {
  test("the next one is tried when a connection fails", async () => {
    // Nothing listens at the first two; all are the operator's.
    const three = open({ networks: ["127.0.0.0/8"] });
    names.set(name, { ipv4: ["127.0.0.4", "127.0.0.3", allowed] });
    expect(await postTo(three)).toMatchObject(succeeded);
    names.set(name, { ipv4: ["127.0.0.4", "127.0.0.3", "127.0.0.5", "127.0.0.6", allowed] });
    // Four are tried.
    expect(await postTo(three)).toMatchObject({ outcome: "connection_failed" });
  });

  test("the next one is tried when a TLS handshake times out", async () => {
    const silent = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(receiver.port, "127.0.0.3", resolve));
    names.set(name, { ipv4: ["127.0.0.3", allowed] });
    expect(await postTo(open({ networks: ["127.0.0.0/8"] }))).toMatchObject(succeeded);
    silent.close();
  });

  test("none is tried after an invalid certificate", async () => {
    const other = await startReceiver({ address: "127.0.0.3", port: receiver.port, name: "other.example.com" });
    const before = receiver.connectionCount();
    names.set(name, { ipv4: ["127.0.0.3", allowed] });
    expect(await postTo(open({ networks: ["127.0.0.0/8"] }))).toMatchObject({ outcome: "certificate_refused" });
    expect(receiver.connectionCount()).toBe(before);
    await other.close();
  });

  test("none is tried after data was sent", async () => {
    const both = open({ networks: ["127.0.0.0/8"] });
    receiver.setBehavior(() => hostileResponses["resets the connection"]);
    const before = [receiver.requests.length, inner.requests.length];
    // c-ares may put the two in another order; the one that responds is as good as the other.
    inner.setBehavior(() => hostileResponses["resets the connection"]);
    names.set(name, { ipv4: [allowed, forbidden] });
    expect(await postTo(both)).toMatchObject({ outcome: "connection_failed" });
    expect(receiver.requests.length + inner.requests.length).toBe((before[0] ?? 0) + (before[1] ?? 0) + 1);
    for (const each of [receiver, inner]) each.setBehavior(() => ({ status: 204 }));
  });
});

test("receivers of tests are requested without a lookup", async () => {
  const direct = open({ networks: [], testReceivers: new Map([[name, receiver]]) });
  expect(await postTo(direct)).toMatchObject(succeeded);
  expect(names.questionCount()).toBe(0);
  // Its name alone: no other one gets there.
  names.set("a.hooks.example.com", { ipv4: [allowed] });
  expect(await postTo(direct, { url: "https://a.hooks.example.com/" })).toEqual(addressRejected);
});
