import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { toast as t } from "./strings.ts";

type Tone = "success" | "danger";
interface ToastEntry {
  id: number;
  tone: Tone;
  message: ReactNode;
}

const shownMilliseconds = 7_000;
const ToastContext = createContext<(message: ReactNode, tone?: Tone) => void>(() => undefined);
const SuccessesContext = createContext<() => void>(() => undefined);

/** `showToast("The key is paused.")`. An error that needs an action belongs in a Banner. */
export function useToast(): (message: ReactNode, tone?: Tone) => void {
  return useContext(ToastContext);
}

/**
 * Takes the toasts of earlier successes away while a form shows that it was not saved: "Saved." beside it would
 * contradict it.
 */
export function useEndSuccesses(isRejected: boolean): void {
  const endSuccesses = useContext(SuccessesContext);
  useEffect(() => {
    if (isRejected) endSuccesses();
  }, [isRejected, endSuccesses]);
}

/** The live region is rendered before the first toast, so that screen readers notice it. */
export function ToastRegion({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ToastEntry[]>([]);
  const next = useRef(0);
  const showToast = useCallback((message: ReactNode, tone: Tone = "success") => {
    next.current += 1;
    const id = next.current;
    setToasts((list) => [...list.slice(-2), { id, tone, message }]);
  }, []);
  const endSuccesses = useCallback(() => setToasts((list) => list.filter(({ tone }) => tone !== "success")), []);
  const dismiss = useCallback((id: number) => setToasts((list) => list.filter((entry) => entry.id !== id)), []);
  return (
    <ToastContext value={showToast}>
      <SuccessesContext value={endSuccesses}>{children}</SuccessesContext>
      <div
        aria-live="polite"
        // A save bar lies at the foot, and rises where the page ends or a rejection makes it higher: there the toasts
        // are at the head.
        className="pointer-events-none fixed inset-x-4 bottom-20 z-50 grid justify-items-end gap-2 in-[body:has([data-save-bar])]:top-18 in-[body:has([data-save-bar])]:bottom-auto sm:left-auto"
      >
        {toasts.map((entry) => (
          <Toast key={entry.id} {...entry} onDismiss={dismiss} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ id, tone, message, onDismiss }: ToastEntry & { onDismiss: (id: number) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onDismiss(id), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [id, isHeld, onDismiss]);
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it only waits while one reads
    <div
      className="rise pointer-events-auto flex w-full max-w-md items-start gap-3 rounded-lg border border-line bg-surface py-2.5 pr-2 pl-4 text-sm shadow-lg"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon
        aria-hidden
        className={tone === "success" ? "mt-1 size-4.5 shrink-0 text-success" : "mt-1 size-4.5 shrink-0 text-danger"}
      />
      <p className="min-w-0 flex-1 py-1 wrap-break-word">{message}</p>
      <Button variant="ghost" size="icon-sm" aria-label={t.dismiss} onClick={() => onDismiss(id)}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
