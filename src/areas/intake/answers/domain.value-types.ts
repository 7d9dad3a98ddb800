import * as z from "zod";
import { Email, isCalendarDate } from "../../../contract/values/values.ts";
import type { AnswerValueType } from "./schema.ts";
import type { FormQuestion, QuestionType } from "../forms/schema.ts";

export const valueTypeOf = {
  short_text: "string",
  long_text: "string",
  number: "number",
  currency: "currency_cents",
  date: "date",
  time: "string",
  yes_no: "boolean",
  select: "choice",
  multi_select: "multi_choice",
  phone: "phone",
  email: "email",
  address: "string",
  file: "string",
  signature: "string",
  body_diagram: "json",
  consent: "boolean",
  section: "string",
} as const satisfies Record<QuestionType, AnswerValueType>;

type Question = Pick<FormQuestion, "type" | "options" | "validation" | "required">;

function isWithin({ validation }: Question, size: number): boolean {
  return size >= (validation?.min ?? -Infinity) && size <= (validation?.max ?? Infinity);
}

/** Code points: half a surrogate pair is none. */
function countCharacters(value: string): number {
  return Array.from(value).length;
}

const isText = (question: Question, value: string) => isWithin(question, countCharacters(value));
const isYesOrNo = (_: Question, value: string) => value === "yes" || value === "no";
const isPhone = (_: Question, value: string) =>
  /^[+(\d][\d\s().-]{4,48}( ?(x|ext\.?) ?\d{1,8})?$/.test(value) && value.replaceAll(/\D/g, "").length >= 7;
const isId = (_: Question, value: string) => value.length <= 128;

function isJson(_: Question, value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function isChoice({ options }: Question, value: string): boolean {
  return options.some((option) => option.value === value);
}

function isMultiChoice(question: Question, value: string): boolean {
  const chosen = value.split(",").map((part) => part.trim());
  return (
    new Set(chosen).size === chosen.length &&
    chosen.every((part) => isChoice(question, part)) &&
    isWithin(question, chosen.length)
  );
}

const fits = {
  short_text: (question, value) => !/[\r\n]/.test(value) && isText(question, value),
  long_text: isText,
  number: (question, value) => /^-?\d{1,15}(\.\d{1,10})?$/.test(value) && isWithin(question, Number(value)),
  currency: (question, value) => /^-?\d{1,15}$/.test(value) && isWithin(question, Number(value)),
  date: (_, value) => isCalendarDate(value),
  time: (_, value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  yes_no: isYesOrNo,
  select: isChoice,
  multi_select: isMultiChoice,
  phone: isPhone,
  email: (_, value) => Email.safeParse(value).success,
  address: isText,
  file: isId,
  signature: isId,
  body_diagram: isJson,
  consent: isYesOrNo,
  section: () => false,
} as const satisfies Record<QuestionType, (question: Question, value: string) => boolean>;

/** Whether the value satisfies the question's type, options and bounds; an empty value satisfies an optional question. */
export function fitsQuestion(question: Question, value: string): boolean {
  if (value === "" && question.type !== "section") return !question.required;
  return fits[question.type](question, value);
}

/** The question that a value of a type answers; of the types that are not here, any text is a value. */
const questionOf: Partial<Record<AnswerValueType, QuestionType>> = {
  number: "number",
  currency_cents: "currency",
  date: "date",
  boolean: "yes_no",
  phone: "phone",
  email: "email",
  json: "body_diagram",
};
const Moment = z.iso.datetime({ offset: true });

/** Whether a value without a question has its type; an empty value has every type. */
export function fitsValueType(valueType: AnswerValueType, value: string): boolean {
  if (valueType === "datetime" && value !== "") return Moment.safeParse(value).success;
  const type = questionOf[valueType];
  return type === undefined || fitsQuestion({ type, options: [], validation: null, required: false }, value);
}
