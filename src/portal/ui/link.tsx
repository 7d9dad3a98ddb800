import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonLook } from "./button.tsx";
import type { ButtonLook } from "./button.tsx";
import { cn } from "./class-names.ts";

type LinkProps = ComponentProps<typeof Link>;

/** A link to another screen, without fetching it before it is asked for. */
export function PlainLink(props: LinkProps) {
  return <Link prefetch={false} {...props} />;
}

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <PlainLink className={cn("text-accent underline underline-offset-3 hover:decoration-2", className)} {...rest} />;
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <PlainLink className={cn(buttonLook({ variant, size }), className)} {...rest} />;
}
