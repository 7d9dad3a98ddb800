import type { UseMutationOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useToast } from "../ui/overlays/toast.tsx";
import { useMutationWithConfirmation } from "./confirmation.tsx";
import { useShowError } from "./use-show-error.ts";

interface Ending<Data, Variables> {
  /** The toast after a success. */
  successMessage: (data: Data, variables: Variables) => ReactNode;
  /** After a success, such as what closes the dialog. */
  onSuccess?: () => void;
  /** Shows a rejection; by default in a toast. null if the screen shows the mutation's error. */
  onRejected?: ((error: unknown) => void) | null;
  /** Refetches what was changed; also after a rejection, because the screen may be out of date. */
  invalidate: () => Promise<unknown>;
}

/**
 * A mutation and what follows it:
 * `useChange(trpc.exports.cancel.mutationOptions(), { successMessage: () => "Canceled.", invalidate })`.
 */
export function useChange<Data, Failure, Variables, Prepared>(
  options: UseMutationOptions<Data, Failure, Variables, Prepared>,
  { successMessage, onSuccess, onRejected, invalidate }: Ending<Data, Variables>,
) {
  const showToast = useToast();
  const showError = useShowError();
  return useMutationWithConfirmation({
    ...options,
    onSuccess: (data, variables) => {
      showToast(successMessage(data, variables));
      onSuccess?.();
    },
    onError: (error) => (onRejected === undefined ? showError(error) : onRejected?.(error)),
    onSettled: invalidate,
  });
}
