import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { buttonBase, buttonSizes, buttonVariants } from "./button-classes.ts";
import { cn } from "./class-names.ts";
import { Spinner } from "./feedback/progress.tsx";

export const buttonLook = cva(buttonBase, {
  variants: { variant: buttonVariants, size: buttonSizes },
  defaultVariants: { variant: "secondary", size: "md" },
});

export type ButtonLook = VariantProps<typeof buttonLook>;

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows progress and ignores clicks. The button keeps the focus. */
  busy?: boolean | undefined;
}

/** An icon-only button needs an aria-label. */
export function Button({
  variant,
  size,
  busy = false,
  className,
  type = "button",
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- "button" by default
      type={busy ? "button" : type}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      className={cn(buttonLook({ variant, size }), className)}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
