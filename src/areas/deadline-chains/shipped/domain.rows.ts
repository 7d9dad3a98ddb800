import { defaultRollRule } from "../../deadlines/calculation/domain.roll.ts";
import { labelOf } from "../../deadlines/enumerations.ts";
import { ChainTemplate, type ChainAlternative, type ChainFact, type ChainTemplateItem } from "../schema.ts";

/** One count of a shipped item. */
export interface CountRow {
  /** Before the day where below 0. */
  days: number;
  /** By default `trigger`. */
  from?: string;
  /** Whether service adds days: the rule lets the period run from the service of a paper on the party that has to act. */
  served?: boolean;
  /** 1 for Monday. */
  nextWeekday?: number | null;
  /** Counting begins on the next open day. */
  fromOpenDay?: boolean;
  onlyIf?: readonly ChainFact[];
  unless?: readonly ChainFact[];
  /** Of an alternative, where it is not the item's. */
  cite?: string;
}

/** A row of the tables beside this file. */
export interface ItemRow extends CountRow {
  type: ChainTemplateItem["type"];
  cite: string;
  /** By default its type. */
  key?: string;
  /** By default what its type is called. */
  title?: string;
  dueTime?: string | null;
  /** The earliest of these and of its own count; with `latest` the latest. */
  or?: readonly CountRow[];
  latest?: boolean;
  /** Its date stays on a closed day, unless it `rolls`. */
  step?: boolean;
  rolls?: boolean;
  jurisdictional?: boolean;
}

export interface ShippedTemplate {
  key: string;
  name: string;
  on: string;
  /** By default a date alone. */
  source?: ChainTemplate["trigger"]["source"];
  /** Further days: key and label. */
  triggers?: readonly (readonly [key: string, label: string])[];
  items: readonly ItemRow[];
}

function describeCount({
  days,
  from = "trigger",
  served = false,
  nextWeekday = null,
  fromOpenDay = false,
  onlyIf = [],
  unless = [],
}: CountRow) {
  const direction = days < 0 ? "before" : "after";
  return {
    offset: Math.abs(days),
    unit: "calendar_days" as const,
    direction,
    from,
    rollRule: defaultRollRule(direction),
    startRule: fromOpenDay ? ("next_open_day" as const) : ("next_day" as const),
    nextWeekday,
    isExtendedByService: served,
    onlyIf: [...onlyIf],
    unless: [...unless],
  } satisfies Omit<ChainAlternative, "citation">;
}

function describeItem({
  type,
  cite,
  key = type,
  title = labelOf(type),
  dueTime = null,
  or = [],
  latest = false,
  step = false,
  rolls = false,
  jurisdictional = false,
  ...count
}: ItemRow): ChainTemplateItem {
  const counted = describeCount(count);
  const stays = step && !rolls ? ({ rollRule: "none" } as const) : {};
  return {
    key,
    type,
    title,
    ...counted,
    ...stays,
    dueTime,
    choose: latest ? "latest" : "earliest",
    alternatives: or.map((each) => ({ ...describeCount(each), ...stays, citation: each.cite ?? null })),
    isStep: step,
    serviceDays: counted.isExtendedByService ? 3 : 0,
    isJurisdictional: jurisdictional,
    warningDays: null,
    citation: cite,
  };
}

/** @param asOf the day on which the rules were read */
export const shipTemplates = (
  jurisdiction: ChainTemplate["jurisdiction"],
  asOf: string,
  rows: readonly ShippedTemplate[],
): ChainTemplate[] =>
  rows.map(({ key, name, on, source = "manual", triggers = [], items }) =>
    ChainTemplate.parse({
      id: key,
      key,
      name,
      jurisdiction,
      trigger: { source, label: on },
      triggers: triggers.map(([each, label]) => ({ key: each, label })),
      items: items.map(describeItem),
      asOf,
      source: "default",
      verification: "unverified",
      verifiedBy: null,
      verifiedAt: null,
      revision: 1,
      updatedAt: null,
    }),
  );
