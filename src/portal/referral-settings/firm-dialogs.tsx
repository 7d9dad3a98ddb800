import { isSame } from "../client/forms/is-same.ts";
import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { ReasonDialog, useReason } from "../client/reason-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Switch } from "../ui/forms/switch.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { approvalsDialog, blockDialog, unblockDialog } from "./lazy-strings.ts";
import type { PartnerFirm } from "./views.ts";

interface FirmDialogProps {
  firm: PartnerFirm;
  onClose: () => void;
}

const useRefetch = () => useInvalidate((client) => [client.partnerFirms.pathFilter()]);
const readApprovals = ({ approvedForSending, mayReferToUs }: PartnerFirm) => ({
  approvedForSending: approvedForSending !== null,
  mayReferToUs: mayReferToUs !== null,
});

/** Whether the firm sends to a firm of this installation, and takes from it. */
export function ApprovalsDialog({ firm, onClose }: FirmDialogProps) {
  const t = approvalsDialog;
  const trpc = useTRPC();
  const before = readApprovals(firm);
  const [values, setValues] = useState(before);
  const { rejection, reject } = useFormErrors<string>();
  const mutation = useChange(trpc.partnerFirms.approve.mutationOptions(), {
    successMessage: () => t.wereSaved(firm.name),
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useRefetch(),
  });
  const submit = () => {
    // Who approved what, and when, stays as it is where nothing was changed.
    const changed = {
      ...(values.approvedForSending !== before.approvedForSending && { approvedForSending: values.approvedForSending }),
      ...(values.mayReferToUs !== before.mayReferToUs && { mayReferToUs: values.mayReferToUs }),
    };
    mutation.mutate({ partnerFirmId: firm.id, expectedRevision: firm.revision, ...changed });
  };
  const isChanged = !isSame(values, before);
  return (
    <FormDialog
      title={t.title}
      description={t.description(firm.name)}
      action={t.save}
      busy={mutation.isPending}
      disabled={!isChanged}
      rejection={rejection}
      onSubmit={submit}
      onClose={onClose}
    >
      <Switch
        label={t.sending}
        hint={t.sendingHint}
        why="fields#partner-firms"
        checked={values.approvedForSending}
        onChange={({ target }) => setValues({ ...values, approvedForSending: target.checked })}
      />
      <Switch
        label={t.taking}
        hint={t.takingHint}
        checked={values.mayReferToUs}
        onChange={({ target }) => setValues({ ...values, mayReferToUs: target.checked })}
      />
    </FormDialog>
  );
}

export function BlockDialog({ firm, onClose }: FirmDialogProps) {
  const t = blockDialog;
  const trpc = useTRPC();
  const form = useReason(t.enterReason);
  const mutation = useChange(trpc.partnerFirms.block.mutationOptions(), {
    successMessage: () => t.wasBlocked(firm.name),
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useRefetch(),
  });
  const submit = () =>
    form.withReason((reason) => mutation.mutate({ partnerFirmId: firm.id, expectedRevision: firm.revision, reason }));
  return (
    <ReasonDialog
      form={form}
      title={t.title}
      description={t.consequence(firm.name)}
      action={t.block}
      label={t.reason}
      hint={t.reasonHint}
      why="fields#partner-firms"
      maxLength={500}
      isBusy={mutation.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

export function UnblockDialog({ firm, onClose }: FirmDialogProps) {
  const t = unblockDialog;
  const trpc = useTRPC();
  const mutation = useChange(trpc.partnerFirms.unblock.mutationOptions(), {
    successMessage: () => t.wasUnblocked(firm.name),
    onSuccess: onClose,
    onRejected: null,
    invalidate: useRefetch(),
  });
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.title}
      description={t.consequence(firm.name)}
      confirm={t.unblock}
      danger={false}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ partnerFirmId: firm.id, expectedRevision: firm.revision })}
    >
      <RejectionAlert error={mutation.error} />
    </AlertDialog>
  );
}
