import { invalidInput, notFound } from "../../contract/errors/error-codes.ts";
import { addBuckets, estimateQuantile, usageDaysKept, usageDaysShown } from "../../contract/portal/usage.ts";
import type { OperationMeta } from "../../contract/operation.ts";
import type { Context } from "../../rpc/context.ts";
import { describeAllowances } from "../metadata/domain.ts";
import { readNeeds } from "./domain.scope-uses.ts";
import type { Usage, UsageCounts, UsageFilter } from "./schema.ts";
import { countLost, listOperationDays, listUsageDays, type CountedRow } from "./store.ts";

const dayMilliseconds = 86_400_000;

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const addDays = (date: string, days: number) => dateOf(Date.parse(date) + days * dayMilliseconds);

/** The method and the path template of an operation by its name; undefined if the API does not have it any more. */
export type FindRoute = (operation: string) => Pick<OperationMeta, "method" | "path"> | undefined;

/** @throws NOT_FOUND for members */
export function readOwnUsage(context: Context, filter: UsageFilter, findRoute: FindRoute): Promise<Usage> {
  const { principal } = context;
  if (principal.kind !== "integration_key") throw notFound("Key");
  return readUsage(context, principal.keyId, filter, findRoute);
}

/**
 * A key's usage of a span of days (UTC) and its unused scopes.
 *
 * @throws NOT_FOUND; VALIDATION_FAILED for an invalid span
 */
export async function readUsage(
  context: Context,
  keyId: string,
  { groupBy, ...span }: UsageFilter,
  findRoute: FindRoute,
): Promise<Usage> {
  const { from, to } = readSpan(span);
  const { unusedScopes, observedSince } = await readNeeds(context, keyId);
  const days = await listUsageDays(context, keyId, from, to);
  return {
    from,
    to,
    groupBy,
    totals: sumUp(days),
    rows:
      groupBy === "day"
        ? listDays(from, to, days)
        : groupOperations(await listOperationDays(context, keyId, from, to), groupBy, findRoute),
    unusedScopes,
    observedSince,
    lostRequests: await countLost(context, `${from}T00:00:00Z`, `${addDays(to, 1)}T00:00:00Z`),
    limits: context.peekRate === undefined ? null : await describeAllowances(context, keyId),
  };
}

function readSpan({ from: first, to = dateOf(Date.now()) }: Pick<UsageFilter, "from" | "to">): {
  from: string;
  to: string;
} {
  const from = first ?? addDays(to, 1 - 30);
  if (to < from) throw invalidInput({ path: "to", message: "must not be before from" });
  if (to >= addDays(from, usageDaysShown))
    throw invalidInput({ path: "to", message: `must be within ${usageDaysShown} days from from` });
  if (from < addDays(dateOf(Date.now()), -usageDaysKept))
    throw invalidInput({ path: "from", message: `must be within the last ${usageDaysKept} days` });
  return { from, to };
}

function listDays(from: string, to: string, counted: readonly (CountedRow & { day: string })[]): Usage["rows"] {
  const length = (Date.parse(to) - Date.parse(from)) / dayMilliseconds + 1;
  const dates = Array.from({ length }, (_, index) => addDays(from, index));
  const byDay = Map.groupBy(counted, ({ day }) => day);
  return dates.map((day) => ({ day, operation: null, method: null, route: null, ...sumUp(byDay.get(day) ?? []) }));
}

type OperationDay = Awaited<ReturnType<typeof listOperationDays>>[number];

function groupOperations(
  counted: readonly OperationDay[],
  groupBy: UsageFilter["groupBy"],
  findRoute: FindRoute,
): Usage["rows"] {
  const groups = Map.groupBy(counted, ({ day, operation }) =>
    groupBy === "operation" ? operation : `${day} ${operation}`,
  );
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : [
          {
            day: groupBy === "operation" ? null : first.day,
            ...describeOperation(first.operation, findRoute),
            ...sumUp(group),
          },
        ];
  });
  return rows.toSorted(
    (left, right) => (left.day ?? "").localeCompare(right.day ?? "") || right.requests - left.requests,
  );
}

/** @param name empty for a path without an operation; one that the API no longer has keeps its name */
function describeOperation(name: string, findRoute: FindRoute) {
  const route = findRoute(name);
  return { operation: name === "" ? null : name, method: route?.method ?? null, route: route?.path ?? null };
}

function sumUp(rows: readonly CountedRow[]): UsageCounts {
  const sum = (count: "succeeded" | "refused" | "limited" | "failed") =>
    rows.reduce((total, row) => total + row[count], 0);
  const [succeeded, refused, limited, failed] = [sum("succeeded"), sum("refused"), sum("limited"), sum("failed")];
  const p95 = estimateQuantile(
    rows.reduce<number[]>((buckets, row) => addBuckets(buckets, row.durationBuckets as number[]), []),
    0.95,
  );
  return {
    requests: succeeded + refused + limited + failed,
    succeeded,
    refused,
    limited,
    failed,
    p95Ms: p95 === null ? null : Math.round(p95 * 10) / 10,
  };
}
