import { isSame } from "./is-same.ts";
import { useState } from "react";
import { useDirtyReport } from "./use-dirty-report.ts";
import { useFormErrors } from "./use-form-errors.ts";

/**
 * The values of a form of settings, which are saved together, its errors, and what its SaveBar shows.
 *
 * @param saved the values as they are stored; a form of a later revision begins anew (`key`)
 */
export function useSettingsForm<Values extends object>(saved: Values, onDirtyChange: (isDirty: boolean) => void) {
  const [values, setValues] = useState(saved);
  const { faults, rejection, validate, reject } = useFormErrors<keyof Values & string>();
  const isDirty = !isSame(values, saved);
  useDirtyReport(isDirty, onDirtyChange);
  const change = (changed: Partial<Values>) => setValues({ ...values, ...changed });
  const onReset = () => {
    validate({});
    setValues(saved);
  };
  const bar = { isDirty, hasFaults: Object.keys(faults).length > 0, onReset, rejection };
  return { values, change, faults, validate, reject, bar };
}
