import { useRef, useState } from "react";
import { selectKey } from "./selection.ts";

/** The selected keys of those that are shown: a filter that hides a key deselects it. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | null>(null);
  const items = shown.filter(({ id }) => ids.has(id));
  return {
    items,
    ids: new Set(items.map(({ id }) => id)),
    select: (id: string, isRange: boolean) => {
      setIds(
        selectKey(
          shown.map((item) => item.id),
          ids,
          id,
          isRange ? anchor.current : null,
        ),
      );
      anchor.current = id;
    },
    selectAll: (isOn: boolean) => setIds(new Set(isOn ? shown.map(({ id }) => id) : [])),
  };
}
