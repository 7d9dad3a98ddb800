import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { OneOfField, TextareaField } from "../ui/forms/fields.tsx";
import { moveDialog as t } from "./lazy-strings.ts";
import { describeLater, describeMoved, useInvalidateDeadlines, type Waiting } from "./views.ts";

type Decision = keyof typeof t.choices;
const choices = Object.keys(t.choices) as Decision[];

/** The second person's decision on all later dates of a move: all of them, or none. */
export function MoveDialog({ move, onClose }: { move: readonly Waiting[]; onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState({ decision: "confirm" as Decision, note: "" });
  const { rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.deadlines.decideMove.mutationOptions(), {
    successMessage: () => t.done[values.decision],
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateDeadlines(),
  });
  const { decision, note } = values;
  const submit = () => {
    if (!validate({})) return;
    const deadlines = move.map(({ id: deadlineId, recalculation: { proposedOn, proposedTime } }) => ({
      deadlineId,
      proposedOn,
      proposedTime,
    }));
    mutation.mutate({ deadlines, decision, ...(note.trim() !== "" && { note: note.trim() }) });
  };
  const [first] = move;
  return (
    <FormDialog
      title={t.title(move.length)}
      description={t.description}
      action={t.save}
      busy={mutation.isPending}
      rejection={rejection}
      onSubmit={submit}
      onClose={onClose}
    >
      {first !== undefined && <p className="text-sm font-semibold">{describeMoved(first.recalculation)}</p>}
      <ul className="grid gap-2 text-sm">
        {move.map((each) => (
          <li key={each.id} className="grid gap-0.5 border-l-2 border-line pl-3">
            <span className="font-medium wrap-anywhere">{each.title}</span>
            <span className="text-muted">{describeLater(each)}</span>
          </li>
        ))}
      </ul>
      <OneOfField
        label={t.decision}
        why="fields#verification-of-a-deadline"
        required
        values={choices}
        name={(each) => t.choices[each]}
        value={decision}
        onChange={(to) => setValues({ ...values, decision: to })}
      />
      <TextareaField
        label={t.note}
        optional
        maxLength={2_000}
        value={note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}
