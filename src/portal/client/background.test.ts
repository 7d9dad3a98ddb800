import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { expect, test } from "vitest";
import type { PortalRouter } from "../../composition/portal-router.ts";
import { inBackground, writeHeaders } from "./background.ts";

test("a batch is a background request only if all its calls are", () => {
  const inForeground = { context: {} };
  expect(writeHeaders("ashvale", [inBackground, inBackground])).toEqual({
    "x-organization": "ashvale",
    "x-background": "1",
  });
  expect(writeHeaders("ashvale", [inBackground, inForeground])).toEqual({ "x-organization": "ashvale" });
  expect(writeHeaders(null, [inForeground])).toEqual({});
});

test("a query's background mark is sent with its request", async () => {
  const seen: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers["x-background"]);
    response.setHeader("Content-Type", "application/json").end('[{"result":{"data":{}}}]');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/trpc`;
  const client = createTRPCClient<PortalRouter>({
    links: [httpBatchLink({ url, headers: ({ opList }) => writeHeaders("ashvale", opList) })],
  });
  const queryClient = new QueryClient();
  const trpc = createTRPCOptionsProxy<PortalRouter>({ client, queryClient });
  await queryClient.fetchQuery(trpc.notifications.list.queryOptions({ limit: 1 }, { trpc: inBackground }));
  await queryClient.fetchQuery(trpc.notifications.list.queryOptions({ limit: 1 }));
  expect(seen).toEqual(["1", undefined]);
  server.close();
  server.closeAllConnections();
});
