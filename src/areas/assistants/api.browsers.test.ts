import { auth, discoverOAuthProtectedResourceMetadata } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManagedTenant, type SignedInMember } from "../team/fixtures.ts";
import { createBrowserFetch } from "../../testing/harness/browser-fetch.ts";
import {
  consent,
  createHostedAssistant,
  fetchFrom,
  followToConsent,
  openClient,
} from "../../testing/harness/connected-assistant.ts";
import { send } from "../../testing/harness/requests/send.ts";
import { startTestServer, type TestServer } from "../../testing/harness/server.ts";

/** Where the inspector of the Model Context Protocol shows its page. */
const pageOrigin = "http://localhost:6274";

let server: TestServer;
let manager: SignedInMember;

beforeAll(async () => {
  server = await startTestServer();
  ({ manager } = await createManagedTenant(server));
  await manager.portal.mutate("organization.update", { hostedAssistantsAllowed: true });
});
afterAll(() => server.close(1_000));

test("a client in a browser finds the server, registers and gets tokens; what it sends to /mcp goes through its proxy", async () => {
  const sent: string[] = [];
  const fetchFn = createBrowserFetch(pageOrigin, fetchFrom(server), sent);
  const serverUrl = new URL("/mcp", server.origin);
  const assistant = createHostedAssistant();
  expect(await auth(assistant, { serverUrl, fetchFn })).toBe("REDIRECT");
  const query = await followToConsent(server, assistant.kept.sentTo ?? serverUrl);
  const returned = await consent(manager.portal, query.get("request") ?? "", ["cases:read"]);
  const code = {
    authorizationCode: returned.searchParams.get("code") ?? "",
    iss: returned.searchParams.get("iss") ?? "",
  };
  expect(await auth(assistant, { serverUrl, ...code, fetchFn })).toBe("AUTHORIZED");
  // The client names the version of the protocol in a header, which needs permission.
  expect(sent).toEqual(
    expect.arrayContaining([
      "OPTIONS /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/oauth-protected-resource/mcp",
      "GET /.well-known/oauth-authorization-server",
      "OPTIONS /oauth/register",
      "POST /oauth/register",
      "POST /oauth/token",
    ]),
  );
  const client = await openClient(server, assistant);
  await client?.close();
  expect(client).not.toBeNull();
  // An error can be read, too.
  await expect(auth(assistant, { serverUrl, ...code, fetchFn })).rejects.toThrow(/code/i);
});

describe("pages of other origins", () => {
  const ask = (target: string, method: string, headers: Record<string, string> = {}) =>
    send(server.baseUrl, { method, target, headers: { Origin: pageOrigin, ...headers } });
  const allowing = (headers: Awaited<ReturnType<typeof ask>>["headers"]) =>
    Object.keys(headers).filter((name) => name.startsWith("access-control-"));

  test.each(["/mcp", "/oauth/authorize", "/oauth/revoke", "/connect", "/api/v1/me", "/api/auth/get-session"])(
    "cannot read %s",
    async (target) => {
      for (const method of ["OPTIONS", "GET", "POST"]) {
        const { headers } = await ask(target, method, { "Access-Control-Request-Method": "POST" });
        expect([method, allowing(headers)]).toEqual([method, []]);
      }
    },
  );

  test("never send credentials", async () => {
    for (const target of ["/.well-known/oauth-authorization-server", "/oauth/token", "/oauth/register"]) {
      const { status, headers } = await ask(target, "OPTIONS", { "Access-Control-Request-Method": "POST" });
      expect([target, status, headers["access-control-allow-origin"]]).toEqual([target, 204, "*"]);
      expect(allowing(headers)).not.toContain("access-control-allow-credentials");
    }
  });
});

test("without the permission of a server the same client finds nothing", async () => {
  const strip = async (url: string | URL, init?: RequestInit) => {
    const response = await fetchFrom(server)(url, init);
    const headers = new Headers(response.headers);
    headers.delete("access-control-allow-origin");
    return new Response(response.status === 204 ? null : await response.text(), { status: response.status, headers });
  };
  await expect(
    discoverOAuthProtectedResourceMetadata(new URL("/mcp", server.origin), {}, createBrowserFetch(pageOrigin, strip)),
  ).rejects.toThrow(TypeError);
});
