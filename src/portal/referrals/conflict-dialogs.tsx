import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { OneOfField, TextareaField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { closeCheckDialog, runCheckDialog } from "./lazy-strings.ts";
import { useInvalidateReferrals, type Referral } from "./views.ts";

/** A conflict check takes so many names. */
const maxNames = 20;

const listGiven = ({ conflictNames }: Referral): readonly string[] =>
  conflictNames === null ? [] : [...conflictNames.clientNames, ...conflictNames.adverseNames];

interface RunCheckDialogProps {
  referral: Referral;
  onClose: () => void;
}

/** Searches the names that came with the referral, or others. */
export function RunCheckDialog({ referral, onClose }: RunCheckDialogProps) {
  const t = runCheckDialog;
  const trpc = useTRPC();
  const { id, revision } = referral;
  const [typed, setTyped] = useState(() => listGiven(referral).join("\n"));
  const { faults, rejection, validate, reject } = useFormErrors<"names">();
  const mutation = useChange(trpc.referrals.runConflictCheck.mutationOptions(), {
    successMessage: () => t.wasRun,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateReferrals(),
  });
  const submit = () => {
    const given = typed.split("\n").map((line) => line.trim());
    const names = [...new Set(given.filter((line) => line !== ""))];
    const found = {
      ...(names.length === 0 && { names: t.enterNames }),
      ...(names.length > maxNames && { names: t.tooMany }),
    };
    if (validate(found)) mutation.mutate({ referralId: id, expectedRevision: revision, names });
  };
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.run}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextareaField
        label={t.names}
        hint={t.namesHint}
        why="fields#conflict-check-of-a-referral"
        error={faults.names}
        required
        rows={6}
        value={typed}
        onChange={setTyped}
      />
    </FormDialog>
  );
}

type Outcome = keyof typeof closeCheckDialog.outcomes;
const outcomes = Object.keys(closeCheckDialog.outcomes) as Outcome[];

interface CloseCheckDialogProps extends RunCheckDialogProps {
  check: Pick<NonNullable<PortalOutputs["referrals"]["getConflictCheck"]["check"]>["conflictCheck"], "revision">;
}

export function CloseCheckDialog({ referral, check, onClose }: CloseCheckDialogProps) {
  const t = closeCheckDialog;
  const trpc = useTRPC();
  const [values, setValues] = useState<{ decision: Outcome; note: string }>({ decision: "clear", note: "" });
  const { faults, rejection, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.referrals.closeConflictCheck.mutationOptions(), {
    successMessage: () => t.wasClosed,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateReferrals(),
  });
  const note = values.note.trim();
  const submit = () =>
    mutation.mutate({
      referralId: referral.id,
      expectedRevision: check.revision,
      decision: values.decision,
      note: note === "" ? null : note,
    });
  return (
    <FormDialog
      title={t.title}
      description={t.description}
      action={t.close}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <OneOfField
        label={t.outcome}
        why="fields#conflict-check-of-a-referral"
        error={faults.decision}
        required
        values={outcomes}
        name={(each) => t.outcomes[each]}
        value={values.decision}
        onChange={(decision) => setValues({ ...values, decision })}
      />
      <TextareaField
        label={t.note}
        error={faults.note}
        optional
        maxLength={5_000}
        value={values.note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}
