import type { UseMutationOptions } from "@tanstack/react-query";
import { RejectionAlert } from "../client/rejection-alert.tsx";
import { useChange } from "../client/use-change.ts";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { revokeFeedDialog as t } from "./strings.ts";

interface RevokeFeedDialogProps<Data, Failure, Input, Prepared> {
  name: string;
  options: UseMutationOptions<Data, Failure, Input, Prepared>;
  input: Input;
  refetch: () => Promise<unknown>;
  onClose: () => void;
}

/** Confirms the revocation of one's own feed, or of another member's. */
export function RevokeFeedDialog<Data, Failure, Input, Prepared>({
  name,
  options,
  input,
  refetch,
  onClose,
}: RevokeFeedDialogProps<Data, Failure, Input, Prepared>) {
  const mutation = useChange(options, { done: () => t.wasRevoked(name), onDone: onClose, onRejected: null, refetch });
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
