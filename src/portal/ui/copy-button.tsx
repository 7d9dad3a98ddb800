import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, type ButtonLook } from "./button.tsx";
import { copyButton as t } from "./strings.ts";

interface CopyButtonProps extends ButtonLook {
  text: string;
  /** The accessible object: "the secret". */
  what: string;
  /** Shows only the icon. */
  compact?: boolean;
  className?: string;
  onCopied?: () => void;
}

export function CopyButton({
  text,
  what,
  compact = false,
  onCopied,
  size = "sm",
  variant = "secondary",
  className,
}: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "blocked">("idle");
  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), 2500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
      onCopied?.();
    } catch {
      // Without https, or if the browser forbids it.
      setState("blocked");
    }
  };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <Button
      size={compact ? "icon-sm" : size}
      variant={compact ? "ghost" : variant}
      className={className}
      onClick={() => void copy()}
    >
      <Icon aria-hidden className="size-4" />
      <span aria-live="polite" className={compact ? "sr-only" : undefined}>
        {t[state]}
      </span>
      <span className="sr-only"> {what}</span>
    </Button>
  );
}
