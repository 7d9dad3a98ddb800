import { useQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import type { ListedReport } from "./report-types.ts";

/** All reports the member sees: at most a few hundred, which the screen searches itself. */
export function useReports(options: { enabled?: boolean } = {}) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useQuery({
    ...options,
    queryKey: [...trpc.reports.list.queryKey({}), "all"],
    queryFn: async () => {
      const reports: ListedReport[] = [];
      for (let after: string | undefined; ;) {
        // oxlint-disable-next-line no-await-in-loop -- a page has the cursor of the next one
        const page = await client.reports.list.query({ limit: 200, ...(after !== undefined && { after }) });
        reports.push(...page.reports);
        if (page.nextCursor === null) return reports;
        after = page.nextCursor;
      }
    },
  });
}

export function useMemberNames(): ReadonlyMap<string, string> {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.reports.members.queryOptions({}, { staleTime: 60_000 }));
  return new Map(data?.members.map(({ id, name }) => [id, name]));
}

/** Refetches report queries after a change, except results. */
export const useInvalidateReports = () =>
  useInvalidate((trpc) => [trpc.reports.list.pathFilter(), trpc.reports.get.pathFilter()]);
