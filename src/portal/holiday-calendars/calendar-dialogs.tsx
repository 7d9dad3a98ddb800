import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { faultOf } from "../organization/contact-values.ts";
import { Field } from "../ui/forms/field.tsx";
import { Options, Select } from "../ui/forms/select.tsx";
import { TextField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { calendarDialogs as t } from "./lazy-strings.ts";
import { useInvalidateCalendars, type Calendar, type SavedCalendar } from "./views.ts";

interface CalendarDialogProps {
  calendar: SavedCalendar;
  onClose: () => void;
}

export function VerifyDialog({ calendar: { id, name }, onClose }: CalendarDialogProps) {
  const trpc = useTRPC();
  const [values, setValues] = useState({ verifiedThroughOn: "", note: "" });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.verify.mutationOptions(), {
    successMessage: () => t.wasVerified(name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const submit = () => {
    const { verifiedThroughOn, note } = values;
    if (validate(verifiedThroughOn === "" ? { verifiedThroughOn: t.enterDate } : {}))
      mutation.mutate({ calendarId: id, verifiedThroughOn, ...(note.trim() !== "" && { note: note.trim() }) });
  };
  return (
    <FormDialog
      title={t.verifyCalendar}
      description={t.verifyDescription}
      action={t.verifyCalendar}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.verifiedThrough}
        why="fields#verification-of-a-holiday-calendar"
        hint={t.verifiedThroughHint}
        error={faults.verifiedThroughOn}
        required
        type="date"
        value={values.verifiedThroughOn}
        onChange={(text) => setValues({ ...values, verifiedThroughOn: text })}
      />
      <TextareaField
        label={t.note}
        error={faults.note}
        optional
        maxLength={500}
        value={values.note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}

type ExceptionType = Calendar["exceptions"][number]["type"];
const exceptionTypes: readonly [ExceptionType, string][] = [
  ["closed", t.closed],
  ["open", t.open],
  ["inaccessible", t.inaccessible],
];
const readType = (value: string): ExceptionType => exceptionTypes.find(([type]) => type === value)?.[0] ?? "closed";

export function ExceptionDialog({ calendar: { id, revision, exceptions }, onClose }: CalendarDialogProps) {
  const trpc = useTRPC();
  const [values, setValues] = useState({ on: "", name: "", type: "closed" as ExceptionType });
  const { faults, rejection, validate, reject } = useFormErrors<string>();
  const invalidate = useInvalidateCalendars();
  const mutation = useChange(trpc.holidayCalendars.update.mutationOptions(), {
    successMessage: () => t.exceptionAdded,
    onSuccess: onClose,
    onRejected: reject,
    invalidate,
  });
  const submit = () => {
    const { on, name, type } = values;
    const isTaken = exceptions.some((exception) => exception.on === on);
    const errors = {
      ...(on === "" && { on: t.enterDate }),
      ...(isTaken && { on: t.dateIsTaken }),
      ...(name.trim() === "" && { name: t.enterName }),
    };
    if (validate(errors))
      mutation.mutate({
        calendarId: id,
        // The list is replaced as a whole: another member's change is not to be lost.
        expectedRevision: revision,
        exceptions: [...exceptions, { on, name: name.trim(), type }],
      });
  };
  return (
    <FormDialog
      title={t.addException}
      description={t.exceptionDescription}
      action={t.addException}
      busy={mutation.isPending}
      rejection={rejection ?? faultOf(faults, "exceptions")}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t.date}
        why="fields#exceptions-of-a-holiday-calendar"
        error={faults["on"]}
        required
        type="date"
        value={values.on}
        onChange={(text) => setValues({ ...values, on: text })}
      />
      <TextField
        label={t.name}
        error={faults["name"]}
        required
        autoComplete="off"
        maxLength={100}
        value={values.name}
        onChange={(text) => setValues({ ...values, name: text })}
      />
      <Field label={t.thatDay} required>
        {(control) => (
          <Select
            {...control}
            value={values.type}
            onChange={({ target }) => setValues({ ...values, type: readType(target.value) })}
          >
            <Options of={exceptionTypes} />
          </Select>
        )}
      </Field>
    </FormDialog>
  );
}
