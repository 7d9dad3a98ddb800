import { TRPCClientError, type Operation, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { PortalRouter } from "../../../composition/portal-router.ts";
import { Offline, readError } from "../portal-error.ts";

/**
 * Rejects a change at once while the browser is offline. A request that finds the session ended is repeated once the
 * person has signed in again; the server had changed nothing.
 */
export function sessionLink(signIn: (operation: Operation) => Promise<boolean>): TRPCLink<PortalRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        if (op.type === "mutation" && Offline.isNow()) return observer.error(TRPCClientError.from(new Offline()));
        let isOver = false;
        const send = (fail: (error: TRPCClientError<PortalRouter>) => void) =>
          next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error: fail,
          });
        const sendAgain = async (error: TRPCClientError<PortalRouter>) => {
          const isSignedIn = await signIn(op);
          if (isOver) return;
          if (isSignedIn) subscription = send((again) => observer.error(again));
          else observer.error(error);
        };
        let subscription = send((error) => {
          if (readError(error).code === "UNAUTHORIZED") void sendAgain(error);
          else observer.error(error);
        });
        return () => {
          isOver = true;
          subscription.unsubscribe();
        };
      });
}
