import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { ReasonDialog, useReason } from "../client/reason-dialog.tsx";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { ChoiceField, TextareaField } from "../ui/forms/fields.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { describeTerms } from "./describe-terms.ts";
import { declineDialog, sendDialog, withdrawDialog } from "./lazy-strings.ts";
import { useInvalidateReferrals, type Referral } from "./views.ts";

interface AnswerDialogProps {
  referral: Referral;
  onClose: () => void;
}

type DeclineReason = keyof typeof declineDialog.reasons;
const declineReasons = Object.keys(declineDialog.reasons) as DeclineReason[];

/** The handling firm does not take the matter. */
export function DeclineDialog({ referral, onClose }: AnswerDialogProps) {
  const t = declineDialog;
  const trpc = useTRPC();
  const { id, revision, sequenceId, direction, channel, partnerFirm } = referral;
  const [values, setValues] = useState<{ reason: DeclineReason | null; note: string }>({ reason: null, note: "" });
  const { faults, rejection, validate, reject } = useFormErrors<keyof typeof values>();
  const mutation = useChange(trpc.referrals.declineOffer.mutationOptions(), {
    successMessage: () => t.wasDeclined(sequenceId),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateReferrals(),
  });
  const { reason } = values;
  const note = values.note.trim();
  const submit = () => {
    if (validate(reason === null ? { reason: t.chooseReason } : {}) && reason !== null)
      mutation.mutate({ referralId: id, expectedRevision: revision, reason, ...(note !== "" && { note }) });
  };
  const ofFirmElsewhere = direction === "inbound" ? t.ownRecord : t.theirRecord;
  const consequence = channel === "network" ? t.consequence : ofFirmElsewhere;
  return (
    <FormDialog
      danger
      title={t.title(sequenceId)}
      description={consequence(partnerFirm.name)}
      action={t.decline}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChoiceField
        label={t.reason}
        why="fields#responding-to-a-referral"
        error={faults.reason}
        required
        values={declineReasons}
        name={(each) => t.reasons[each]}
        none={t.noReason}
        value={reason}
        onChange={(to) => setValues({ ...values, reason: to })}
      />
      <TextareaField
        label={t.note}
        hint={t.noteHint}
        error={faults.note}
        optional
        maxLength={4_000}
        value={values.note}
        onChange={(text) => setValues({ ...values, note: text })}
      />
    </FormDialog>
  );
}

/** The firm sends what it drafted. */
export function SendDialog({ referral, onClose }: AnswerDialogProps) {
  const t = sendDialog;
  const trpc = useTRPC();
  const { id, revision, sequenceId, channel, partnerFirm, terms } = referral;
  const mutation = useChange(trpc.referrals.sendDraft.mutationOptions(), {
    successMessage: () => t.wasSent(sequenceId),
    onSuccess: onClose,
    onRejected: null,
    invalidate: useInvalidateReferrals(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.title(sequenceId)}
      description={(channel === "network" ? t.consequence : t.record)(partnerFirm.name)}
      confirm={t.send}
      danger={false}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ referralId: id, expectedRevision: revision })}
    >
      {terms !== null && <p className="text-sm">{describeTerms(referral, terms)}</p>}
      <RejectionAlert error={mutation.error} />
    </AlertDialog>
  );
}

/** The originating firm takes the matter back. */
export function WithdrawDialog({ referral, onClose }: AnswerDialogProps) {
  const t = withdrawDialog;
  const trpc = useTRPC();
  const { id, revision, sequenceId, status, direction, channel, partnerFirm } = referral;
  const form = useReason(t.enterReason);
  const mutation = useChange(trpc.referrals.withdrawOffer.mutationOptions(), {
    successMessage: () => t.wasWithdrawn(sequenceId),
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateReferrals(),
  });
  const ofFirmElsewhere = direction === "inbound" ? t.theirRecord : t.ownRecord;
  const ofSent = channel === "network" ? t.consequence : ofFirmElsewhere;
  return (
    <ReasonDialog
      form={form}
      title={t.title(sequenceId)}
      description={status === "draft" ? t.ofDraft : ofSent(partnerFirm.name)}
      action={t.withdraw}
      label={t.reason}
      hint={t.reasonHint}
      why="fields#responding-to-a-referral"
      maxLength={1_000}
      isBusy={mutation.isPending}
      onSubmit={() =>
        form.withReason((reason) => mutation.mutate({ referralId: id, expectedRevision: revision, reason }))
      }
      onClose={onClose}
    />
  );
}
