import { useState, type Ref } from "react";
import { Field, FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import {
  elevatedCeilingMessage,
  expiryPresets,
  findCeiling,
  findChoice,
  listDayBounds,
  resolveDay,
  resolvePreset,
  formatExpiry,
  writeDay,
  type ExpiryChoice,
} from "./expiry.ts";
import { expiryField as t } from "./strings.ts";

interface ExpiryFieldProps {
  legend: string;
  /** The date's label, by default "Expires". */
  label?: string;
  /** Hides spans that elevated scopes do not allow, instead of explaining them. */
  hidesBarred?: boolean;
  /** An instant, or empty if no day is chosen. */
  value: string;
  onChange: (instant: string) => void;
  hasElevated: boolean;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

export function ExpiryField({
  legend,
  label = t.expires,
  hidesBarred = false,
  value,
  onChange,
  hasElevated,
  error,
  inputRef,
}: ExpiryFieldProps) {
  const [now] = useState(() => new Date());
  const [chosen, setChosen] = useState<ExpiryChoice | null>(null);
  const choice = chosen ?? findChoice(value, now);
  const isTooLong = value !== "" && Date.parse(value) > findCeiling(hasElevated, now).getTime();
  const fault = error ?? (isTooLong && hasElevated ? elevatedCeilingMessage : undefined);
  const choose = (next: ExpiryChoice, instant: string) => {
    setChosen(next);
    onChange(instant);
  };
  return (
    <FieldGroup legend={legend} why="fields#expiry" error={choice === "date" ? undefined : fault}>
      <div className="grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        {expiryPresets.map((preset) => {
          const isBarred = hasElevated && preset.years > 1;
          if (isBarred && hidesBarred) return null;
          return (
            <RadioCard
              key={preset.id}
              ref={choice === preset.id ? inputRef : undefined}
              name={`${legend}-preset`}
              title={preset.label}
              hint={isBarred ? t.notWithElevated : undefined}
              disabled={isBarred}
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
          now={now}
          value={value}
          hasElevated={hasElevated}
          error={fault}
          onChange={onChange}
          inputRef={inputRef}
        />
      )}
      <p aria-live="polite" className="mt-1 min-h-6 text-sm">
        {value !== "" && (
          <>
            {label} <strong className="font-semibold">{formatExpiry(value)}</strong>{" "}
            <span className="text-muted">{t.inYourTimeZone(<RelativeTime instant={value} />)}</span>
          </>
        )}
      </p>
    </FieldGroup>
  );
}

interface DayFieldProps {
  now: Date;
  value: string;
  hasElevated: boolean;
  error: string | undefined;
  onChange: (instant: string) => void;
  inputRef: Ref<HTMLInputElement> | undefined;
}

function DayField({ now, value, hasElevated, error, onChange, inputRef }: DayFieldProps) {
  const { first, last } = listDayBounds(hasElevated, now);
  return (
    <Field
      label={t.expiryDate}
      error={error}
      hint={hasElevated ? `${elevatedCeilingMessage}.` : undefined}
      required
      className="mt-2"
    >
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
