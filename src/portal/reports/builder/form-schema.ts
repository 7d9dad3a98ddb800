// Separate from form.ts so that zod loads with the first validation, not with the screen.
import * as z from "zod";
import { reportValues } from "../../../areas/reports/schema.ts";
import { findField, type ReportField } from "./draft.ts";
import { validateFilters, type Fault } from "./filter-faults.ts";
import { isForKeys, type ReportValues } from "./form.ts";
import { formSchema as t } from "./lazy-strings.ts";
import { writeDefinition } from "./write-definition.ts";

// The operation's own schema.
const Saved = z.object(reportValues);

function validate(
  { name, visibility, sharedWith, sharedWithTeamIds, definition }: ReportValues,
  fields: readonly ReportField[],
  fault: Fault,
): void {
  if (name.trim() === "") fault(["name"], t.enterName);
  if (definition.columns.length === 0) fault(["definition", "columns"], t.chooseColumn);
  definition.columns.forEach(({ field }, index) => {
    if (findField(fields, field) === undefined) fault(["definition", "columns", index, "field"], t.fieldOfColumnIsGone);
  });
  validateFilters(definition, fields, fault);
  if (visibility === "team" && sharedWith.length + sharedWithTeamIds.length === 0)
    fault(["sharedWith"], t.chooseMember);
}

/**
 * The operation's schema, preceded by messages for people.
 *
 * @param fields of the entity
 */
export function reportForm(findFields: (entity: ReportValues["entity"]) => readonly ReportField[]) {
  return z
    .custom<ReportValues>()
    .superRefine((values, context) => {
      validate(values, findFields(values.entity), (path, message) =>
        context.addIssue({ code: "custom", path, message }),
      );
    })
    .transform((values): z.input<typeof Saved> => ({
      ...values,
      name: values.name.trim(),
      description: values.description.trim() === "" ? null : values.description.trim(),
      sharedWith: values.visibility === "team" ? values.sharedWith : [],
      sharedWithTeamIds: values.visibility === "team" ? values.sharedWithTeamIds : [],
      apiVisible: values.apiVisible && isForKeys(values.visibility),
      definition: writeDefinition(values.definition, findFields(values.entity)),
    }))
    .pipe(Saved);
}

export type CheckedReport = z.output<ReturnType<typeof reportForm>>;
