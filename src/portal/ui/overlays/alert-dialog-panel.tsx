import * as Radix from "@radix-ui/react-alert-dialog";
import type { AlertDialogProps } from "./alert-dialog-props.ts";
import { Button } from "../button.tsx";
import { alertDialogPanel as t } from "./strings.ts";
import { useReturnFocus } from "./return-focus.ts";

export default function AlertDialogPanel(props: AlertDialogProps) {
  const {
    onOpenChange,
    title,
    description,
    children,
    confirm,
    onConfirm,
    cancel = t.cancel,
    busy = false,
    ready = true,
    danger = true,
  } = props;
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div data-overlay className="overlay" />
        <Radix.Content aria-modal className="dialog sm:max-w-lg" onCloseAutoFocus={returnFocus}>
          <Radix.Title className="text-lg leading-snug font-semibold">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-2 text-sm text-muted">{description}</div>
          </Radix.Description>
          {children !== undefined && <div className="mt-4">{children}</div>}
          <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
            <Radix.Cancel asChild>
              <Button>{cancel}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy} disabled={!ready} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
