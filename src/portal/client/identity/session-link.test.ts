import { TRPCClientError, createTRPCClient, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, expect, test, vi } from "vitest";
import type { PortalRouter } from "../../../composition/portal-router.ts";
import { readError } from "../portal-error.ts";
import { sessionLink } from "./session-link.ts";

afterEach(() => vi.unstubAllGlobals());

const ended = () =>
  TRPCClientError.from<PortalRouter>({
    error: { code: -32_001, message: "Sign in", data: { code: "UNAUTHORIZED" } },
  } as never);

/** A server whose session has ended until somebody signs in. */
function serve(signIn: () => boolean) {
  const seen = { requests: 0, signIns: 0, isSignedIn: false };
  const server: TRPCLink<PortalRouter> = () => () =>
    observable((observer) => {
      seen.requests += 1;
      if (!seen.isSignedIn) return observer.error(ended());
      observer.next({ result: { type: "data", data: { done: true } } });
      observer.complete();
    });
  const link = sessionLink(() => {
    seen.signIns += 1;
    seen.isSignedIn = signIn();
    return Promise.resolve(seen.isSignedIn);
  });
  return { seen, client: createTRPCClient<PortalRouter>({ links: [link, server] }) };
}

test("a change that finds the session ended is sent again after the sign-in", async () => {
  const { client, seen } = serve(() => true);
  expect(await client.serviceAccounts.pause.mutate({ serviceAccountId: "key_1" })).toEqual({ done: true });
  expect(seen).toEqual({ requests: 2, signIns: 1, isSignedIn: true });
});

test("nobody signs in: the change fails, once", async () => {
  const { client, seen } = serve(() => false);
  await expect(client.serviceAccounts.pause.mutate({ serviceAccountId: "key_1" })).rejects.toThrow("Sign in");
  expect(seen).toEqual({ requests: 1, signIns: 1, isSignedIn: false });
});

test("offline a change fails at once and is never sent; a query is left to the network", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  const { client, seen } = serve(() => true);
  const error: unknown = await client.serviceAccounts.pause
    .mutate({ serviceAccountId: "key_1" })
    .catch((failure: unknown) => failure);
  expect(readError(error)).toMatchObject({ code: "OFFLINE", message: "You’re offline. Nothing was saved." });
  expect(seen.requests).toBe(0);
  await client.serviceAccounts.get.query({ serviceAccountId: "key_1" });
  expect(seen.requests).toBe(2);
});
