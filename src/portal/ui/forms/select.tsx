import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../class-names.ts";
import { controlLook } from "./text-input.tsx";

/** The native select: works on phones, by keyboard and with screen readers. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <div className={cn("relative", className)}>
      <select className={cn(controlLook, "h-9.5 cursor-pointer appearance-none truncate pr-9")} {...rest} />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </div>
  );
}
