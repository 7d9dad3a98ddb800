import { useState, type ReactNode, type Ref } from "react";
import { Button } from "../ui/button.tsx";
import { Field, FieldError, FieldGroup } from "../ui/forms/field.tsx";
import { holdEnter, TextInput } from "../ui/forms/text-input.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { readError } from "./portal-error.ts";
import { useSettled } from "./use-settled.ts";

interface RecordSearchProps {
  /** What is searched for: "Case". */
  label: string;
  hint: string;
  /** Where the guides say why the record is asked for. */
  why?: GuideAnchor | undefined;
  optional?: boolean;
  className?: string;
  placeholder?: string;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  /** The name of the chosen record; null for none. */
  chosen: string | null;
  /** The button that takes the choice back: "Another case". */
  another: string;
  onClear: () => void;
  onType?: (typed: string) => void;
  onBlur?: () => void;
  /** What a text of two characters or more finds, once typing pauses. */
  children: (wanted: string) => ReactNode;
}

const typingPause = 300;

/** A field that finds a record, and the record once it is chosen. */
export function RecordSearch(props: RecordSearchProps) {
  const { label, hint, why, optional = false, className, placeholder, error, chosen, another } = props;
  const { inputRef, onClear, onType, onBlur, children } = props;
  const [typed, setTyped] = useState("");
  const wanted = useSettled(typed.trim(), typingPause);
  if (chosen !== null)
    return (
      <FieldGroup legend={label} error={error}>
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-accent bg-accent-soft px-3 py-2.5 text-sm">
          <span className="font-medium wrap-anywhere">{chosen}</span>
          <Button size="sm" onClick={onClear}>
            {another}
          </Button>
        </div>
      </FieldGroup>
    );
  return (
    <div className={className ?? "grid gap-2.5"}>
      <Field label={label} hint={hint} why={why} error={error} required={!optional} optional={optional}>
        {(control) => (
          <TextInput
            {...control}
            ref={inputRef}
            type="search"
            autoComplete="off"
            maxLength={100}
            placeholder={placeholder}
            value={typed}
            onBlur={onBlur}
            onChange={({ target }) => {
              setTyped(target.value);
              onType?.(target.value);
            }}
            onKeyDown={holdEnter}
          />
        )}
      </Field>
      {wanted.length > 1 && children(wanted)}
    </div>
  );
}

interface FoundListProps<Item extends { id: string }> {
  /** Undefined while it is searched. */
  items: readonly Item[] | undefined;
  error: unknown;
  texts: { searching: string; none: string; list: string };
  children: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
}

/** The records that a search found, each a button. */
export function FoundList<Item extends { id: string }>({
  items,
  error,
  texts: { searching, none, list },
  children,
  onChoose,
}: FoundListProps<Item>) {
  if (error !== null) return <FieldError message={readError(error).message} />;
  if (items === undefined) return <output className="text-sm text-muted">{searching}</output>;
  if (items.length === 0) return <output className="text-sm text-muted">{none}</output>;
  return (
    <ul aria-label={list} className="divide-y divide-line overflow-hidden rounded-md border border-line">
      {items.map((item) => (
        <li key={item.id}>
          <button
            type="button"
            onClick={() => onChoose(item)}
            className="flex w-full cursor-pointer flex-wrap gap-x-3 px-3 py-2 text-left text-sm wrap-anywhere -outline-offset-3! hover:bg-sunken"
          >
            {children(item)}
          </button>
        </li>
      ))}
    </ul>
  );
}
