import { X } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { Field, FieldError } from "../../ui/forms/field.tsx";
import { Select } from "../../ui/forms/select.tsx";
import { OneOfField, TextField } from "../../ui/forms/fields.tsx";
import { useDefinition, useFields } from "./definition.ts";
import { findField, type FilterDraft, type ParameterDraft, type ReportField } from "./draft.ts";
import { FieldOptions } from "./field-options.tsx";
import { changeField, changeFilter, changeOperator, changeParameter, setPrompted } from "./filter-changes.ts";
import { kindOfValue, operatorsOfType } from "./filters.ts";
import { filterRow as t } from "./lazy-strings.ts";
import { nameOperator } from "./operator-labels.ts";
import { ValueField } from "./value.tsx";

export function FilterRow({ filter, index, onRemove }: { filter: FilterDraft; index: number; onRemove: () => void }) {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const field = findField(fields, filter.field);
  return (
    <li className="rounded-lg border border-line bg-ground px-3.5 py-3">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 items-start gap-3 sm:grid-cols-3">
          <Field label={t.field} error={faultAt(`filters.${index}.field`, `filters.${index}`)}>
            {(control) => (
              <Select
                {...control}
                value={filter.field}
                onChange={({ target }) => {
                  const next = findField(fields, target.value);
                  if (next !== undefined) change(changeField(draft, index, next));
                }}
              >
                {field === undefined && <option value={filter.field}>{filter.field}</option>}
                <FieldOptions fields={fields} />
              </Select>
            )}
          </Field>
          {field !== undefined && (
            <>
              <OperatorSelect
                filter={filter}
                index={index}
                field={field}
                error={faultAt(`filters.${index}.operator`)}
              />
              {filter.parameter === null && (
                <ValueField
                  label={t.value}
                  kind={kindOfValue(filter.operator, field.type)}
                  field={field}
                  value={filter.value}
                  error={faultAt(`filters.${index}.value`)}
                  onChange={(value) => change(changeFilter(draft, index, { value }))}
                />
              )}
            </>
          )}
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t.removeFilter(field?.label ?? filter.field)}
          onClick={onRemove}
        >
          <X aria-hidden className="size-4" />
        </Button>
      </div>
      {field !== undefined && kindOfValue(filter.operator, field.type) !== "none" && (
        <FilterPrompt filter={filter} index={index} field={field} />
      )}
    </li>
  );
}

function OperatorSelect({
  filter,
  index,
  field,
  error,
}: {
  filter: FilterDraft;
  index: number;
  field: ReportField;
  error: string | undefined;
}) {
  const { draft, change } = useDefinition();
  const fields = useFields();
  const operators = operatorsOfType[field.type];
  return (
    <OneOfField
      label={t.operator}
      error={error}
      values={operators}
      name={(operator) => nameOperator(operator, field.type)}
      value={filter.operator}
      onChange={(operator) => change(changeOperator(draft, index, operator, fields))}
    />
  );
}

function FilterPrompt({ filter, index, field }: { filter: FilterDraft; index: number; field: ReportField }) {
  const { draft, change, faultAt } = useDefinition();
  const fields = useFields();
  const place = draft.parameters.findIndex(({ key }) => key === filter.parameter);
  const parameter = draft.parameters[place];
  const isShared = draft.filters.findIndex(({ parameter: key }) => key !== null && key === filter.parameter) < index;
  return (
    <div className="mt-3 grid gap-3">
      <Checkbox
        label={t.askWhenRun}
        checked={parameter !== undefined}
        onChange={({ target }) => change(setPrompted(draft, index, target.checked, fields))}
      />
      <FieldError message={faultAt(`filters.${index}.parameter`)} />
      {parameter !== undefined && isShared && <p className="text-sm text-muted">{t.usesValueOf(parameter.label)}</p>}
      {parameter !== undefined && !isShared && (
        <Question filter={filter} place={place} field={field} parameter={parameter} />
      )}
    </div>
  );
}

function Question({
  filter,
  place,
  field,
  parameter,
}: {
  filter: FilterDraft;
  place: number;
  field: ReportField;
  parameter: ParameterDraft;
}) {
  const { draft, change, faultAt } = useDefinition();
  const set = (changes: Partial<ParameterDraft>) => change(changeParameter(draft, parameter.key, changes));
  return (
    <div className="grid items-start gap-3 border-l-2 border-accent/40 pl-4 sm:grid-cols-3">
      <TextField
        label={t.prompt}
        error={faultAt(`parameters.${place}.label`, `parameters.${place}.key`)}
        required
        value={parameter.label}
        maxLength={80}
        autoComplete="off"
        onChange={(text) => set({ label: text })}
      />
      <ValueField
        label={t.default}
        optional
        kind={kindOfValue(filter.operator, field.type)}
        field={field}
        value={parameter.default}
        error={faultAt(`parameters.${place}.default`)}
        onChange={(value) => set({ default: value })}
      />
      <div className="sm:pt-8">
        <Checkbox
          label={t.required}
          hint={t.requiredHint}
          checked={parameter.required}
          onChange={({ target }) => set({ required: target.checked })}
        />
      </div>
    </div>
  );
}
