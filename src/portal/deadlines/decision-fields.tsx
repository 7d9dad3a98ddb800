import { Field } from "../ui/forms/field.tsx";
import { OneOf } from "../ui/forms/select.tsx";
import { Textarea } from "../ui/forms/text-input.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { decisionFields as t } from "./lazy-strings.ts";

interface DecisionFieldProps<Decision extends string> {
  /** The paragraph of the guide that says what the decision does. */
  why?: GuideAnchor;
  choices: readonly Decision[];
  names: Readonly<Record<Decision, string>>;
  value: Decision;
  onChange: (value: Decision) => void;
}

/** What the second person decides. */
export function DecisionField<Decision extends string>({
  choices,
  names,
  value,
  onChange,
  ...field
}: DecisionFieldProps<Decision>) {
  return (
    <Field label={t.decision} {...field} required>
      {(control) => (
        <OneOf {...control} values={choices} name={(each) => names[each]} value={value} onChange={onChange} />
      )}
    </Field>
  );
}

interface NoteFieldProps {
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
  error?: string | undefined;
}

export function NoteField({ value, onChange, isRequired = false, error }: NoteFieldProps) {
  return (
    <Field label={t.note} error={error} optional={!isRequired} required={isRequired}>
      {(control) => (
        <Textarea {...control} maxLength={2_000} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
