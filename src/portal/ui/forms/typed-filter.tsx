import { useEffect, useId, useRef, useState, type FormEvent } from "react";
import { Field } from "./field.tsx";
import { Options } from "./select.tsx";
import { TextInput } from "./text-input.tsx";

interface TypedFilterProps {
  label: string;
  value: string | null;
  placeholder: string;
  fault?: string;
  /** null if the text is no such value. */
  read: (text: string) => string | null;
  options?: readonly string[];
  onChange: (value: string | null) => void;
}

/** Long enough to type on. */
const typingPause = 700;

/**
 * Only a valid value goes into the URL: after a pause, on Enter, or when the field is left. Other input stays here and
 * shows an error when the field is left.
 */
export function TypedFilter({ label, value, placeholder, fault, read, options, onChange }: TypedFilterProps) {
  const listId = useId();
  const [typed, setTyped] = useState(value ?? "");
  const [former, setFormer] = useState(value);
  const [isFault, setFault] = useState(false);
  // Follows changes from outside (Back, "Clear filters").
  if (former !== value) {
    setFormer(value);
    setTyped(value ?? "");
    setFault(false);
  }
  const take = () => {
    const next = read(typed);
    const isWrong = next === null && typed.trim() !== "";
    setFault(isWrong);
    if (!isWrong && next !== value) onChange(next);
  };
  const apply = useRef(onChange);
  useEffect(() => {
    apply.current = onChange;
  });
  const valid = read(typed);
  useEffect(() => {
    if (valid === null || valid === value) return undefined;
    const timer = setTimeout(() => apply.current(valid), typingPause);
    return () => clearTimeout(timer);
  }, [valid, value]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Field label={label} error={isFault ? fault : undefined}>
        {(control) => (
          <TextInput
            {...control}
            value={typed}
            placeholder={placeholder}
            list={options === undefined ? undefined : listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={take}
            className="font-mono"
          />
        )}
      </Field>
      {options !== undefined && (
        <datalist id={listId}>
          <Options of={options.map((option) => [option, ""])} />
        </datalist>
      )}
    </form>
  );
}
