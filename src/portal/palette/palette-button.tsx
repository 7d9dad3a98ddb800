import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../ui/button.tsx";
import { later } from "../ui/feedback/later.tsx";
import { paletteButton as t } from "./strings.ts";

const Palette = later(() => import("./palette.tsx"));

/** Opens the palette, as Ctrl+K and Command+K do. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Over another dialog it would hide what is typed there.
      if (document.querySelector("[role=dialog], [role=alertdialog]") === null) setOpen(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, []);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t.goTo}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t.goToByKeys}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden className="size-5" />
      </Button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}
