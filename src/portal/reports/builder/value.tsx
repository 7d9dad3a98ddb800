import { useId } from "react";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field, FieldGroup } from "../../ui/forms/field.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { TextareaField } from "../../ui/forms/fields.tsx";
import type { ReportField, ValueDraft } from "./draft.ts";
import type { ValueKind } from "./filters.ts";
import { capitalize } from "../../../contract/values/capitalize.ts";
import { valueField as t } from "./lazy-strings.ts";

interface ValueFieldProps {
  label: string;
  kind: ValueKind;
  field: ReportField;
  value: ValueDraft;
  onChange: (value: ValueDraft) => void;
  error: string | undefined;
  optional?: boolean;
}

export function ValueField(props: ValueFieldProps) {
  const { kind, field, value } = props;
  if (kind === "none") return null;
  if (kind === "list") return field.options === null ? <Lines {...props} /> : <Ticks {...props} />;
  const ownOptions = kind === "text" ? field.options : null;
  const options = kind === "boolean" ? yesAndNo : ownOptions;
  return options === null ? (
    <Typed {...props} value={String(value)} />
  ) : (
    <Chosen {...props} value={String(value)} options={options} />
  );
}

const yesAndNo = [
  { value: "true", label: t.yes },
  { value: "false", label: t.no },
];

function Chosen({
  label,
  value,
  onChange,
  error,
  optional = false,
  options,
}: ValueFieldProps & { value: string; options: readonly { value: string; label: string }[] }) {
  return (
    <Field label={label} error={error} optional={optional}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{optional ? t.none : t.chooseValue}</option>
          <Options of={options.map((option) => [option.value, capitalize(option.label)])} />
        </Select>
      )}
    </Field>
  );
}

const inputs: Partial<Record<ValueKind, { type?: string; inputMode?: "decimal" | "numeric"; placeholder?: string }>> = {
  money: { inputMode: "decimal", placeholder: "1250.00" },
  number: { inputMode: "decimal" },
  days: { inputMode: "numeric", placeholder: "30" },
  date: { type: "date" },
};

function addUnit(label: string, kind: ValueKind): string {
  if (kind === "money") return t.inDollars(label);
  return kind === "days" ? t.inDays(label) : label;
}

function Typed({ label, kind, value, onChange, error, optional = false }: ValueFieldProps & { value: string }) {
  return (
    <Field label={addUnit(label, kind)} error={error} optional={optional}>
      {(control) => (
        <TextInput
          {...control}
          {...inputs[kind]}
          value={value}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

/** Free values, one per line. */
function Lines({ label, value, onChange, error, optional = false }: ValueFieldProps) {
  const lines = Array.isArray(value) ? value : [];
  return (
    <TextareaField
      label={t.onePerLine(label)}
      error={error}
      optional={optional}
      value={lines.join("\n")}
      onChange={(text) => onChange(text === "" ? [] : text.split("\n"))}
      onBlur={() => onChange(lines.map((line) => line.trim()).filter((line) => line !== ""))}
    />
  );
}

function Ticks({ label, field, value, onChange, error, optional = false }: ValueFieldProps) {
  const id = useId();
  const chosen = Array.isArray(value) ? value : [];
  const toggle = (option: string) =>
    onChange(chosen.includes(option) ? chosen.filter((each) => each !== option) : [...chosen, option]);
  return (
    <FieldGroup legend={<span id={id}>{optional ? t.optional(label) : label}</span>} error={error}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- scrolled by keyboard */}
      <div
        role="group"
        aria-labelledby={id}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
        tabIndex={0}
        className="grid max-h-56 gap-2 overflow-y-auto rounded-md border border-edge bg-surface px-3 py-2.5"
      >
        {field.options?.map((option) => (
          <Checkbox
            key={option.value}
            label={capitalize(option.label)}
            checked={chosen.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
