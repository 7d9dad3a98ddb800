import { useEffect, useState } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { usePortalForm } from "./use-portal-form.ts";
import { useDirtyReport } from "./use-dirty-report.ts";

interface EditForm<Edited, Values extends FieldValues, Parsed> {
  present: Edited;
  read: (record: Edited) => Values;
  /** Loads the schema of the values, for the record as the form began with it. */
  load: (start: Edited) => Promise<z.ZodType<Parsed, Values>>;
  onDirtyChange: (isDirty: boolean) => void;
}

/** The form of a record that others change too. A refetch does not change the initial values while the user types. */
export function useEditForm<Edited extends { revision: number }, Values extends FieldValues, Parsed>({
  present,
  read,
  load,
  onDirtyChange,
}: EditForm<Edited, Values, Parsed>) {
  const [start, setStart] = useState(present);
  const { form, rejection, submit } = usePortalForm<Values, Parsed>(
    () => load(start),
    read(start) as DefaultValues<Values>,
  );
  const { isDirty, isSubmitting } = form.formState;
  const begin = (record: Edited) => {
    setStart(record);
    form.reset(read(record));
  };
  // A pristine form follows a newer state, for example after pausing the key above.
  if (!isDirty && !isSubmitting && present.revision > start.revision) setStart(present);
  useEffect(() => {
    if (!isDirty) form.reset(read(start));
  }, [start, isDirty, form, read]);
  useDirtyReport(isDirty, onDirtyChange);
  return { form, rejection, submit, start, begin };
}
