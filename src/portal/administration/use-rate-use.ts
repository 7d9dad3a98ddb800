import { useQuery } from "@tanstack/react-query";
import { inBackground } from "../client/background.ts";
import { useTRPC } from "../client/trpc.ts";
import { formatNumber } from "../ui/format.ts";
import type { LimitTier } from "./rate-limit-labels.ts";
import { rateUse as t } from "./strings.ts";
import type { DefaultLimits, OrganizationView } from "./views.ts";

const pollMilliseconds = 15_000;

/** What all keys of an organization used of their common limit in this minute; undefined until it is known. */
export type ReadRateUse = (
  organization: OrganizationView,
  tier: LimitTier,
) => { used: number; limit: number } | undefined;

export function useRateUse(organizations: readonly OrganizationView[], defaults: DefaultLimits): ReadRateUse {
  const trpc = useTRPC();
  const organizationIds = organizations.map(({ id }) => id);
  const { data } = useQuery(
    trpc.administration.listRateUse.queryOptions(
      { organizationIds },
      { refetchInterval: pollMilliseconds, placeholderData: (previous) => previous, trpc: inBackground },
    ),
  );
  return ({ id, rateLimits }, tier) => {
    const use = data?.organizations.find(({ organizationId }) => organizationId === id);
    return data === undefined || use === undefined
      ? undefined
      : { used: use[tier], limit: (rateLimits[tier] ?? defaults[tier]) * data.organizationFactor };
  };
}

/** "37 of 1,800". */
export function describeUse({ used, limit }: { used: number; limit: number }): string {
  return t.of(formatNumber(used), formatNumber(limit));
}
