import { cloneElement, useState, type ComponentProps } from "react";
import { Offline } from "../../client/portal-error.ts";
import { fetchAhead } from "../feedback/fetch-ahead.ts";
import type { MenuProps } from "./menu-props.ts";
import { dropdownMenu as t } from "./strings.ts";
import type * as menuParts from "./menu-panel.tsx";
import { useToast } from "./toast.tsx";

type MenuParts = typeof menuParts;

// Fetched as one chunk when the pointer or focus reaches a menu button. Not by `lazy`: see `later`.
let parts: MenuParts | null = null;
const fetchParts = async () => {
  parts ??= await import("./menu-panel.tsx");
};

// A finger does not hover.
fetchAhead(fetchParts);

/** With asChild it takes a link. Like the others only within a Menu, whose panel comes with them. */
export const MenuItem = (props: ComponentProps<MenuParts["Item"]>) => parts && <parts.Item {...props} />;
export const MenuLabel = (props: ComponentProps<MenuParts["Label"]>) => parts && <parts.Label {...props} />;
export const MenuSeparator = () => parts && <parts.Separator />;
export const MenuCheck = (props: ComponentProps<MenuParts["Check"]>) => parts && <parts.Check {...props} />;
export const MenuChoice = (props: ComponentProps<MenuParts["Choice"]>) => parts && <parts.Choice {...props} />;

export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const showToast = useToast();
  const { trigger } = props;
  if (wasOpened && parts !== null) return <parts.MenuPanel {...props} />;
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
