import type { UseMutationOptions } from "@tanstack/react-query";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useChange } from "../client/use-change.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { revokeFeedDialog as t } from "./strings.ts";

interface RevokeFeedDialogProps<Data, Failure, Input, Prepared> {
  name: string;
  options: UseMutationOptions<Data, Failure, Input, Prepared>;
  input: Input;
  invalidate: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms the revocation of one's own feed, or of another member's. */
export function RevokeFeedDialog<Data, Failure, Input, Prepared>({
  name,
  options,
  input,
  invalidate,
  onClose,
}: RevokeFeedDialogProps<Data, Failure, Input, Prepared>) {
  const mutation = useChange(options, {
    successMessage: () => t.wasRevoked(name),
    onSuccess: onClose,
    onRejected: null,
    invalidate,
  });
  const consequence = t.consequence(<strong className="font-semibold text-text wrap-anywhere">{name}</strong>);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.title}
      description={consequence}
      confirm={t.revokeFeed}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate(input)}
    >
      <RejectionAlert error={mutation.error} />
    </AlertDialog>
  );
}
