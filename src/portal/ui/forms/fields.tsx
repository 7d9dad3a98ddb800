import type { ComponentProps } from "react";
import { Field, type ControlProps, type FieldProps } from "./field.tsx";
import { Choice, OneOf, type ChoiceProps, type OneOfProps } from "./select.tsx";
import { Textarea, TextInput } from "./text-input.tsx";

/** The field's own props, which it does not pass on to its control. */
type Labels = Omit<FieldProps, "children">;

/** A field of one control: the field's props, and those of the control that the field does not set. */
type FieldOf<Control> = Labels & Omit<Control, keyof Labels | keyof ControlProps>;

type TextOf<Control> = FieldOf<Omit<Control, "value" | "onChange">> & {
  value: string | number;
  onChange: (text: string) => void;
};

function split<Props extends Labels>({ label, hint, error, required, optional, why, className, ...control }: Props) {
  return [{ label, hint, error, required, optional, why, className }, control] as const;
}

/** A field of one line of text. */
export function TextField({ onChange, ...props }: TextOf<ComponentProps<"input">>) {
  const [labels, input] = split(props);
  return (
    <Field {...labels}>
      {(control) => <TextInput {...control} {...input} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

/** A field of several lines of text. */
export function TextareaField({ onChange, ...props }: TextOf<ComponentProps<"textarea">>) {
  const [labels, textarea] = split(props);
  return (
    <Field {...labels}>
      {(control) => <Textarea {...control} {...textarea} onChange={({ target }) => onChange(target.value)} />}
    </Field>
  );
}

/** A field of one of several values. */
export function OneOfField<Value extends string>(props: FieldOf<OneOfProps<Value>>) {
  const { label, hint, error, required, optional, why, className, ...select } = props;
  return (
    <Field {...{ label, hint, error, required, optional, why, className }}>
      {(control) => <OneOf {...control} {...select} />}
    </Field>
  );
}

/** A field of one of several values, or none. */
export function ChoiceField<Value extends string>(props: FieldOf<ChoiceProps<Value>>) {
  const { label, hint, error, required, optional, why, className, ...select } = props;
  return (
    <Field {...{ label, hint, error, required, optional, why, className }}>
      {(control) => <Choice {...control} {...select} />}
    </Field>
  );
}
