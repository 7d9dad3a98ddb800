import { cloneElement, lazy, Suspense, useState } from "react";
import { Offline } from "../../client/portal-error.ts";
import type { MenuProps } from "./menu-props.ts";
import { dropdownMenu as t } from "./strings.ts";
import { useToast } from "./toast.tsx";

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
  const showToast = useToast();
  const { trigger } = props;
  if (wasOpened) {
    return (
      <Suspense fallback={trigger}>
        <MenuPanel {...props} />
      </Suspense>
    );
  }
  const prepare = () => void fetchParts().catch(() => null);
  const open = () => {
    const explain = () => showToast(Offline.isNow() ? t.offline : t.notFetched, "danger");
    fetchParts().then(() => setOpened(true), explain);
  };
  return cloneElement(trigger, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: open,
    onKeyDown: (event) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      open();
    },
  });
}
