import { useEffect, useId, useRef, type FormEvent } from "react";
import { Button } from "../button.tsx";
import { Banner } from "../feedback/banner.tsx";
import { formDialog as t } from "./strings.ts";
import { Dialog } from "./dialog.tsx";
import type { DialogProps } from "./dialog-props.ts";

interface FormDialogProps extends Pick<DialogProps, "title" | "description" | "children" | "width"> {
  /** The label of the button: verb and noun. */
  action: string;
  danger?: boolean;
  busy: boolean;
  disabled?: boolean;
  /** An error without a field. */
  rejection?: string | null | undefined;
  rejectionTitle?: string;
  /** The first invalid control is focused when they change; a form of `usePortalForm` does so itself. */
  faults?: object;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
}

/** A dialog that is one form, with Cancel and a button that submits it. */
export function FormDialog({
  action,
  danger = false,
  busy,
  disabled,
  rejection,
  rejectionTitle,
  faults,
  onSubmit,
  onClose,
  children,
  ...texts
}: FormDialogProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (faults !== undefined && Object.keys(faults).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [faults]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A dialog is inside the React tree of the form that opened it; this submission must not bubble to it.
    event.stopPropagation();
    if (!busy) onSubmit(event);
  };
  const footer = (
    <>
      <Button onClick={onClose}>{t.cancel}</Button>
      <Button type="submit" form={id} variant={danger ? "danger" : "primary"} busy={busy} disabled={disabled}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog open onOpenChange={onClose} footer={footer} {...texts}>
      <form ref={form} id={id} method="post" onSubmit={submit} noValidate className="grid gap-5">
        {children}
        {typeof rejection === "string" && (
          <Banner tone="danger" live title={rejectionTitle}>
            {rejection}
          </Banner>
        )}
      </form>
    </Dialog>
  );
}
