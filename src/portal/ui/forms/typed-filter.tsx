import { useId, useState, type FormEvent } from "react";
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

/** Only a valid value goes into the URL, on Enter or when the field is left; other input stays here and shows an error. */
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
