import { Menu as MenuIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/feedback/later.tsx";
import { navigationSheet as t } from "./strings.ts";

const NavigationPanel = later(() => import("./navigation-panel.tsx"));

export function NavigationSheet() {
  const path = usePathname();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // Going to another screen closes it.
  const isOpen = openedAt === path;
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t.menu}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="lg:hidden"
        onClick={() => setOpenedAt(path)}
      >
        <MenuIcon aria-hidden className="size-5" />
      </Button>
      {isOpen && <NavigationPanel onClose={() => setOpenedAt(null)} />}
    </>
  );
}
