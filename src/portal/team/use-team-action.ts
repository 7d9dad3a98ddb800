"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useConfirmed } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import type { PortalError } from "../client/portal-error.ts";
import { useToast } from "../ui/overlays/toast.tsx";

interface TeamActionState {
  /** What was refused, in a sentence; null while nothing was, or when the person did not confirm. */
  rejection: PortalError | null;
  isBusy: boolean;
  run: () => void;
}

/**
 * An act on the team behind one button: asks for the second factor where it must, tells what happened, and fetches anew what
 * the act may have changed.
 * @param act the call @param describe what is said when it is done @param onDone closes the dialog
 */
export function useTeamAction<Result>(act: () => Promise<Result>, describe: (result: Result) => ReactNode, onDone: () => void): TeamActionState {
  const confirmed = useConfirmed();
  const showToast = useToast();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmed(act),
    onSuccess: (result) => {
      showToast(describe(result));
      onDone();
    },
    // Also after a refusal: what is shown was out of date.
    onSettled: () => void queries.invalidateQueries(),
  });
  const read = error === null ? null : readError(error);
  return { rejection: read?.code === "CANCELLED" ? null : read, isBusy: isPending, run: () => mutate() };
}
