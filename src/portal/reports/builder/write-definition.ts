import type { ReportValue } from "../../../contract/reports/definition.ts";
import { findField, type DefinitionDraft, type FilterDraft, type ReportField, type ValueDraft } from "./draft.ts";
import { kindOfValue, type ValueKind } from "./filters.ts";
import { valueFaults as t } from "./lazy-strings.ts";

/**
 * Converts input to the API's form: money in cents, days and numbers as numbers.
 *
 * @returns undefined for empty input; invalid numbers stay text, which validation rejects
 */
export function readValue(value: ValueDraft, kind: ValueKind): ReportValue | undefined {
  if (kind === "none") return undefined;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  const typed = value.trim();
  if (typed === "") return undefined;
  if (kind === "boolean") return typed === "true";
  if (kind === "money")
    return /^-?\d+(\.\d{1,2})?$/.test(typed.replaceAll(",", ""))
      ? Math.round(Number(typed.replaceAll(",", "")) * 100)
      : typed;
  if (kind === "days" || kind === "number") return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed;
  return typed;
}

/** @returns what is wrong with it */
export function validateValue(value: ValueDraft, kind: ValueKind, presence: "required" | "optional"): string | null {
  const read = readValue(value, kind);
  if (kind === "none") return null;
  if (read === undefined) return presence === "required" ? t.enterValue : null;
  if ((kind === "money" || kind === "number") && typeof read !== "number")
    return kind === "money" ? t.enterAmount : t.enterNumber;
  if (kind === "days" && !(typeof read === "number" && Number.isInteger(read) && read >= 0)) return t.enterDays;
  return null;
}

export function writeDefinition(draft: DefinitionDraft, fields: readonly ReportField[]) {
  const kindOfFilter = ({ field, operator }: FilterDraft) =>
    kindOfValue(operator, findField(fields, field)?.type ?? "text");
  return {
    columns: draft.columns.map(({ key, field, label, aggregate, bucket }) => ({
      key,
      field,
      ...(label.trim() !== "" && { label: label.trim() }),
      ...(aggregate !== null && { aggregate }),
      ...(bucket !== null && { bucket }),
    })),
    filters: draft.filters.map((filter) => {
      const value = readValue(filter.value, kindOfFilter(filter));
      const { field, operator, parameter } = filter;
      return { field, operator, ...(parameter !== null ? { parameter } : value !== undefined && { value }) };
    }),
    parameters: draft.parameters.map(({ key, label, required, default: usual }) => {
      const prompting = draft.filters.find(({ parameter }) => parameter === key);
      const value = prompting === undefined ? undefined : readValue(usual, kindOfFilter(prompting));
      return { key, label: label.trim(), required, ...(value !== undefined && { default: value }) };
    }),
    sort: draft.sort,
    totals: draft.totals,
    chart: draft.chart,
  };
}
