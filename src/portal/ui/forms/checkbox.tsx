import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "../class-names.ts";
import { LabeledControl } from "./labeled-control.tsx";

type BoxProps = Omit<ComponentProps<"input">, "type">;

/** For grids whose row and column name it; needs an aria-label. */
export function CheckboxBox({ className, ...rest }: BoxProps) {
  return (
    <input
      type="checkbox"
      className={cn("checkbox size-4.5 shrink-0 cursor-pointer disabled:cursor-not-allowed", className)}
      {...rest}
    />
  );
}

interface CheckboxProps extends BoxProps {
  label: ReactNode;
  hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <LabeledControl id={id} hintId={hintId} label={label} hint={hint} className={cn("gap-2.5", className)}>
      <CheckboxBox id={id} aria-describedby={hintId} className="mt-0.5" {...rest} />
    </LabeledControl>
  );
}
