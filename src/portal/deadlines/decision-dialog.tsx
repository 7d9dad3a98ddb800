import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { OneOfField, TextareaField, TextField } from "../ui/forms/fields.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { decisionDialog as t } from "./lazy-strings.ts";
import { useInvalidateDeadlines, type Deadline, type Subject } from "./views.ts";

type Decision = keyof typeof t.choices;
type Basis = keyof typeof t.bases;
const bases = Object.keys(t.bases) as Basis[];

/** The second person's decision. Of a date, they enter the one that they found, not the one that is shown. */
export function DecisionDialog({
  deadline: { id },
  subject,
  onClose,
}: {
  deadline: Deadline;
  subject: Subject;
  onClose: () => void;
}) {
  const trpc = useTRPC();
  const [values, setValues] = useState({
    decision: "confirm" as Decision,
    dueOn: "",
    basis: "file_review" as Basis,
    note: "",
  });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.deadlines.decide.mutationOptions(), {
    successMessage: () => t.done[values.decision],
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateDeadlines(),
  });
  const { decision, dueOn, basis, note } = values;
  const takesDate = subject === "date" && decision === "confirm";
  const submit = () => {
    const found = {
      ...(takesDate && dueOn === "" && { dueOn: t.enterDate }),
      ...(decision === "dispute" && note.trim() === "" && { note: t.noteRequired }),
    };
    if (validate(found))
      mutation.mutate({
        deadlineId: id,
        subject,
        decision,
        basis,
        ...(takesDate && { dueOn }),
        ...(note.trim() !== "" && { note: note.trim() }),
      });
  };
  const choices: readonly Decision[] = ["confirm", subject === "date" ? "dispute" : "reject"];
  return (
    <FormDialog
      title={t.titles[subject]}
      description={t.descriptions[subject]}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <OneOfField
        label={t.decision}
        required
        values={choices}
        name={(each) => t.choices[each]}
        value={decision}
        onChange={(to) => setValues({ ...values, decision: to })}
      />
      {takesDate && (
        <TextField
          label={t.foundOn}
          why="fields#verification-of-a-deadline"
          error={faults.dueOn}
          required
          type="date"
          value={dueOn}
          onChange={(text) => setValues({ ...values, dueOn: text })}
        />
      )}
      <OneOfField
        label={t.basis}
        required
        values={bases}
        name={(each) => t.bases[each]}
        value={basis}
        onChange={(to) => setValues({ ...values, basis: to })}
      />
      <TextareaField
        label={t.note}
        error={faults.note}
        optional={decision !== "dispute"}
        required={decision === "dispute"}
        maxLength={2_000}
        value={note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}
