import { useMutation, useQueryClient, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { accountKey } from "./query-client.ts";
import type { RequireStepUp, StepUp } from "./identity/step-up.ts";
import { Canceled, readError } from "./portal-error.ts";
import { later } from "../ui/feedback/later.tsx";

// Loaded on first use: most visits need no confirmation.
const ConfirmationDialog = later(() => import("./confirmation-dialog.tsx"));

const ConfirmationContext = createContext<RequireStepUp>(() => Promise.resolve(false));

interface Pending {
  stepUp: StepUp;
  outcome: Promise<boolean>;
  settle: (isCleared: boolean) => void;
}

/** Shows one dialog at a time, over the screen, which keeps what was typed. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [stepUp, setStepUp] = useState<StepUp | null>(null);
  const pending = useRef<Pending | null>(null);
  const requireStepUp = useCallback<RequireStepUp>((wanted) => {
    // Several requests at once find the session ended; one sign-in serves all.
    if (pending.current?.stepUp.reason === wanted.reason) return pending.current.outcome;
    pending.current?.settle(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pending.current = { stepUp: wanted, outcome: promise, settle: resolve };
    setStepUp(wanted);
    return promise;
  }, []);
  const close = useCallback((isCleared: boolean) => {
    pending.current?.settle(isCleared);
    pending.current = null;
    setStepUp(null);
  }, []);
  return (
    <ConfirmationContext value={requireStepUp}>
      {children}
      {stepUp !== null && <ConfirmationDialog key={stepUp.reason} stepUp={stepUp} onClose={close} />}
    </ConfirmationContext>
  );
}

export function useRequireStepUp(): RequireStepUp {
  return useContext(ConfirmationContext);
}

/**
 * Wraps an action: if the server requires a second factor, sets one up or prompts for the code, and repeats the action.
 *
 * @throws Canceled if the user does not confirm
 */
export function useConfirmed(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const requireStepUp = useRequireStepUp();
  const queries = useQueryClient();
  return useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        const { reason } = readError(error);
        if (reason !== "confirm" && reason !== "enroll") throw error;
        if (!(await requireStepUp({ reason }))) throw new Canceled();
        void queries.invalidateQueries({ queryKey: accountKey });
        return act();
      }
    },
    [requireStepUp, queries],
  );
}

/**
 * useMutation for the portal: `useMutationWithConfirmation(trpc.serviceAccounts.rotate.mutationOptions({…}))`. Without
 * confirmation it fails with Canceled, which is not shown. After an error nothing waits for `onSettled`: the mutation
 * would stay pending, and a form that was corrected before the screen was fetched again could not be submitted.
 */
export function useMutationWithConfirmation<Data, Failure, Variables, Prepared>(
  options: UseMutationOptions<Data, Failure, Variables, Prepared>,
): UseMutationResult<Data, Failure, Variables, Prepared> {
  const confirmed = useConfirmed();
  const { mutationFn, onSettled } = options;
  return useMutation({
    ...options,
    onSettled: (...settled) => {
      const ended = onSettled?.(...settled);
      const [, error] = settled;
      return error === null ? ended : undefined;
    },
    ...(mutationFn !== undefined && {
      mutationFn: (variables: Variables, context) => confirmed(() => mutationFn(variables, context)),
    }),
  });
}
