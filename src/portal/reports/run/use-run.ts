import { useQuery } from "@tanstack/react-query";
import { useTRPC, useTRPCClient } from "../../client/trpc.ts";
import { useFetchAnew, usePages } from "../../client/use-pages.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import type { Values } from "./parameter-values.ts";
import { chooseChart } from "./choose-chart.ts";
import { nameOrganizations, type RunChoice } from "../report-query.ts";
import type { RunColumn, RunPage, RunValue, WholeReport } from "../report-types.ts";

const rowsAPage = 100;

export function useReach() {
  const trpc = useTRPC();
  const { can } = useOrganization();
  return useQuery(
    trpc.reports.organizations.queryOptions(
      {},
      { enabled: can("reports:headquarters"), staleTime: 60_000, select: ({ organizations }) => organizations },
    ),
  );
}

/** The rows that a point of the chart stands for. */
export interface Narrowing {
  column: RunColumn;
  value: RunValue;
  /** The value as the chart shows it. */
  label: string;
}

/**
 * Runs with the URL's parameters, also for some rows only, without a chart. The result stays until the next run.
 *
 * @param isReady whether all parameters are set
 */
export function useRun(
  { id: reportId, definition, columns }: WholeReport,
  values: Values,
  { isRun, offices, sort, only = null }: RunChoice & { only?: Narrowing | null },
  isReady: boolean,
) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { organizationId } = useOrganization();
  const reach = useReach();
  const organizationIds = nameOrganizations(offices, reach.data ?? [], organizationId);
  const chart = chooseChart(definition, columns);
  const request = {
    reportId,
    parameters: values,
    limit: rowsAPage,
    ...(organizationIds !== undefined && { organizationIds }),
    ...(sort !== null && { sort: [sort] }),
    ...(only !== null && { only: { column: only.column.key, value: only.value } }),
    ...(chart !== null &&
      only === null && {
        chart: {
          category: chart.category.key,
          value: chart.value.key,
          ...(chart.series !== null && { series: chart.series.key }),
        },
      }),
  };
  const key = trpc.reports.run.queryKey(request);
  const list = usePages<RunPage>(key, (place) => client.reports.run.query({ ...request, ...place }), {
    enabled: isRun && isReady && (offices !== "all" || reach.data !== undefined),
    keepFormer: true,
    staleTime: Infinity,
  });
  const fetchAnew = useFetchAnew(key, list);
  return { list, runAnew: () => void fetchAnew() };
}

export type Run = ReturnType<typeof useRun>;
