import type { ReportValue } from "../../../contract/reports/definition.ts";
import type { Parameter } from "../report-types.ts";
import { parameterValues as t } from "./strings.ts";

/** Typed input; a list for parameters with options. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;
export type Values = Record<string, ReportValue | null>;

const maxTextLength = 200;
const prefix = "p.";

/** Free text may name a person and is never in a URL. */
export function isPrivate({ type, options }: Parameter): boolean {
  return type === "text" && options === null;
}

export function isChoiceOfMany({ list, options }: Parameter): boolean {
  return list && options !== null;
}

export function typeDefaults(parameters: readonly Parameter[]): Typed {
  return Object.fromEntries(parameters.map((parameter) => [parameter.key, typeValue(parameter, parameter.default)]));
}

function typeValue(parameter: Parameter, value: unknown): string | readonly string[] {
  if (isChoiceOfMany(parameter)) return Array.isArray(value) ? value.map(String) : [];
  if (Array.isArray(value)) return value.map((each) => typeOne(parameter, each)).join(", ");
  return typeOne(parameter, value);
}

function typeOne({ type }: Parameter, value: unknown): string {
  if (typeof value === "number") return type === "money" ? (value / 100).toFixed(2) : String(value);
  return typeof value === "string" || typeof value === "boolean" ? String(value) : "";
}

/** Fields from a URL, with the report's defaults; without free texts. */
export function readTyped(address: URLSearchParams, parameters: readonly Parameter[]): Typed {
  const defaults = typeDefaults(parameters);
  const read = parameters
    .filter((parameter) => !isPrivate(parameter) && address.has(`${prefix}${parameter.key}`))
    .map((parameter) => {
      const values = address.getAll(`${prefix}${parameter.key}`).map((value) => value.slice(0, maxTextLength));
      return [
        parameter.key,
        isChoiceOfMany(parameter) ? values.filter((value) => value !== "") : (values[0] ?? ""),
      ] as const;
    });
  return { ...defaults, ...Object.fromEntries(read) };
}

export function readWithheld(address: URLSearchParams, parameters: readonly Parameter[]): Parameter[] {
  const named = new Set(address.getAll("withheld"));
  return parameters.filter((parameter) => isPrivate(parameter) && named.has(parameter.key));
}

export function writeTyped(address: URLSearchParams, parameters: readonly Parameter[], typed: Typed): void {
  const defaults = typeDefaults(parameters);
  for (const parameter of parameters) {
    const { key } = parameter;
    const [value, former] = [listOf(typed[key]), listOf(defaults[key])];
    if (value.join("\n") === former.join("\n")) continue;
    if (isPrivate(parameter)) address.append("withheld", key);
    // An empty value is written too, because it replaces the default.
    else for (const each of value.length === 0 ? [""] : value) address.append(`${prefix}${key}`, each);
  }
}

function listOf(typed: string | readonly string[] | undefined): readonly string[] {
  if (typed === undefined) return [];
  return typeof typed === "string" ? [typed.trim()] : typed;
}

type Validated = { value: ReportValue | null } | { fault: string };

/** A run's parameters, or faults by field. An empty field omits its filter. */
export function validateTyped(
  parameters: readonly Parameter[],
  typed: Typed,
): { values: Values; faults: Record<string, string> } {
  const values: Values = {};
  const faults: Record<string, string> = {};
  for (const parameter of parameters) {
    const checked = validateOne(parameter, typed[parameter.key] ?? "");
    if ("fault" in checked) faults[parameter.key] = checked.fault;
    else if (checked.value !== null || hasDefault(parameter)) values[parameter.key] = checked.value;
  }
  return { values, faults };
}

function hasDefault(parameter: Parameter): boolean {
  return parameter.default !== null && parameter.default !== undefined;
}

function validateOne(parameter: Parameter, typed: string | readonly string[]): Validated {
  const parts = typeof typed === "string" ? splitTyped(parameter, typed) : [...typed];
  if (parts.length === 0) return parameter.required ? { fault: describeRequirement(parameter) } : { value: null };
  const checked = parts.map((part) => validatePart(parameter, part));
  const fault = checked.find((each) => "fault" in each);
  if (fault !== undefined) return fault;
  const values = checked.flatMap((each) => ("value" in each ? [each.value] : []));
  // Lists are sent as text, whatever their type.
  return { value: parameter.list ? values.map(String) : (values[0] ?? null) };
}

function splitTyped({ list }: Parameter, typed: string): string[] {
  const parts = list ? typed.split(",") : [typed];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function describeRequirement({ options, type }: Parameter): string {
  if (options !== null) return t.required;
  return type === "date" || type === "instant" ? t.requiredChooseDate : t.requiredEnterValue;
}

type OneValue = { value: string | number | boolean } | { fault: string };

function validatePart({ type, options }: Parameter, text: string): OneValue {
  if (options !== null && !options.some(({ value }) => value === text)) return { fault: t.chooseOneOfListed };
  return parsers[type](text);
}

const parsers: Record<Parameter["type"], (text: string) => OneValue> = {
  text: (text) => (text.length > maxTextLength ? { fault: t.atMostCharacters(maxTextLength) } : { value: text }),
  integer: (text) => validateNumber(text, /^-?\d{1,15}$/, t.enterWholeNumber),
  number: (text) => validateNumber(text, /^-?\d{1,13}(\.\d{1,2})?$/, t.enterNumber),
  money: (text) => {
    const checked = validateNumber(text.replace(/^(-?)\$/, "$1"), /^-?\d{1,12}(\.\d{1,2})?$/, t.enterAmountInDollars);
    return "value" in checked ? { value: Math.round(Number(checked.value) * 100) } : checked;
  },
  boolean: (text) => (text === "true" || text === "false" ? { value: text === "true" } : { fault: t.chooseYesOrNo }),
  date: validateDay,
  instant: validateDay,
};

function validateNumber(text: string, form: RegExp, fault: string): OneValue {
  const plain = text.replaceAll(",", "");
  return form.test(plain) ? { value: Number(plain) } : { fault };
}

function validateDay(text: string): OneValue {
  const at = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
  return isDay ? { value: text } : { fault: t.chooseDate };
}
