import type { UseMutationOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useToast } from "../ui/overlays/toast.tsx";
import { useMutationWithConfirmation } from "./confirmation.tsx";
import { useShowError } from "./use-show-error.ts";

interface Ending<Data, Variables> {
  /** The toast after a success. */
  done: (data: Data, variables: Variables) => ReactNode;
  /** After a success, such as what closes the dialog. */
  onDone?: () => void;
  /** Shows a rejection; by default in a toast. null if the screen shows the mutation's error. */
  onRejected?: ((error: unknown) => void) | null;
  /** Refetches what was changed; also after a rejection, because the screen may be out of date. */
  refetch: () => Promise<unknown>;
}

/** A change and how it ends: `useChange(trpc.exports.cancel.mutationOptions(), { done: () => "Canceled.", refetch })`. */
export function useChange<Data, Failure, Variables, Prepared>(
  options: UseMutationOptions<Data, Failure, Variables, Prepared>,
  { done, onDone, onRejected, refetch }: Ending<Data, Variables>,
) {
  const showToast = useToast();
  const showError = useShowError();
  return useMutationWithConfirmation({
    ...options,
    onSuccess: (data, variables) => {
      showToast(done(data, variables));
      onDone?.();
    },
    onError: (error) => (onRejected === undefined ? showError(error) : onRejected?.(error)),
    onSettled: refetch,
  });
}
