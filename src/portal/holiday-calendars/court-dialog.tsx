import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { faultOf } from "../organization/contact-values.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { courtDialog as t } from "./lazy-strings.ts";
import { useInvalidateCalendars, type SavedCalendar } from "./views.ts";

/** For which counties a court calendar applies, and whether it is the one of its jurisdiction. */
export function CourtDialog({ calendar, onClose }: { calendar: SavedCalendar; onClose: () => void }) {
  const trpc = useTRPC();
  // The revision of which the fields began, even if the calendar is refetched meanwhile.
  const [{ id, revision, name, jurisdiction, counties, isDefault }] = useState(calendar);
  const [values, setValues] = useState({ counties: counties.join("\n"), isDefault });
  const { faults, rejection, reject } = useFormErrors<string>();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.update.mutationOptions(), {
    successMessage: () => t.saved(name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const submit = () => {
    const named = values.counties
      .split("\n")
      .map((county) => county.trim())
      .filter((county) => county !== "");
    mutation.mutate({
      calendarId: id,
      expectedRevision: revision,
      counties: [...new Set(named)],
      isDefault: values.isDefault,
    });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection ?? faultOf(faults, "isDefault")}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField
        label={t.counties}
        why="fields#court-of-a-holiday-calendar"
        hint={t.countiesHint}
        error={faultOf(faults, "counties")}
        optional
        rows={4}
        value={values.counties}
        onChange={(text) => setValues({ ...values, counties: text })}
      />
      <Switch
        label={t.isDefault(jurisdiction ?? "")}
        hint={t.isDefaultHint}
        checked={values.isDefault}
        onChange={({ target }) => setValues({ ...values, isDefault: target.checked })}
      />
    </FormDialog>
  );
}
