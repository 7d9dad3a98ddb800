import type { Icon } from "../icon.ts";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { cn } from "../class-names.ts";
import { TextInput } from "../forms/text-input.tsx";

export interface Choice {
  /** Unique in the list. */
  key: string;
  group: string;
  label: string;
  hint?: string | undefined;
  icon?: Icon;
  href: string;
  /** What it does instead of going somewhere. */
  act?: () => void;
}

interface FinderProps {
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string, isPasted: boolean) => void;
  /** Choices of one group follow each other. */
  choices: readonly Choice[];
  /** Shown without choices. */
  empty: ReactNode;
  onChoose: (choice: Choice) => void;
}

/** Choices whose labels contain every typed word. */
export function filterChoices<Each extends Pick<Choice, "label">>(choices: readonly Each[], text: string): Each[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** How far the arrow keys move. */
const stepOfKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The active choice, which Enter takes. */
function useActiveChoice(id: string, choices: readonly Choice[], onChoose: (choice: Choice) => void) {
  const [activeKey, setActiveKey] = useState<string>();
  // The first, until the arrows or the pointer move, and when the text excludes the active one.
  const activeIndex = Math.max(
    0,
    choices.findIndex(({ key }) => key === activeKey),
  );
  const activeChoice = choices[activeIndex];
  const activeId = activeChoice === undefined ? undefined : `${id}-${activeIndex}`;
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") {
      event.preventDefault();
      if (activeChoice !== undefined) onChoose(activeChoice);
      return;
    }
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActiveKey(choices[(activeIndex + step + choices.length) % choices.length]?.key);
  };
  return { activeIndex, activeId, setActiveKey, onKeyDown };
}

/** A text field over a list: arrows move, Enter chooses, the focus stays in the field. For a dialog. */
export function Finder({ label, placeholder, text, onTextChange, choices, empty, onChoose }: FinderProps) {
  const id = useId();
  const { activeIndex, activeId, setActiveKey, onKeyDown } = useActiveChoice(id, choices, onChoose);
  return (
    <>
      <TextInput
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={activeId}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={({ target, nativeEvent }) => {
          setActiveKey(undefined);
          onTextChange(target.value, nativeEvent instanceof InputEvent && nativeEvent.inputType === "insertFromPaste");
        }}
        onKeyDown={onKeyDown}
      />
      {/* Announced to screen readers, over the empty list. */}
      <div aria-live="polite" className="relative">
        {choices.length === 0 && (
          <p className="absolute inset-x-0 top-12 px-2.5 text-center text-sm text-muted">{empty}</p>
        )}
      </div>
      {/* Tall on a phone, so that its keyboard leaves room. */}
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        className="mt-3 -mb-2 h-80 overflow-y-auto max-sm:h-[70dvh]"
      >
        {/* By index of the whole list, which the IDs of the options have. */}
        {[...Map.groupBy(choices.entries(), ([, { group }]) => group)].map(([group, entries]) => (
          <div key={group} role="group" aria-label={group}>
            <p aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-semibold text-muted">
              {group}
            </p>
            {entries.map(([index, choice]) => (
              <Option
                key={choice.key}
                id={`${id}-${index}`}
                choice={choice}
                isActive={index === activeIndex}
                onActivate={() => setActiveKey(choice.key)}
                onChoose={() => onChoose(choice)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  onActivate: () => void;
  onChoose: () => void;
}

function Option({ id, choice: { label, hint, icon: Icon }, isActive, onActivate, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and takes the keys
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      onMouseMove={onActivate}
      onClick={onChoose}
      className={cn(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm",
        isActive && "bg-sunken",
      )}
    >
      {Icon !== undefined && <Icon aria-hidden className="size-4 shrink-0 text-muted" />}
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {hint !== undefined && <span className="shrink-0 text-xs text-muted">{hint}</span>}
    </div>
  );
}
