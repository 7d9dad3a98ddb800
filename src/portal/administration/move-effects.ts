import type { PortalOutputs } from "../client/trpc.ts";
import { joinList } from "../ui/join-list.ts";
import { formatNumber } from "../ui/format.ts";
import { moveEffects as t } from "./strings.ts";

type Effects = Pick<PortalOutputs["administration"]["previewMove"], "moving" | "gains" | "losses">;
type Sight = Effects["gains"][number];

/** Which headquarters gain or lose figures of other organizations, and how many organizations move. */
export function listEffects({ moving, gains, losses }: Effects): string[] {
  const below = moving === 2 ? t.oneOrganizationBelow : t.organizationsBelowItMove(formatNumber(moving - 1));
  const sight = [
    ...gains.map((each) => t.reportsOfWillInclude(each.name, nameAll(each))),
    ...losses.map((each) => t.reportsOfWillNo(each.name, nameAll(each))),
  ];
  return [...(moving > 1 ? [t.too(below)] : []), ...(sight.length > 0 ? sight : [t.noHeadquartersBegins])];
}

function nameAll({ names, count }: Sight): string {
  const others = count - names.length;
  return joinList(others > 0 ? [...names, t.others(formatNumber(others))] : names);
}
