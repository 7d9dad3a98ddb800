import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field, FieldGroup, type ControlProps } from "../../ui/forms/field.tsx";
import { Options, Select } from "../../ui/forms/select.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { isChoiceOfMany } from "./parameter-values.ts";
import type { Parameter } from "../report-types.ts";
import { capitalize } from "../../../contract/values/capitalize.ts";
import { parameterField as t } from "./strings.ts";

interface ParameterFieldProps {
  parameter: Parameter;
  value: string | readonly string[];
  error: string | undefined;
  onChange: (value: string | readonly string[]) => void;
}

export function ParameterField(props: ParameterFieldProps) {
  const { parameter, error, value, onChange } = props;
  if (isChoiceOfMany(parameter)) return <Boxes {...props} />;
  const typed = typeof value === "string" ? value : value.join(", ");
  return (
    <Field
      label={parameter.label}
      required={parameter.required}
      optional={!parameter.required}
      error={error}
      {...(parameter.list && { hint: t.separateValuesWithCommas })}
    >
      {(control) => <Control control={control} parameter={parameter} value={typed} onChange={onChange} />}
    </Field>
  );
}

interface ControlOfProps {
  control: ControlProps;
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

function Control({ control, parameter, value, onChange }: ControlOfProps) {
  const options = parameter.options ?? (parameter.type === "boolean" ? yesOrNo : null);
  if (options === null)
    return (
      <TextInput
        {...control}
        {...looksOf(parameter)}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  const { required } = parameter;
  return (
    <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
      {(!required || value === "") && <option value="">{required ? t.chooseOne : t.any}</option>}
      <Options of={options.map((option) => [option.value, capitalize(option.label)])} />
    </Select>
  );
}

function looksOf({ type, list }: Parameter) {
  if (list || type === "text") return {};
  if (type === "date" || type === "instant") return { type: "date" };
  if (type === "money") return { inputMode: "decimal", placeholder: "0.00" } as const;
  return { inputMode: type === "integer" ? "numeric" : "decimal" } as const;
}

const yesOrNo = [
  { value: "true", label: t.yes },
  { value: "false", label: t.no },
];

function Boxes({ parameter: { label, options, required }, value, error, onChange }: ParameterFieldProps) {
  const ticked = new Set(typeof value === "string" ? [] : value);
  const change = (option: string, isTicked: boolean) => {
    // In the options' order, so that the same choice gives the same URL.
    onChange(
      (options ?? []).map((each) => each.value).filter((each) => (each === option ? isTicked : ticked.has(each))),
    );
  };
  return (
    <FieldGroup
      legend={label}
      error={error}
      className="col-span-full"
      {...(!required && { hint: t.noneSelectedMeansAll })}
    >
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {(options ?? []).map((option) => (
          <Checkbox
            key={option.value}
            label={capitalize(option.label)}
            checked={ticked.has(option.value)}
            onChange={({ target }) => change(option.value, target.checked)}
          />
        ))}
      </div>
    </FieldGroup>
  );
}
