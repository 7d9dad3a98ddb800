import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConfirmed } from "../client/confirmation.tsx";
import { readError, type PortalError } from "../client/portal-error.ts";
import { useToast } from "../ui/overlays/toast.tsx";

interface TeamActionState {
  /** null if there is none or the user did not confirm. */
  rejection: PortalError | null;
  isBusy: boolean;
  run: () => void;
}

/**
 * Runs an action on a member: prompts for the second factor if required, shows a toast, and refetches.
 *
 * @param describe the toast's text
 * @param onDone closes the dialog
 */
export function useTeamAction<Result>(
  act: () => Promise<Result>,
  describe: (result: Result) => ReactNode,
  onDone: () => void,
): TeamActionState {
  const confirmed = useConfirmed();
  const showToast = useToast();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmed(act),
    onSuccess: async (result) => {
      // First: the next dialog of this member begins with the new revision.
      await queries.invalidateQueries();
      showToast(describe(result));
      onDone();
    },
    // The screen was out of date.
    onError: () => void queries.invalidateQueries(),
  });
  const read = error === null ? null : readError(error);
  return { rejection: read?.code === "CANCELLED" ? null : read, isBusy: isPending, run: () => mutate() };
}
