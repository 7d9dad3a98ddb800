import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "./class-names.ts";
import { Spinner } from "./feedback/progress.tsx";

export const buttonLook = cva(
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-md border font-semibold whitespace-nowrap no-underline transition-colors select-none disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60",
  {
    variants: {
      variant: {
        primary: "border-accent bg-accent text-on-accent shadow-xs hover:border-accent-strong hover:bg-accent-strong",
        secondary: "border-edge bg-surface text-text shadow-xs hover:bg-sunken",
        ghost: "border-transparent bg-transparent text-text hover:bg-sunken",
        danger: "border-danger bg-danger text-on-danger shadow-xs hover:opacity-90",
        "danger-quiet": "border-edge bg-surface text-danger shadow-xs hover:border-danger hover:bg-danger-soft",
      },
      size: {
        md: "h-9.5 px-4 text-sm",
        sm: "h-8 px-3 text-[0.8125rem]",
        lg: "h-11 px-5 text-base",
        icon: "size-9 p-0",
        "icon-sm": "size-8 p-0",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export type ButtonLook = VariantProps<typeof buttonLook>;

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows progress and ignores clicks. The button keeps the focus. */
  busy?: boolean | undefined;
}

/** An icon-only button needs an aria-label. */
export function Button({ variant, size, busy = false, className, type = "button", onClick, children, ...rest }: ButtonProps) {
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
