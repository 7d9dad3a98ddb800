"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

/** The organization's keys by name, for a choice among them. Beyond 200 one comes from the key's own page. */
export function useKeys() {
  const trpc = useTRPC();
  return useQuery(trpc.serviceAccounts.list.queryOptions({ limit: 200, sort: "name" }, { select: ({ serviceAccounts }) => serviceAccounts }));
}
