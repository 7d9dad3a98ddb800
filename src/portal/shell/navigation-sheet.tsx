import { Menu as MenuIcon } from "lucide-react";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/button.tsx";
import { retryable } from "../ui/feedback/retryable.tsx";

const NavigationPanel = lazy(retryable(() => import("./navigation-panel.tsx")));

export function NavigationSheet() {
  const path = usePathname();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  // Going to another screen closes it.
  const isOpen = openedAt === path;
  return (
    <>
      <Button variant="ghost" size="icon" aria-label="Menu" aria-haspopup="dialog" aria-expanded={isOpen} className="lg:hidden" onClick={() => setOpenedAt(path)}>
        <MenuIcon aria-hidden className="size-5" />
      </Button>
      {isOpen && (
        <Suspense>
          <NavigationPanel onClose={() => setOpenedAt(null)} />
        </Suspense>
      )}
    </>
  );
}
