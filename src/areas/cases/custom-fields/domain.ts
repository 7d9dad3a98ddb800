import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { invalidInput, type Fault } from "../../../contract/errors/error-codes.ts";
import { CalendarDate, Cents, Email, GivenInstant, Id, text } from "../../../contract/values/values.ts";
import type { Context } from "../../../rpc/context.ts";
import type { CustomFieldEntity, CustomFieldOption, CustomFieldType } from "./schema.ts";
import { findDefinitions, findNamed, type NamedKind } from "./store.ts";

export interface CheckedDefinition {
  key: string;
  type: CustomFieldType;
  options: readonly CustomFieldOption[];
  required: boolean;
  caseTypes: readonly string[];
  archived: boolean;
}

/** Instants are stored in UTC; the offset may shift one out of the supported range. */
const KeptInstant = GivenInstant.transform((value) => new Date(value).toISOString()).refine(
  (value) => /^(?!0000)\d{4}-/.test(value),
  "must be in the years 1 to 9999",
);

const plainForms = {
  text: text(1, 500),
  long_text: text(1, 10_000),
  number: z.number(),
  currency: Cents,
  percent: z.number().min(0).max(100),
  date: CalendarDate,
  datetime: KeptInstant,
  boolean: z.boolean(),
  contact: Id,
  member: Id,
  case: Id,
  document: Id,
  url: z.url({ protocol: /^https?$/, error: "must be a web address, http or https" }).max(2_000),
  email: Email,
  phone: text(1, 50),
} satisfies Partial<Record<CustomFieldType, z.ZodType>>;

const namedKinds: ReadonlySet<string> = new Set<NamedKind>(["contact", "member", "case", "document"]);

/** Maximum length of all values of a record, as JSON. */
const maxCharacters = 100_000;

/** A record with custom fields. */
interface CustomRecord {
  entity: CustomFieldEntity;
  /** Null if unknown: then every field applies. */
  caseType: string | null;
  /** The values that it has; empty for a new one. */
  current: Record<string, unknown>;
}

/**
 * Validates changes of custom fields and merges them into the record's values. An unchanged value is never rejected, so
 * that a client can write a whole record back after an option was archived. A required field cannot be cleared; records
 * older than the definition may lack it.
 *
 * @param changes by key; null removes
 * @returns all values of the record
 * @throws VALIDATION_FAILED at each `customFields.<key>`, without the value
 */
export async function validateCustomFields(
  context: Context,
  { entity, caseType, current }: CustomRecord,
  changes: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const keys = Object.keys(changes);
  if (keys.length === 0) return current;
  const definitions = new Map(
    (await findDefinitions(context, entity, keys)).map((row) => [row.key, row as CheckedDefinition]),
  );
  const checked = keys.map((key) => ({
    key,
    definition: definitions.get(key),
    ...validateChange(definitions.get(key), caseType, readOwn(current, key), changes[key]),
  }));
  const faults = checked.flatMap(({ key, fault }) =>
    fault === null ? [] : [{ path: `customFields.${key}`, message: fault }],
  );
  faults.push(
    ...(await findUnknownNames(
      context,
      checked.filter(({ fault, isNew }) => fault === null && isNew),
    )),
  );
  if (faults.length > 0) throw invalidInput(...faults);
  const after = removeNulls({ ...current, ...Object.fromEntries(checked.map(({ key, value }) => [key, value])) });
  if (JSON.stringify(after).length > maxCharacters)
    throw invalidInput({
      path: "customFields",
      message: `all values together must be at most ${maxCharacters} characters`,
    });
  return after;
}

/** The required fields that a record of the case type has no value for. */
export function listMissing(
  definitions: readonly CheckedDefinition[],
  caseType: string | null,
  values: Record<string, unknown>,
): string[] {
  return definitions
    .filter(
      (definition) =>
        definition.required &&
        !definition.archived &&
        fitsCaseType(definition, caseType) &&
        readOwn(values, definition.key) === null,
    )
    .map(({ key }) => key);
}

function removeNulls(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function readOwn(values: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : null;
}

function fitsCaseType({ caseTypes }: CheckedDefinition, caseType: string | null): boolean {
  return caseTypes.length === 0 || caseType === null || caseTypes.includes(caseType);
}

interface Verdict {
  value: unknown;
  fault: string | null;
  isNew: boolean;
}

export function validateChange(
  definition: CheckedDefinition | undefined,
  caseType: string | null,
  current: unknown,
  value: unknown,
): Verdict {
  const reject = (fault: string): Verdict => ({ value, fault, isNew: false });
  if (definition === undefined) return reject("no custom field has this key");
  if (isDeepStrictEqual(value, current)) return { value, fault: null, isNew: false };
  if (value === null)
    return definition.required && !definition.archived && fitsCaseType(definition, caseType)
      ? reject("is required and cannot be removed")
      : { value, fault: null, isNew: false };
  if (definition.archived) return reject("the field is archived and accepts no new values");
  if (!fitsCaseType(definition, caseType)) return reject("is not a field of this case type");
  const read = formOf(definition, current).safeParse(value);
  return read.success
    ? { value: read.data, fault: null, isNew: true }
    : reject(read.error.issues[0]?.message ?? "has the wrong format");
}

/** The schema of a new value. An archived option is valid only if it is the current value. */
function formOf({ type, options }: CheckedDefinition, current: unknown): z.ZodType {
  if (type !== "select" && type !== "multi_select") return plainForms[type];
  const kept: unknown[] = Array.isArray(current) ? current : [];
  const known = new Map(options.map((option) => [option.value, option]));
  const choice = text(1, 100).superRefine((value, issues) => {
    const option = known.get(value);
    if (option === undefined)
      issues.addIssue({ code: "custom", message: "must be the value of an option of the field" });
    else if (option.archived && !kept.includes(value))
      issues.addIssue({ code: "custom", message: "the option is archived and can no longer be chosen" });
  });
  if (type === "select") return choice;
  return z
    .array(choice)
    .min(1, "must contain at least one option; null removes the value")
    .max(options.length)
    .refine((values) => new Set(values).size === values.length, "must not contain an option twice");
}

async function findUnknownNames(
  context: Context,
  named: readonly { key: string; definition: CheckedDefinition | undefined; value: unknown }[],
): Promise<Fault[]> {
  const byKind = Map.groupBy(
    named.filter(({ definition }) => definition !== undefined && namedKinds.has(definition.type)),
    ({ definition }) => definition?.type as NamedKind,
  );
  const faults: Fault[] = [];
  for (const [kind, fields] of byKind) {
    const found = new Set<unknown>(
      await findNamed(
        context,
        kind,
        fields.map(({ value }) => String(value)),
      ),
    );
    faults.push(
      ...fields
        .filter(({ value }) => !found.has(value))
        .map(({ key }) => ({
          path: `customFields.${key}`,
          message: `must be the id of a ${kind} of the organization`,
        })),
    );
  }
  return faults;
}
