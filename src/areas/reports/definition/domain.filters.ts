import * as z from "zod";
import {
  reportBounds,
  type ReportColumnType,
  type ReportOperator,
  type ReportValue,
} from "../../../contract/reports/definition.ts";
import { CalendarDate, GivenInstant, text } from "../../../contract/values/values.ts";
import { customKeyOf, type ReportField } from "../catalog/domain.fields.ts";

const empties = ["is_empty", "is_not_empty"] as const;
const same = ["equals", "not_equals"] as const;
const ordered = [...same, "greater_than", "at_least", "less_than", "at_most", ...empties] as const;
const days = ["in_next_days", "in_last_days", "before_last_days"] as const;

export const operatorsByType: Readonly<Record<ReportColumnType, readonly ReportOperator[]>> = {
  text: [...same, "in", "not_in", "contains", ...empties],
  boolean: [...same, ...empties],
  integer: ordered,
  number: ordered,
  money: ordered,
  date: [...ordered, ...days],
  instant: [...ordered, ...days],
};

export interface ValueKind {
  type: ReportColumnType;
  list: boolean;
}

/**
 * The kind of value that an operator takes; null for none. An instant is compared with days in the organization's time
 * zone.
 */
export function kindOf(type: ReportColumnType, operator: ReportOperator): ValueKind | null {
  if (operator === "is_empty" || operator === "is_not_empty") return null;
  if (operator === "in" || operator === "not_in") return { type, list: true };
  if ((days as readonly ReportOperator[]).includes(operator)) return { type: "integer", list: false };
  return { type: type === "instant" ? "date" : type, list: false };
}

export const isSameKind = (left: ValueKind, right: ValueKind): boolean =>
  left.type === right.type && left.list === right.list;

/** Maximum distance of relative dates: a hundred years. */
const maxDays = 36_500;

const forms = {
  text: text(0, 200),
  integer: z.int(),
  number: z.number(),
  money: z.int(),
  boolean: z.boolean(),
  date: CalendarDate,
  instant: GivenInstant,
} satisfies Record<ReportColumnType, z.ZodType>;

const dayOrInstant = z
  .string()
  .refine(
    (value) => CalendarDate.safeParse(value).success || GivenInstant.safeParse(value).success,
    "must be a date, YYYY-MM-DD, or an instant",
  );

/** Days of cases that reports compared as instants until 2026-11-29: definitions that were stored before stay valid. */
const onceInstants: ReadonlySet<string> = new Set(["projectedSettlementDate", "settlementDate", "recoveryDate"]);

/**
 * Values of a closed set are checked. Choices of custom fields are not, because they change and differ between
 * organizations.
 */
function textForm({ name, options }: ReportField): z.ZodType {
  return options === null || customKeyOf(name) !== null ? forms.text : z.enum(options.map(({ value }) => value));
}

function formOf(field: ReportField, operator: ReportOperator, { type, list }: ValueKind): z.ZodType {
  if (list)
    return z
      .array(textForm(field), "must be a list")
      .min(1, "must contain at least one value")
      .max(reportBounds.values);
  if (operator === "contains") return text(1, 200);
  if (type === "text") return textForm(field);
  if (type === "date" && (field.type === "instant" || onceInstants.has(field.name))) return dayOrInstant;
  return type === "integer" && field.type !== "integer" ? z.int().min(0).max(maxDays) : forms[type];
}

/** The error of a filter's value, without the value itself; null if it is valid. */
export function validateValue(field: ReportField, operator: ReportOperator, value: ReportValue): string | null {
  const kind = kindOf(field.type, operator);
  if (kind === null) return "this operator requires no value";
  const [issue] = formOf(field, operator, kind).safeParse(value).error?.issues ?? [];
  return issue === undefined ? null : issue.message;
}
