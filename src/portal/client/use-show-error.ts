import { useToast } from "../ui/overlays/toast.tsx";
import { readError } from "./portal-error.ts";

/** Shows why an action failed in a toast; nothing if the confirmation was canceled. */
export function useShowError(): (error: unknown, what?: string) => void {
  const showToast = useToast();
  /** @param what a sentence before the reason */
  return (error, what) => {
    const { code, message } = readError(error);
    if (code !== "CANCELLED") showToast(what === undefined ? message : `${what} ${message}`, "danger");
  };
}
