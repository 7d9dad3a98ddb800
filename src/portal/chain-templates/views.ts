import type { PortalOutputs } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { chainTemplatesScreen as t } from "./strings.ts";

export type ChainTemplate = PortalOutputs["deadlineChainTemplates"]["list"]["chainTemplates"][number];
type Item = ChainTemplate["items"][number];

export const useInvalidateTemplates = () => useInvalidate((client) => [client.deadlineChainTemplates.pathFilter()]);

/** "21 days after the trigger, plus 3 days for service by mail". */
export function describePeriod({ offset, unit, direction, from, serviceDays, isJurisdictional }: Item, items: readonly Item[]): string {
  const source = items.find(({ key }) => from === `item:${key}`)?.title ?? t.theTrigger;
  const period = t.period(offset, (offset === 1 ? t.unit : t.units)[unit], direction === "before", source);
  return [period, ...(serviceDays > 0 && direction === "after" ? [t.serviceDays] : []), ...(isJurisdictional ? [t.jurisdictional] : [])].join(", ");
}
