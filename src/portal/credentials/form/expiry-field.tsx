import { useState, type Ref } from "react";
import { Field, FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { InRow, RelativeTime } from "../../ui/relative-time.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import {
  elevatedCeilingMessage,
  expiryPresets,
  findCeiling,
  findChoice,
  isLater,
  listDayBounds,
  resolveDay,
  resolvePreset,
  formatExpiry,
  writeDay,
  type ExpiryChoice,
  type ExpiryPreset,
} from "./expiry.ts";
import { expiryField as t } from "./strings.ts";

interface ExpiryFieldProps {
  legend: string;
  /** A section's title says what it is, and why: the legend is for screen readers. */
  isTitled?: boolean | undefined;
  /** The date's label, by default "Expires". */
  label?: string;
  /** Hides spans that elevated scopes do not allow, instead of explaining them. */
  hidesBarred?: boolean;
  /** An instant, or empty if no day is chosen. */
  value: string;
  onChange: (instant: string) => void;
  hasElevated: boolean;
  /** The present expiry, than which only a later one can be chosen. */
  after?: string;
  /** A choice before the spans: an instant that something else has. */
  given?: { title: string; instant: string };
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

export function ExpiryField({
  legend,
  isTitled,
  label = t.expires,
  hidesBarred = false,
  value,
  onChange,
  hasElevated,
  after = "",
  given,
  error,
  inputRef,
}: ExpiryFieldProps) {
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<ExpiryChoice | "given" | null>(null);
  const choice = chosen ?? (value === given?.instant ? "given" : findChoice(value, now));
  const isTooLong = value !== "" && Date.parse(value) > findCeiling(hasElevated, now).getTime();
  const fault = error ?? describeCeiling(isTooLong, hasElevated);
  const choose = (next: ExpiryChoice | "given", instant: string) => {
    setChosen(next);
    onChange(instant);
  };
  return (
    <FieldGroup legend={legend} isTitled={isTitled} why="fields#expiry" error={choice === "date" ? undefined : fault}>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        {given !== undefined && (
          <RadioCard
            name={`${legend}-preset`}
            title={given.title}
            checked={choice === "given"}
            onChange={() => choose("given", given.instant)}
          />
        )}
        {expiryPresets.map((preset) => {
          const barrier = findBarrier(preset, { hasElevated, after, now });
          if (barrier !== undefined && hidesBarred) return null;
          return (
            <RadioCard
              key={preset.id}
              ref={choice === preset.id ? inputRef : undefined}
              name={`${legend}-preset`}
              title={preset.label}
              hint={barrier}
              disabled={barrier !== undefined}
              checked={choice === preset.id}
              onChange={() => choose(preset.id, resolvePreset(preset, now).toISOString())}
            />
          );
        })}
        <RadioCard
          name={`${legend}-preset`}
          title={t.customDate}
          checked={choice === "date"}
          onChange={() => choose("date", "")}
        />
      </div>
      {choice === "date" && (
        <DayField
          value={value}
          bounds={listDayBounds(hasElevated, now, after)}
          hint={hasElevated ? `${elevatedCeilingMessage}.` : undefined}
          error={fault}
          onChange={onChange}
          inputRef={inputRef}
        />
      )}
      <p aria-live="polite" className="mt-1 min-h-6 text-sm">
        {value !== "" && (
          <>
            {label} <strong className="font-semibold">{formatExpiry(value)}</strong>{" "}
            <span className="text-muted">
              {/* The exact time stands before it. */}
              <InRow value>{t.inYourTimeZone(<RelativeTime instant={value} />)}</InRow>
            </span>
          </>
        )}
      </p>
    </FieldGroup>
  );
}

const describeCeiling = (isTooLong: boolean, hasElevated: boolean) =>
  isTooLong && hasElevated ? elevatedCeilingMessage : undefined;

interface Bounds {
  hasElevated: boolean;
  after: string;
  now: Date;
}

/** Why a preset cannot be chosen. */
function findBarrier(preset: ExpiryPreset, { hasElevated, after, now }: Bounds): string | undefined {
  if (hasElevated && preset.years > 1) return t.notWithElevated;
  return isLater(resolvePreset(preset, now), after) ? undefined : t.notLater;
}

interface DayFieldProps {
  value: string;
  bounds: { first: string; last: string };
  hint: string | undefined;
  error: string | undefined;
  onChange: (instant: string) => void;
  inputRef: Ref<HTMLInputElement> | undefined;
}

function DayField({ value, bounds: { first, last }, hint, error, onChange, inputRef }: DayFieldProps) {
  return (
    <Field label={t.expiryDate} error={error} hint={hint} required className="mt-2">
      {(control) => (
        <TextInput
          {...control}
          ref={inputRef}
          type="date"
          defaultValue={value === "" ? "" : writeDay(new Date(value))}
          className="max-w-52"
          min={first}
          max={last}
          onChange={(event) => onChange(resolveDay(event.target.value)?.toISOString() ?? "")}
        />
      )}
    </Field>
  );
}
