import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "../class-names.ts";
import { controlLook } from "./text-input.tsx";

/** The native select: works on phones, by keyboard and with screen readers. */
export function Select({ className, ...rest }: ComponentProps<"select">) {
  return (
    <div className={cn("relative", className)}>
      <select className={cn(controlLook, "h-9.5 cursor-pointer appearance-none truncate pr-9")} {...rest} />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}

/** The options of a select: values with their labels. */
export function Options({ of }: { of: Iterable<readonly [value: string | number, label: string]> }) {
  return [...of].map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export interface ChoiceProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "name" | "value" | "onChange"
> {
  values: readonly Value[];
  name: (value: Value) => string;
  /** The first option, which is null: "All statuses". */
  none: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
}

/** A select of one of the values, or none: a filter. */
export function Choice<Value extends string>({ values, name, none, value, onChange, ...rest }: ChoiceProps<Value>) {
  return (
    <Select
      value={value ?? ""}
      onChange={({ target }) => onChange(values.find((each) => each === target.value) ?? null)}
      {...rest}
    >
      <option value="">{none}</option>
      <Options of={values.map((each) => [each, name(each)])} />
    </Select>
  );
}

export type OneOfProps<Value extends string> = Omit<ChoiceProps<Value>, "none" | "value" | "onChange"> & {
  value: Value;
  onChange: (value: Value) => void;
};

/** A select of one of the values: a field. */
export function OneOf<Value extends string>({ values, name, value, onChange, ...rest }: OneOfProps<Value>) {
  return (
    <Select
      value={value}
      onChange={({ target }) => onChange(values.find((each) => each === target.value) ?? value)}
      {...rest}
    >
      <Options of={values.map((each) => [each, name(each)])} />
    </Select>
  );
}
