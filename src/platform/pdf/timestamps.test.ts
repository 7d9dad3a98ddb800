import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openOutboundTo } from "../../testing/servers/outbound.ts";
import { startReceiver } from "../../testing/servers/receiver.ts";
import { makePdf, makeSealer, makeTimestampAuthority } from "./fixtures.ts";
import { sealPdf } from "./pdf.ts";
import { createTimestamps } from "./timestamps.ts";

const url = "https://hooks.example.com/tsa";
const receiver = await startReceiver();
const outbound = openOutboundTo(receiver, { limits: { attempt: 20_000, body: 5_000 } });
const authority = await makeTimestampAuthority(mkdtempSync(join(tmpdir(), "caseport-timestamps-")));
const sealer = await makeSealer();
afterAll(async () => {
  outbound.close();
  await receiver.close();
});

const { signal } = new AbortController();
const seal = async () =>
  sealPdf("firm", await makePdf([{ text: "Retainer" }]), {
    sealer: { ...sealer, sendTimestampQuery: createTimestamps(outbound, url, signal) },
    description: { signingTime: new Date("2026-03-05T16:00:00Z"), reason: "Sealed" },
    marks: [],
    foot: "foot",
  });

test("without a server no time is stamped", () => {
  expect(createTimestamps(outbound, null, signal)).toBeNull();
});

describe("a timestamp server", () => {
  test("is sent a query, and its reply becomes part of the seal", async () => {
    receiver.setBehavior(async ({ bytes }) => ({ status: 200, body: await authority.reply(new Uint8Array(bytes)) }));
    expect((await seal()).length).toBeGreaterThan(10_000);
    const [query] = receiver.requests.slice(-1);
    expect([query?.method, query?.path, query?.headers["content-type"]]).toEqual([
      "POST",
      "/tsa",
      "application/timestamp-query",
    ]);
  });

  test.each([
    ["an error", { status: 500, body: "away" }],
    ["a page", { status: 200, body: "<html></html>" }],
    ["a redirect", { status: 302, headers: { location: "https://example.org" } }],
    ["too many bytes", { status: 200, body: Buffer.alloc(100_000) }],
  ])("that sends %s leaves the file unsealed", async (_name, response) => {
    receiver.setBehavior(() => response);
    await expect(seal()).rejects.toThrow(/timestamp/i);
  });
});
