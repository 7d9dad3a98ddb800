import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { certificateFor, makeAuthority, ownAuthority } from "../../testing/servers/certificates.ts";
import { openOutboundTo, postTo } from "../../testing/servers/outbound.ts";
import { startReceiver, type ReceiverOptions } from "../../testing/servers/receiver.ts";
import type { OutboundSettings } from "./outbound.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) await close();
});

/** What comes of a request to hooks.example.com, and what the receiver got of it. */
async function post(options: ReceiverOptions, settings: Partial<OutboundSettings> = {}) {
  const receiver = await startReceiver(options);
  const outbound = openOutboundTo(receiver, settings);
  closers.push(
    () => outbound.close(),
    () => receiver.close(),
  );
  const { outcome } = await postTo(outbound);
  return { outcome, received: receiver.requests.length, receiver, outbound };
}

const refused = { outcome: "certificate_refused", received: 0 };

test("a certificate for the name from a trusted authority is accepted", async () => {
  expect(await post({})).toMatchObject({ outcome: "succeeded", received: 1 });
});

test.each(["other.example.com", "example.com", "*.hooks.example.com", "hooks.example.com.evil.example", "127.0.0.1"])(
  "a certificate for %s is rejected",
  async (name) => {
    expect(await post({ name })).toMatchObject(refused);
  },
);

test("a wildcard certificate of the domain is accepted", async () => {
  expect(await post({ name: "*.example.com" })).toMatchObject({ outcome: "succeeded" });
});

test("an expired certificate is rejected", async () => {
  expect(await post({ notAfter: new Date(Date.now() - 60_000) })).toMatchObject(refused);
});

test("a self-signed certificate and one of another authority are rejected", async () => {
  const { certificate: ca } = await ownAuthority();
  expect(await post({ authority: null }, { ca })).toMatchObject(refused);
  // Of the same name, so that only its key differs from ours.
  expect(await post({ authority: await makeAuthority() }, { ca })).toMatchObject(refused);
});

test("a certificate signed by another receiver's certificate is rejected", async () => {
  const ordinary = await certificateFor("evil.example.com", await ownAuthority());
  expect(await post({ authority: ordinary }, { ca: (await ownAuthority()).certificate })).toMatchObject(refused);
});

test("without test authorities, those of Node are trusted", async () => {
  const receiver = await startReceiver();
  const { ca: _, ...settings } = { ca: "", networks: [], testReceivers: new Map([["hooks.example.com", receiver]]) };
  const { createOutbound } = await import("./outbound.ts");
  const outbound = createOutbound(settings);
  closers.push(
    () => outbound.close(),
    () => receiver.close(),
  );
  expect(await postTo(outbound)).toMatchObject({ outcome: "certificate_refused" });
});

test("environment variables cannot disable the verification", async () => {
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  expect(await post({ name: "other.example.com" })).toMatchObject(refused);
});

test("a certificate is verified for every connection, without session resumption", async () => {
  const ticketKeys = Buffer.alloc(48, "k");
  const { outbound, receiver, outcome } = await post({ ticketKeys });
  expect(outcome).toBe("succeeded");
  // The ticket with which a session could be resumed comes behind the response.
  await pause(100);
  await receiver.close();
  closers.pop();
  // Long enough for the client to see that its connection is gone.
  await pause(100);
  // At the same address and port somebody who could resume the session, with a certificate for another name.
  const other = await startReceiver({ port: receiver.port, name: "other.example.com", ticketKeys });
  closers.push(() => other.close());
  expect(await postTo(outbound)).toMatchObject({ outcome: "certificate_refused" });
  expect(other.requests).toEqual([]);
});
