import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { ReasonDialog, useReason } from "../client/reason-dialog.tsx";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { OneOfField, TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { suppressionDialogs as t } from "./lazy-strings.ts";
import { useInvalidateSuppressions, type Suppression } from "./views.ts";

interface EndDialogProps {
  suppression: Suppression;
  onClose: () => void;
}

export function EndDialog({ suppression: { id, address }, onClose }: EndDialogProps) {
  const trpc = useTRPC();
  const form = useReason(t.enterReason);
  const mutation = useChange(trpc.suppressions.end.mutationOptions(), {
    successMessage: () => t.wasEnded,
    onSuccess: onClose,
    onRejected: form.reject,
    invalidate: useInvalidateSuppressions(),
  });
  const submit = () => form.withReason((reason) => mutation.mutate({ suppressionId: id, reason }));
  return (
    <ReasonDialog
      form={form}
      title={t.endOf(address)}
      description={t.endHint}
      action={t.end}
      label={t.reason}
      why="fields#suppressed-numbers-and-addresses"
      maxLength={500}
      isBusy={mutation.isPending}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

const channels = ["text", "email"] as const;

export function AddDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const [values, setValues] = useState<{ channel: "text" | "email"; address: string }>({
    channel: "text",
    address: "",
  });
  const { faults, rejection, validate, reject } = useFormErrors<"address">();
  const mutation = useChange(trpc.suppressions.add.mutationOptions(), {
    successMessage: () => t.wasAdded,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateSuppressions(),
  });
  const submit = () => {
    if (validate(values.address.trim().length < 3 ? { address: t.enterAddress } : {}))
      mutation.mutate({ ...values, address: values.address.trim() });
  };
  return (
    <FormDialog
      title={t.add}
      description={t.addHint}
      action={t.suppress}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <OneOfField
        label={t.channel}
        why="fields#suppressed-numbers-and-addresses"
        values={channels}
        name={(each) => t.channels[each]}
        value={values.channel}
        onChange={(channel) => setValues({ ...values, channel })}
      />
      <TextField
        label={t.address}
        error={faults.address}
        required
        maxLength={254}
        autoComplete="off"
        value={values.address}
        onChange={(address) => setValues({ ...values, address })}
      />
    </FormDialog>
  );
}
