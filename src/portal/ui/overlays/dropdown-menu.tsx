"use client";

import { cloneElement, lazy, Suspense, useState } from "react";
import type { MenuProps } from "./menu-props.ts";

// What menus are made of is fetched when one comes near a menu's button, and comes in one piece.
const fetchParts = () => import("./menu-panel.tsx");
const MenuPanel = lazy(async () => ({ default: (await fetchParts()).MenuPanel }));

/** With asChild it takes a link. */
export const MenuItem = lazy(async () => ({ default: (await fetchParts()).Item }));
export const MenuLabel = lazy(async () => ({ default: (await fetchParts()).Label }));
export const MenuSeparator = lazy(async () => ({ default: (await fetchParts()).Separator }));
/** One of several, the present one with a mark. */
export const MenuChoice = lazy(async () => ({ default: (await fetchParts()).Choice }));

/** A menu below a button. */
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
