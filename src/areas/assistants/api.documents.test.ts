import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createPkce,
  exchangeCode,
  openRequest,
  redirectUri,
  consent,
} from "../../testing/harness/connected-assistant.ts";
import { startOwnServer, type TestServer } from "../../testing/harness/server.ts";
import { shortLimits } from "../../testing/servers/outbound.ts";
import { startReceiver, type Receiver } from "../../testing/servers/receiver.ts";
import { createManagedTenant, type SignedInMember } from "../team/fixtures.ts";

/** Clients whose ID is the URL of their metadata. */
const host = "hooks.example.com";

let receiver: Receiver;
let server: TestServer;
let manager: SignedInMember;
let count = 0;
/** Each test has a URL of its own: the server remembers what it read. */
let clientId: string;

beforeAll(async () => {
  receiver = await startReceiver({ name: host });
  server = await startOwnServer(
    {},
    { outbound: { testReceivers: new Map([[host, receiver]]), ca: receiver.ca, limits: shortLimits } },
  );
  ({ manager } = await createManagedTenant(server));
  await manager.portal.mutate("organization.update", { hostedAssistantsAllowed: true });
});
afterAll(async () => {
  await server.close(1_000);
  await receiver.close();
});
beforeEach(() => {
  count += 1;
  clientId = `https://${host}/clients/${count}.json`;
});

const publish = (document: object | string, status = 200) =>
  receiver.setBehavior(() => ({
    status,
    headers: { "Content-Type": "application/json" },
    body: typeof document === "string" ? document : JSON.stringify(document),
  }));

const valid = () => ({ client_id: clientId, client_name: "Published Assistant", redirect_uris: [redirectUri] });

describe("a client that publishes its metadata", () => {
  test("is shown with its host, connected, and read once in five minutes", async () => {
    publish(valid());
    const { verifier, challenge } = createPkce();
    const before = receiver.requests.length;
    const query = await openRequest(server, clientId, challenge);
    await openRequest(server, clientId, challenge);
    expect(receiver.requests.length).toBe(before + 1);
    const request = query.get("request") ?? "";
    const shown = await manager.portal.query("assistants.describeRequest", { request });
    expect(shown.data).toMatchObject({ clientName: "Published Assistant", publishedBy: host });
    const code = (await consent(manager.portal, request, ["cases:read"])).searchParams.get("code") ?? "";
    expect((await exchangeCode(server, { clientId, code, verifier })).status).toBe(200);
  });

  test.each([
    ["names another URL", () => publish({ ...valid(), client_id: `https://${host}/other.json` })],
    ["has no redirect URI", () => publish({ ...valid(), redirect_uris: [] })],
    ["is not found", () => publish(valid(), 404)],
    ["is no JSON", () => publish("<html>")],
    ["is too large", () => publish({ ...valid(), padding: "x".repeat(6_000) })],
    [
      "is elsewhere",
      () =>
        receiver.setBehavior(() => ({ status: 302, headers: { Location: `https://${host}/moved.json` }, body: "" })),
    ],
  ])("is unknown if its document %s", async (_what, prepare) => {
    prepare();
    expect([...(await openRequest(server, clientId, createPkce().challenge))]).toEqual([["problem", "client"]]);
  });

  test.each([
    ["https://hooks.example.com/"],
    ["https://hooks.example.com/a.json?x=1"],
    ["https://hooks.example.com/a/../b.json"],
    ["https://hooks.example.com:8443/a.json"],
    ["https://127.0.0.1/a.json"],
    ["https://user@hooks.example.com/a.json"],
    ["http://hooks.example.com/a.json"],
  ])("is not read from %s", async (url) => {
    const before = receiver.connectionCount();
    expect([...(await openRequest(server, url, createPkce().challenge))]).toEqual([["problem", "client"]]);
    expect(receiver.connectionCount()).toBe(before);
  });
});
