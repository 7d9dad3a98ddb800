import type { ComponentProps, KeyboardEvent } from "react";
import { cn } from "../class-names.ts";

export const controlLook =
  "w-full min-w-0 rounded-md border border-edge bg-surface px-3 text-sm text-text shadow-xs transition-colors placeholder:text-muted hover:border-muted aria-invalid:border-danger disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted max-sm:text-base";

/** For a field in a long form, where Enter would submit what is not complete. */
export function holdEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === "Enter") event.preventDefault();
}

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input type={type} className={cn(controlLook, "h-9.5", className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea rows={rows} className={cn(controlLook, "block resize-y py-2 leading-normal", className)} {...rest} />
  );
}
