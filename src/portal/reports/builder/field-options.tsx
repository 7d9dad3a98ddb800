import type { ReportField } from "./draft.ts";
import { groupFields } from "./picker.tsx";
import { fieldOptions as t } from "./strings.ts";

export function FieldOptions({ fields }: { fields: readonly ReportField[] }) {
  return groupFields(fields, "").map(({ group, members }) => (
    <optgroup key={group} label={group}>
      {members.map(({ name, label, isAllowed }) => (
        <option key={name} value={name} disabled={!isAllowed}>
          {isAllowed ? label : t.notPermitted(label)}
        </option>
      ))}
    </optgroup>
  ));
}
