import { Field, FieldGroup } from "../../ui/forms/field.tsx";
import { RadioCard } from "../../ui/forms/radio-cards.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { TextField } from "../../ui/forms/fields.tsx";
import { MemberTicks } from "../builder/members.tsx";
import { ParameterField } from "../run/parameter-field.tsx";
import type { Parameter } from "../report-types.ts";
import type { ScheduleValues } from "./schedule-form.ts";
import { formatLabels, frequencyLabels, formatHour, describeTiming, weekdays } from "./schedule-labels.ts";
import { scheduleFields as t } from "./strings.ts";

interface ScheduleFieldsProps {
  values: ScheduleValues;
  change: (changes: Partial<ScheduleValues>) => void;
  parameters: readonly Parameter[];
  faults: Readonly<Record<string, string>>;
  timeZone: string;
}

const frequencies = ["daily", "weekly", "monthly"] as const;
const formats = ["xlsx", "csv", "ndjson"] as const;
const formatHints = t.formatHints;

export function ScheduleFields(props: ScheduleFieldsProps) {
  const { values, change, parameters, faults } = props;
  return (
    <>
      <TextField
        label={t.name}
        why="fields#schedule"
        error={faults["name"]}
        required
        value={values.name}
        maxLength={200}
        autoComplete="off"
        onChange={(text) => change({ name: text })}
      />
      <When {...props} />
      <FieldGroup legend={t.file} error={faults["format"]}>
        <div className="grid gap-2.5 sm:grid-cols-3">
          {formats.map((format) => (
            <RadioCard
              key={format}
              name="format"
              title={formatLabels[format]}
              hint={formatHints[format]}
              checked={values.format === format}
              onChange={() => change({ format })}
            />
          ))}
        </div>
      </FieldGroup>
      {parameters.length > 0 && (
        <FieldGroup legend={t.parameters} error={faults["parameters"]}>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {parameters.map((parameter) => (
              <ParameterField
                key={parameter.key}
                parameter={parameter}
                value={values.parameters[parameter.key] ?? ""}
                error={faults[`parameters.${parameter.key}`]}
                onChange={(value) => change({ parameters: { ...values.parameters, [parameter.key]: value } })}
              />
            ))}
          </div>
        </FieldGroup>
      )}
      <MemberTicks
        legend={t.recipients}
        value={values.recipientIds}
        onChange={(recipientIds) => change({ recipientIds })}
        error={faults["recipientIds"]}
      />
    </>
  );
}

function When({ values, change, faults, timeZone }: ScheduleFieldsProps) {
  return (
    <div className="grid gap-3">
      <FieldGroup legend={t.frequency} why="fields#schedule" error={faults["frequency"]}>
        <div className="grid gap-2.5 sm:grid-cols-3">
          {frequencies.map((frequency) => (
            <RadioCard
              key={frequency}
              name="frequency"
              title={frequencyLabels[frequency]}
              checked={values.frequency === frequency}
              onChange={() => change({ frequency })}
            />
          ))}
        </div>
      </FieldGroup>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {values.frequency === "weekly" && (
          <Choice
            label={t.dayOfWeek}
            value={values.weekday}
            choices={weekdays.map((name, index) => [index + 1, name])}
            error={faults["weekday"]}
            onChange={(weekday) => change({ weekday })}
          />
        )}
        {values.frequency === "monthly" && (
          <Choice
            label={t.dayOfMonth}
            value={values.dayOfMonth}
            choices={days}
            error={faults["dayOfMonth"]}
            onChange={(dayOfMonth) => change({ dayOfMonth })}
          />
        )}
        <Choice
          label={t.hour}
          value={values.hour}
          choices={hours}
          error={faults["hour"]}
          onChange={(hour) => change({ hour })}
        />
      </div>
      <p aria-live="polite" className="text-sm text-muted">
        {t.inFirmsTimeZone(describeTiming(values), timeZone.replaceAll("_", " "))}
      </p>
    </div>
  );
}

const days = Array.from({ length: 28 }, (_day, index) => [index + 1, String(index + 1)] as const);
const hours = Array.from({ length: 24 }, (_hour, hour) => [hour, formatHour(hour)] as const);

interface ChoiceProps {
  label: string;
  value: number;
  choices: readonly (readonly [number, string])[];
  error: string | undefined;
  onChange: (value: number) => void;
}

function Choice({ label, value, choices, error, onChange }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(Number(target.value))}>
          <Options of={choices} />
        </Select>
      )}
    </Field>
  );
}
