import { useState, type ReactNode } from "react";
import { TextareaField } from "../ui/forms/fields.tsx";
import type { GuideAnchor } from "../ui/forms/why.tsx";
import { FormDialog } from "../ui/overlays/form-dialog.tsx";
import { useFormErrors } from "./forms/use-form-errors.ts";

/**
 * The state of a dialog that asks for a reason.
 *
 * @param missing what its field says without one
 */
export function useReason(missing: string) {
  const [reason, setReason] = useState("");
  const { faults, rejection, validate, reject } = useFormErrors<"reason">();
  const given = reason.trim();
  /** Calls it with the reason, if there is one. */
  const withReason = (act: (reason: string) => void) => {
    if (validate(given === "" ? { reason: missing } : {})) act(given);
  };
  return { reason, setReason, faults, rejection, reject, withReason };
}

interface ReasonDialogProps {
  form: ReturnType<typeof useReason>;
  title: string;
  description: ReactNode;
  action: string;
  label: string;
  hint?: string;
  why: GuideAnchor;
  maxLength: number;
  isBusy: boolean;
  onSubmit: () => void;
  onClose: () => void;
}

/** Something that is taken back or ended, with the reason that the record keeps. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { form, title, description, action, label, hint, why, maxLength, isBusy, onSubmit, onClose } = props;
  return (
    <FormDialog
      danger
      title={title}
      description={description}
      action={action}
      busy={isBusy}
      rejection={form.rejection}
      faults={form.faults}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextareaField
        label={label}
        hint={hint}
        why={why}
        error={form.faults.reason}
        required
        maxLength={maxLength}
        value={form.reason}
        onChange={form.setReason}
      />
    </FormDialog>
  );
}
