import { Search } from "lucide-react";
import { useId, useState } from "react";
import { CheckboxBox } from "../../ui/forms/checkbox.tsx";
import { cn } from "../../ui/class-names.ts";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { groupTypes, toggleTypes, whyClosed, type TypeChoice, type TypeGroup } from "./event-type-groups.ts";
import { TypeName } from "../type-name.tsx";
import { eventTypePicker as t } from "./strings.ts";

interface EventTypePickerProps {
  /** null until a key is chosen. */
  scopes: readonly string[] | null;
  value: readonly string[];
  onChange: (types: string[]) => void;
}

/** Types that the key cannot see are disabled with the missing scope. */
export function EventTypePicker({ scopes, value, onChange }: EventTypePickerProps) {
  const [search, setSearch] = useState("");
  const groups = groupTypes(scopes ?? ["events:read"], search);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="relative w-full sm:w-80">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
          />
          <TextInput
            type="search"
            aria-label={t.searchEventTypes}
            placeholder={t.search}
            className="pl-9"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </div>
        <output className="text-sm text-muted">{value.length === 0 ? t.noneSelected : t.chosen(value.length)}</output>
      </div>
      {groups.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge/60 px-4 py-6 text-center text-sm text-muted">
          {t.noEventTypesMatch}
        </p>
      )}
      {groups.map((group) => (
        <Group
          key={group.area}
          group={group}
          value={value}
          onToggle={(types, isTicked) => onChange(toggleTypes(value, types, isTicked))}
        />
      ))}
    </div>
  );
}

interface GroupProps {
  group: TypeGroup;
  value: readonly string[];
  onToggle: (types: readonly string[], isTicked: boolean) => void;
}

function Group({ group: { title, choices }, value, onToggle }: GroupProps) {
  const open = choices.filter(({ reason }) => reason === null).map(({ type }) => type);
  const ticked = open.filter((type) => value.includes(type)).length;
  const isAll = open.length > 0 && ticked === open.length;
  const closed = whyClosed({ choices });
  return (
    <fieldset className="min-w-0 overflow-hidden rounded-lg border border-line">
      <legend className="sr-only">{title}</legend>
      <label
        className={cn(
          "flex min-h-10 items-center gap-3 border-b border-line bg-sunken px-3 py-2 text-sm font-semibold sm:px-4",
          open.length > 0 && "cursor-pointer",
        )}
      >
        <CheckboxBox
          checked={isAll}
          disabled={open.length === 0}
          aria-label={t.all(title)}
          ref={(box) => {
            if (box !== null) box.indeterminate = ticked > 0 && !isAll;
          }}
          onChange={() => onToggle(open, !isAll)}
        />
        <span className="min-w-0">
          {title}
          {closed !== null && <span className="block font-normal text-warning">{closed}</span>}
        </span>
        <span className="ml-auto font-normal text-muted">{t.countOf(ticked, choices.length)}</span>
      </label>
      <div className="grid gap-px bg-line sm:grid-cols-2">
        {choices.map((choice) => (
          <TypeBox
            key={choice.type}
            choice={closed === null ? choice : { ...choice, reason: null }}
            isClosed={choice.reason !== null}
            isTicked={value.includes(choice.type)}
            onToggle={onToggle}
          />
        ))}
        {/* An odd last cell fills its row. */}
        {choices.length % 2 === 1 && <div aria-hidden className="bg-surface max-sm:hidden" />}
      </div>
    </fieldset>
  );
}

interface TypeBoxProps {
  choice: TypeChoice;
  isClosed: boolean;
  isTicked: boolean;
  onToggle: GroupProps["onToggle"];
}

function TypeBox({ choice: { type, sentence, reason }, isClosed: isUnseen, isTicked, onToggle }: TypeBoxProps) {
  const id = useId();
  // A type ticked before the key lost its scope can be unticked.
  const isClosed = isUnseen && !isTicked;
  return (
    <label
      htmlFor={id}
      className={cn(
        "flex items-start gap-3 bg-surface px-3 py-2.5 sm:px-4",
        isClosed ? "cursor-not-allowed" : "cursor-pointer hover:bg-sunken",
        isTicked && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <CheckboxBox
        id={id}
        checked={isTicked}
        disabled={isClosed}
        aria-describedby={`${id}-sentence`}
        onChange={() => onToggle([type], !isTicked)}
        className="mt-0.5"
      />
      <span className="min-w-0 text-sm leading-snug">
        <TypeName type={type} />
        <span
          id={`${id}-sentence`}
          className={cn("mt-0.5 block text-[0.8125rem] text-muted", reason !== null && "text-warning")}
        >
          {reason ?? sentence}
        </span>
      </span>
    </label>
  );
}
