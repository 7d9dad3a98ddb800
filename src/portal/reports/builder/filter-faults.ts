import { findField, type DefinitionDraft, type ReportField } from "./draft.ts";
import { kindOfValue } from "./filters.ts";
import { formSchema as t } from "./lazy-strings.ts";
import { validateValue } from "./write-definition.ts";

export type Fault = (path: (string | number)[], message: string) => void;

/** Reports what is missing or wrong in filters and in the parameters that they prompt for. */
export function validateFilters(
  { filters, parameters }: DefinitionDraft,
  fields: readonly ReportField[],
  fault: Fault,
): void {
  filters.forEach((filter, index) => {
    const field = findField(fields, filter.field);
    if (field === undefined) return fault(["definition", "filters", index, "field"], t.fieldOfFilterIsGone);
    if (filter.parameter !== null) return undefined;
    const wrong = validateValue(filter.value, kindOfValue(filter.operator, field.type), "required");
    return wrong === null ? undefined : fault(["definition", "filters", index, "value"], wrong);
  });
  parameters.forEach(({ key, label, default: usual }, index) => {
    if (label.trim() === "") fault(["definition", "parameters", index, "label"], t.enterQuestion);
    const prompting = filters.find(({ parameter }) => parameter === key);
    const wrong =
      prompting === undefined
        ? null
        : validateValue(
            usual,
            kindOfValue(prompting.operator, findField(fields, prompting.field)?.type ?? "text"),
            "optional",
          );
    if (wrong !== null) fault(["definition", "parameters", index, "default"], wrong);
  });
}

/** Whether a report can be read with the defaults of its parameters: nothing is missing or wrong in its filters. */
export function canRunUnasked(definition: DefinitionDraft, fields: readonly ReportField[]): boolean {
  let isWhole = definition.parameters.every(
    ({ required, default: usual }) => !required || !(Array.isArray(usual) ? usual.length === 0 : usual.trim() === ""),
  );
  validateFilters(definition, fields, () => {
    isWhole = false;
  });
  return isWhole;
}
