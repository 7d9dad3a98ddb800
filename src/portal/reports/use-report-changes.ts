import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { writeValue } from "./run/format-value.ts";
import type { RunColumn, RunValue, WholeReport } from "./report-types.ts";
import { capitalize } from "../../contract/values/capitalize.ts";

export function useWriting({ entity, definition }: WholeReport): (value: RunValue, column: RunColumn) => string {
  const trpc = useTRPC();
  const { timezone } = useOrganization();
  const { data } = useQuery(trpc.reports.entities.queryOptions({}, { staleTime: Infinity }));
  return useMemo(() => {
    const fields = data?.entities.find((each) => each.entity === entity)?.fields ?? [];
    const names = new Map(
      definition.columns.map(({ key, field }) => [
        key,
        new Map(
          fields.find(({ name }) => name === field)?.options?.map(({ value, label }) => [value, capitalize(label)]),
        ),
      ]),
    );
    return (value, column) => {
      const name = typeof value === "string" ? names.get(column.key)?.get(value) : undefined;
      return name ?? writeValue(value, column, timezone);
    };
  }, [data, entity, definition, timezone]);
}
