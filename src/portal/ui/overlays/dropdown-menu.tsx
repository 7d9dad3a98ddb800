import { cloneElement, lazy, Suspense, useState } from "react";
import type { MenuProps } from "./menu-props.ts";

// Loaded as one chunk when the pointer or focus reaches a menu button.
const fetchParts = () => import("./menu-panel.tsx");
const MenuPanel = lazy(async () => ({ default: (await fetchParts()).MenuPanel }));

/** With asChild it takes a link. */
export const MenuItem = lazy(async () => ({ default: (await fetchParts()).Item }));
export const MenuLabel = lazy(async () => ({ default: (await fetchParts()).Label }));
export const MenuSeparator = lazy(async () => ({ default: (await fetchParts()).Separator }));
export const MenuCheck = lazy(async () => ({ default: (await fetchParts()).Check }));
export const MenuChoice = lazy(async () => ({ default: (await fetchParts()).Choice }));

export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const { trigger } = props;
  if (wasOpened) {
    return (
      <Suspense fallback={trigger}>
        <MenuPanel {...props} />
      </Suspense>
    );
  }
  const prepare = () => void fetchParts();
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => setOpened(true),
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setOpened(true);
    },
  });
}
