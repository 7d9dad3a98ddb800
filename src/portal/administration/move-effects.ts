import type { PortalOutputs } from "../client/trpc.ts";
import { joinList } from "../ui/join-list.ts";
import { formatNumber } from "../ui/format.ts";

type Effects = Pick<PortalOutputs["administration"]["previewMove"], "moving" | "gains" | "losses">;
type Sight = Effects["gains"][number];

/** Which headquarters gain or lose figures of other organizations, and how many organizations move. */
export function listEffects({ moving, gains, losses }: Effects): string[] {
  const below = moving === 2 ? "1 organization below it moves" : `${formatNumber(moving - 1)} organizations below it move`;
  const sight = [...gains.map((each) => `Reports of ${each.name} will include ${nameAll(each)}.`), ...losses.map((each) => `Reports of ${each.name} will no longer include ${nameAll(each)}.`)];
  return [...(moving > 1 ? [`${below}, too.`] : []), ...(sight.length > 0 ? sight : ["No headquarters begins or ceases to see figures."])];
}

function nameAll({ names, count }: Sight): string {
  const others = count - names.length;
  return joinList(others > 0 ? [...names, `${formatNumber(others)} others`] : names);
}
