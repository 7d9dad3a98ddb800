import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button.tsx";
import { cn } from "./class-names.ts";

type LinkProps = ComponentProps<typeof Link>;

export function PlainLink(props: LinkProps) {
  return <Link prefetch={false} {...props} />;
}

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <PlainLink className={cn("text-accent underline underline-offset-3 hover:decoration-2", className)} {...rest} />
  );
}

export function LinkButton({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <PlainLink className={cn(buttonLook({ variant, size }), className)} {...rest} />;
}
