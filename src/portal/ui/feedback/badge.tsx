import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "../class-names.ts";

const look = cva(
  "inline-flex items-center gap-1 rounded-full border px-2 py-0.5 font-sans text-xs leading-4 font-medium tracking-normal whitespace-nowrap",
  {
    variants: {
      tone: {
        neutral: "border-line bg-sunken text-muted",
        info: "border-accent/25 bg-accent-soft text-accent",
        success: "border-success/25 bg-success-soft text-success",
        warning: "border-warning/25 bg-warning-soft text-warning",
        danger: "border-danger/25 bg-danger-soft text-danger",
        outline: "border-edge bg-transparent text-text",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof look>["tone"]>;

export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & { tone?: BadgeTone | undefined }) {
  return <span className={cn(look({ tone }), className)} {...rest} />;
}
