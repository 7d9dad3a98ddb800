import type { LucideIcon } from "lucide-react";
import { Button } from "../button.tsx";

interface MoveButtonProps {
  label: string;
  isBarred: boolean;
  onMove: () => void;
  icon: LucideIcon;
}

/** Keeps the focus at the end of the list: a disabled button would lose it. */
export function MoveButton({ label, isBarred, onMove, icon: Icon }: MoveButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      aria-disabled={isBarred || undefined}
      onClick={isBarred ? undefined : onMove}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  );
}
