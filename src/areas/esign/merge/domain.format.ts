import { dayOf } from "../../../platform/local-time.ts";
import { formatDay } from "../domain.days.ts";

/** How values of records stand in documents and messages. Each function returns null for what is no value. */

export interface AddressParts {
  line1: string | null;
  line2: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  country: string | null;
}

const unlessBlank = (text: string): string | null => (text.trim() === "" ? null : text.trim());

/** The parts of a name that are there, in this order; null without any. */
export function formatName(...parts: readonly (string | null | undefined)[]): string | null {
  return unlessBlank(parts.filter((part) => (part ?? "") !== "").join(" "));
}

/** One line for each part, as on an envelope; the country where it is not the United States. */
export function formatAddressBlock(address: AddressParts | null): string | null {
  if (address === null) return null;
  const { line1, line2, city, state, zipCode, country } = address;
  const place = [city, formatName(state, zipCode)].filter((part) => (part ?? "") !== "").join(", ");
  const lines = [line1, line2, place, country === "US" ? null : country];
  return unlessBlank(lines.filter((line) => (line ?? "") !== "").join("\n"));
}

/** `33.3333%`: at most four decimals, none that is 0. */
export function formatPercent(percent: number): string {
  return `${Number(percent.toFixed(4))}%`;
}

/** `$12,500.00` */
export function formatCents(cents: number): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);
}

/** `motor_vehicle_accident` as `Motor vehicle accident`. */
export function formatCode(code: string): string {
  const words = code.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export interface CustomFieldType {
  type: string;
  options: readonly { value: string; label: string }[];
}

/** As records store it. */
export type CustomValue = string | number | boolean | readonly string[] | null | undefined;

function formatOption(value: string | number | boolean, options: CustomFieldType["options"]): string {
  return options.find((option) => option.value === value)?.label ?? String(value);
}

interface Surroundings {
  timezone: string;
  /** Of the contacts and members to which such fields refer, by ID. */
  names: ReadonlyMap<string, string>;
}

type FormatValue = (value: string | number | boolean, options: CustomFieldType["options"], of: Surroundings) => string;

/** By the type of the field; others are text. References to cases and documents have no text of their own. */
const formats: Readonly<Record<string, FormatValue>> = {
  currency: (value) => formatCents(Number(value)),
  percent: (value) => formatPercent(Number(value)),
  date: (value) => formatDay(String(value)),
  datetime: (value, _options, { timezone }) => formatDay(dayOf(String(value), timezone)),
  boolean: (value) => (value === true ? "Yes" : "No"),
  select: (value, options) => formatOption(value, options),
  contact: (value, _options, { names }) => names.get(String(value)) ?? "",
  member: (value, _options, { names }) => names.get(String(value)) ?? "",
  case: () => "",
  document: () => "",
};

/** A value of a custom field; null without one. */
export function formatCustomValue(
  value: CustomValue,
  { type, options }: CustomFieldType,
  surroundings: Surroundings,
): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "object") return unlessBlank(value.map((each) => formatOption(each, options)).join(", "));
  const format = formats[type];
  return unlessBlank(format === undefined ? String(value) : format(value, options, surroundings));
}
