import { useState } from "react";
import { useFormErrors } from "../client/forms/use-form-errors.ts";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { TextField } from "../ui/forms/fields.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { correctDialog as t } from "./lazy-strings.ts";
import { useInvalidateRequests, type Recipient, type SignatureRequestDetail } from "./views.ts";

/** Recipients who have yet to sign. */
export const isCorrectable = ({ status }: Recipient): boolean =>
  !["signed", "declined", "copied", "cancelled"].includes(status);

interface CorrectDialogProps {
  request: Pick<SignatureRequestDetail, "id" | "revision">;
  recipient: Recipient;
  onClose: () => void;
}

type Field = "name" | "email" | "phone" | "passcode";

/** Sends what was changed alone: each member is named in the audit trail. */
export function CorrectDialog({ request, recipient, onClose }: CorrectDialogProps) {
  const trpc = useTRPC();
  const { name, email, phone, authentication, label } = recipient;
  const saved = { name, email: email ?? "", phone: phone ?? "", passcode: "" };
  const [values, setValues] = useState(saved);
  const { faults, rejection, validate, reject } = useFormErrors<Field>();
  const mutation = useChange(trpc.esignRequests.correctRecipient.mutationOptions(), {
    successMessage: () => t.wasCorrected,
    onSuccess: onClose,
    onRejected: reject,
    invalidate: useInvalidateRequests(),
  });
  const submit = () => {
    const given = { ...values, name: values.name.trim(), email: values.email.trim(), phone: values.phone.trim() };
    const hasChanged = (field: Field) => given[field] !== saved[field];
    const isUnchanged = (["name", "email", "phone", "passcode"] as const).every((field) => !hasChanged(field));
    const isValid = validate({
      ...(given.name === "" && { name: t.enterName }),
      ...(hasChanged("email") && given.email === "" && { email: t.enterEmail }),
      ...(isUnchanged && { name: t.changeSomething }),
    });
    if (!isValid) return;
    mutation.mutate({
      esignRequestId: request.id,
      recipientId: recipient.id,
      expectedRevision: request.revision,
      ...(hasChanged("name") && { name: given.name }),
      ...(hasChanged("email") && { email: given.email }),
      ...(hasChanged("phone") && { phone: given.phone === "" ? null : given.phone }),
      ...(hasChanged("passcode") && { passcode: given.passcode }),
    });
  };
  const field = (each: Field) => ({
    error: faults[each],
    value: values[each],
    onChange: (text: string) => setValues({ ...values, [each]: text }),
    autoComplete: "off",
  });
  return (
    <FormDialog
      title={t.titleOf(label)}
      description={t.description}
      action={t.correct}
      busy={mutation.isPending}
      rejection={rejection}
      faults={faults}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t.name} required maxLength={200} {...field("name")} />
      <TextField
        label={t.email}
        why="fields#email-of-a-recipient"
        required={email !== null}
        optional={email === null}
        type="email"
        maxLength={254}
        {...field("email")}
      />
      <TextField label={t.phone} optional type="tel" maxLength={40} {...field("phone")} />
      {authentication === "passcode" && (
        <TextField label={t.passcode} hint={t.passcodeHint} optional maxLength={64} {...field("passcode")} />
      )}
    </FormDialog>
  );
}
