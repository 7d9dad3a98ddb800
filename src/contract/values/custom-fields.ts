import * as z from "zod";
import { text } from "./values.ts";

/** How many custom fields one record may have and one change may name, and how many options a field may have. */
export const maxFields = 200;

export const CustomFieldKey = z
  .string()
  .regex(
    /^[a-z][A-Za-z0-9_]{0,59}$/,
    "must start with a lower-case letter and contain only letters, digits and _, at most 60 characters",
  )
  .meta({ maxLength: 60, example: "policyLimitConfirmed" });

/** A value of a custom field: its definition gives its type. */
const CustomFieldValue = z.union([text(1, 10_000), z.number(), z.boolean(), z.array(text(1, 100)).max(maxFields)]);

const meta = { maxProperties: maxFields, example: { policyLimitConfirmed: true } };

/** zod silently drops a member with this name, for safety. */
function rejectProto(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value === "object" && value !== null && Object.hasOwn(value, "__proto__")) {
    context.addIssue({ code: "custom", path: ["__proto__"], message: "no custom field has this key" });
  }
  return value;
}

/** Values by key, as a client sends them; null removes a value. */
export const CustomFieldChanges = z
  .preprocess(
    rejectProto,
    z
      .record(CustomFieldKey, CustomFieldValue.nullable())
      .refine((changes) => Object.keys(changes).length <= maxFields, `must contain at most ${maxFields} fields`),
  )
  .meta({
    ...meta,
    description:
      "Values by the field's key (GET /custom-field-definitions). null removes a value; keys that are not sent do not change.",
  });

/** Values by key, as records contain them. */
export const CustomFieldValues = z
  .record(z.string(), CustomFieldValue)
  .meta({ ...meta, description: "Values of the firm's own fields, by key." });
