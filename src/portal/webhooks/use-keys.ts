import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../client/trpc.ts";

/** By name. Keys beyond 200 are chosen on the key's own page. */
export function useKeys() {
  const trpc = useTRPC();
  return useQuery(
    trpc.serviceAccounts.list.queryOptions(
      { limit: 200, sort: "name" },
      { select: ({ serviceAccounts }) => serviceAccounts },
    ),
  );
}
