import type { ReportOperator } from "../../../contract/reports/definition.ts";
import {
  findField,
  makeKey,
  type DefinitionDraft,
  type FilterDraft,
  type ParameterDraft,
  type ReportField,
  type ValueDraft,
} from "./draft.ts";
import { dropUnusedParameters, emptyValue, firstOperator, kindOfValue } from "./filters.ts";

/** Keeps the value if it is valid for the new operator. */
export function changeOperator(
  draft: DefinitionDraft,
  index: number,
  operator: ReportOperator,
  fields: readonly ReportField[],
): DefinitionDraft {
  const filter = draft.filters[index];
  if (filter === undefined) return draft;
  const field = findField(fields, filter.field);
  const [before, after] = [
    kindOfValue(filter.operator, field?.type ?? "text"),
    kindOfValue(operator, field?.type ?? "text"),
  ];
  const keeps = before === after;
  const changed = changeFilter(draft, index, { operator, ...(!keeps && { value: emptyValue(operator, field) }) });
  if (keeps || filter.parameter === null) return changed;
  // A parameter of another kind is another parameter.
  return setPrompted(changed, index, false, fields);
}

/** Another field resets the filter. */
export function changeField(draft: DefinitionDraft, index: number, field: ReportField): DefinitionDraft {
  const operator = firstOperator(field.type);
  return dropUnusedParameters(
    changeFilter(draft, index, { field: field.name, operator, value: emptyValue(operator, field), parameter: null }),
  );
}

export function changeFilter(draft: DefinitionDraft, index: number, changes: Partial<FilterDraft>): DefinitionDraft {
  return {
    ...draft,
    filters: draft.filters.map((filter, place) => (place === index ? { ...filter, ...changes } : filter)),
  };
}

/** Turns the value into a parameter's default, or back. */
export function setPrompted(
  draft: DefinitionDraft,
  index: number,
  isPrompted: boolean,
  fields: readonly ReportField[],
): DefinitionDraft {
  const filter = draft.filters[index];
  if (filter === undefined) return draft;
  const field = findField(fields, filter.field);
  if (!isPrompted) {
    const former = draft.parameters.find(({ key }) => key === filter.parameter);
    const value =
      former === undefined || kindOf(former.default) !== kindOf(filter.value)
        ? emptyValue(filter.operator, field)
        : former.default;
    return dropUnusedParameters(changeFilter(draft, index, { parameter: null, value }));
  }
  const key = makeKey(
    filter.field,
    draft.parameters.map((parameter) => parameter.key),
  );
  const added: ParameterDraft = { key, label: field?.label ?? filter.field, required: false, default: filter.value };
  return changeFilter({ ...draft, parameters: [...draft.parameters, added] }, index, { parameter: key });
}

const kindOf = (value: ValueDraft) => (Array.isArray(value) ? "list" : "one");

export function changeParameter(
  draft: DefinitionDraft,
  key: string,
  changes: Partial<ParameterDraft>,
): DefinitionDraft {
  return {
    ...draft,
    parameters: draft.parameters.map((parameter) => (parameter.key === key ? { ...parameter, ...changes } : parameter)),
  };
}
