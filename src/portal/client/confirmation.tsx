"use client";

import { useMutation, type UseMutationOptions, type UseMutationResult } from "@tanstack/react-query";
import { createContext, lazy, Suspense, useCallback, useContext, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { StepUp } from "./step-up.ts";
import { Cancelled, readError } from "./portal-error.ts";

// Loaded on first use: most visits need no confirmation.
const ConfirmationDialog = lazy(() => import("./confirmation-dialog.tsx"));

/** Resolves with true once the user has confirmed, with false if they cancel. */
type Clear = (stepUp: StepUp) => Promise<boolean>;

const ConfirmationContext = createContext<Clear>(() => Promise.resolve(false));

export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [stepUp, setStepUp] = useState<StepUp | null>(null);
  const answer = useRef<(isCleared: boolean) => void>(() => undefined);
  const clear = useCallback<Clear>((wanted) => {
    answer.current(false);
    setStepUp(wanted);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = useCallback((isCleared: boolean) => {
    answer.current(isCleared);
    answer.current = () => undefined;
    setStepUp(null);
  }, []);
  const value = useMemo(() => clear, [clear]);
  return (
    <ConfirmationContext value={value}>
      {children}
      {stepUp !== null && (
        <Suspense>
          <ConfirmationDialog stepUp={stepUp} onClose={close} />
        </Suspense>
      )}
    </ConfirmationContext>
  );
}

/**
 * Wraps an action: if the server requires a fresh second factor, asks for the code and repeats the action.
 * @throws Cancelled if the user does not confirm
 */
export function useConfirmed(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  const clear = useContext(ConfirmationContext);
  return useCallback(
    async (act) => {
      try {
        return await act();
      } catch (error) {
        const { reason } = readError(error);
        if (reason !== "confirm" && reason !== "enroll") throw error;
        if (await clear(reason)) return act();
        throw new Cancelled();
      }
    },
    [clear],
  );
}

/**
 * useMutation for the portal: `useMutationWithConfirmation(trpc.serviceAccounts.rotate.mutationOptions({…}))`. Without confirmation it
 * fails with Cancelled, which is not shown.
 */
export function useMutationWithConfirmation<Data, Failure, Variables, Prepared>(
  options: UseMutationOptions<Data, Failure, Variables, Prepared>,
): UseMutationResult<Data, Failure, Variables, Prepared> {
  const confirmed = useConfirmed();
  const { mutationFn } = options;
  return useMutation({
    ...options,
    ...(mutationFn !== undefined && {
      mutationFn: (variables: Variables, context) => confirmed(() => mutationFn(variables, context)),
    }),
  });
}
