import { X } from "lucide-react";
import {
  useRef,
  useState,
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";
import { cn } from "../../ui/class-names.ts";
import { Field } from "../../ui/forms/field.tsx";
import type { GuideAnchor } from "../../ui/forms/why.tsx";
import { controlLook } from "../../ui/forms/text-input.tsx";
import { chipsField as t } from "./lazy-strings.ts";

interface ChipsFieldProps {
  label: ReactNode;
  why: GuideAnchor;
  hint?: ReactNode;
  error?: string | undefined;
  /** The entries' noun: "host". */
  noun: string;
  placeholder: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  onBlur?: () => void;
  validate: (entry: string) => string | null;
  /** What is meant by what was typed or pasted, such as the host of a URL. */
  normalize?: (text: string) => string;
  inputRef?: Ref<HTMLInputElement>;
}

const separators = /[\s,;]+/;

/** Enter, a comma, a space or leaving the field adds the entry; Backspace removes the last one. */
export function ChipsField({
  label,
  why,
  hint,
  error,
  noun,
  placeholder,
  value,
  onChange,
  onBlur,
  validate,
  normalize = keep,
  inputRef,
}: ChipsFieldProps) {
  const { draft, add, ...handlers } = useDraft(value, onChange, normalize);
  const problem = draft.trim() === "" ? null : validate(normalize(draft.trim().toLowerCase()));
  const wrong = value.flatMap((entry) => {
    const fault = validate(entry);
    return fault === null ? [] : [`“${entry}”: ${fault}`];
  });
  const fault = wrong.length > 0 ? wrong.join(".\n") : error;
  return (
    <Field
      label={label}
      why={why}
      hint={<span aria-live="polite">{draft === "" ? hint : (problem ?? t.pressEnterToAdd)}</span>}
      error={fault}
      optional
    >
      {(control) => (
        <>
          <Chips
            value={value}
            validate={validate}
            noun={noun}
            inputId={control.id}
            onRemove={(entry) => onChange(value.filter((each) => each !== entry))}
          />
          <input
            {...control}
            ref={inputRef}
            value={draft}
            placeholder={value.length === 0 ? placeholder : t.another(noun)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={cn(controlLook, "h-9.5 font-mono")}
            {...handlers}
            onBlur={() => {
              add(draft);
              onBlur?.();
            }}
          />
        </>
      )}
    </Field>
  );
}

const keep = (text: string) => text;

function useDraft(value: readonly string[], onChange: (value: string[]) => void, normalize: (text: string) => string) {
  const [draft, setDraft] = useState("");
  const add = (text: string) => {
    const entries = text
      .toLowerCase()
      .split(separators)
      .map(normalize)
      .filter((entry) => entry !== "");
    setDraft("");
    if (entries.length > 0) onChange([...new Set([...value, ...entries])]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" || event.key === ",") {
      // Enter would submit the form.
      event.preventDefault();
      add(draft);
    } else if (event.key === "Backspace" && draft === "" && value.length > 0) {
      setDraft(value.at(-1) ?? "");
      onChange(value.slice(0, -1));
      event.preventDefault();
    }
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text");
    if (!separators.test(text.trim())) return;
    event.preventDefault();
    add(draft + text);
  };
  const onType = (event: ChangeEvent<HTMLInputElement>) =>
    separators.test(event.target.value) ? add(event.target.value) : setDraft(event.target.value);
  return { draft, add, onKeyDown, onPaste, onChange: onType };
}

interface ChipsProps {
  value: readonly string[];
  noun: string;
  validate: (entry: string) => string | null;
  /** Focused when no chip is left. */
  inputId: string;
  onRemove: (entry: string) => void;
}

function Chips({ value, noun, validate, inputId, onRemove }: ChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const remove = (entry: string, index: number) => {
    // Before the chip goes, and the focus with it: to the next one, else the one before, else the field.
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    (buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById(inputId))?.focus();
    onRemove(entry);
  };
  if (value.length === 0) return null;
  return (
    <ul ref={list} className="flex flex-wrap gap-1.5" aria-label={t.selected(noun)}>
      {value.map((entry, index) => {
        const isWrong = validate(entry) !== null;
        return (
          <li
            key={entry}
            className={cn(
              "inline-flex max-w-full items-center gap-0.5 rounded-md border py-0.5 pr-0.5 pl-2 font-mono text-[0.8125rem]",
              isWrong ? "border-danger bg-danger-soft text-danger" : "border-edge bg-sunken",
            )}
          >
            <span className="min-w-0 wrap-anywhere">{entry}</span>
            <button
              type="button"
              aria-label={t.remove(entry)}
              className="grid size-6 shrink-0 cursor-pointer place-items-center rounded hover:bg-line"
              onClick={() => remove(entry, index)}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface EntryError {
  message?: string | undefined;
}

export function describeEntryFault(
  error: EntryError | readonly (EntryError | undefined)[] | undefined,
  entries: readonly string[],
): string | undefined {
  if (error === undefined) return undefined;
  const faults = Array.isArray(error) ? (error as readonly (EntryError | undefined)[]) : [];
  const place = faults.findIndex((fault) => fault?.message !== undefined);
  if (place === -1) return (error as EntryError).message;
  return `“${entries[place] ?? ""}”: ${faults[place]?.message ?? ""}`;
}
