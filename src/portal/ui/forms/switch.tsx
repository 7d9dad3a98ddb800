import { useId, type ComponentProps, type ReactNode } from "react";
import { cn } from "../class-names.ts";
import { Why, type GuideAnchor } from "./why.tsx";
import { LabeledControl } from "./labeled-control.tsx";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role"> {
  label: ReactNode;
  hint?: ReactNode;
  why?: GuideAnchor;
}

export function Switch({ label, hint, why, className, ...rest }: SwitchProps) {
  const id = useId();
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <LabeledControl
      id={id}
      hintId={hintId}
      label={label}
      hint={hint}
      after={why !== undefined && <Why at={why} of={label} />}
      className={cn("gap-3", className)}
    >
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the browser knows whether a box is checked
        role="switch"
        aria-describedby={hintId}
        className="switch mt-px cursor-pointer"
        {...rest}
      />
    </LabeledControl>
  );
}
