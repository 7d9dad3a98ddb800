import type { ChainAlternative, ChainTemplateItem } from "./schema.ts";

/** An item as it was stored before it had what it has now. */
type StoredCount = Pick<ChainAlternative, "offset" | "unit" | "direction" | "from" | "rollRule"> &
  Partial<ChainAlternative>;
export type StoredItem = Pick<
  ChainTemplateItem,
  "key" | "type" | "title" | "warningDays" | "isJurisdictional" | "citation"
> &
  StoredCount &
  Partial<ChainTemplateItem>;
/** Chains before 2026-12 have stored no more. */
export type OldChainItem = Pick<ChainTemplateItem, "key" | "from" | "serviceDays">;

const plainCount = { startRule: "next_day", nextWeekday: null, onlyIf: [], unless: [] } as const;

/** An item with all that an item has by now. */
export function completeItem(stored: StoredItem): ChainTemplateItem {
  const isExtendedByService = stored.isExtendedByService ?? stored.serviceDays === 3;
  return {
    ...plainCount,
    dueTime: null,
    choose: "earliest",
    isStep: false,
    ...stored,
    onlyIf: [...(stored.onlyIf ?? [])],
    unless: [...(stored.unless ?? [])],
    alternatives: [...(stored.alternatives ?? [])],
    isExtendedByService,
    serviceDays: isExtendedByService ? 3 : 0,
  };
}

/** What a chain was applied with, where it has stored that. */
export const isComplete = (item: OldChainItem | ChainTemplateItem): item is ChainTemplateItem => "offset" in item;

export type ChainItems = readonly (OldChainItem | ChainTemplateItem)[];
/** An item of a chain, with what its date follows: what the store looks for. */
export type StoredChainItem = ChainTemplateItem & { anchor: string | null };
