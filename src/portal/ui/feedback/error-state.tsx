import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { readError } from "../../client/portal-error.ts";
import { Button } from "../button.tsx";
import { errorState as t } from "./strings.ts";

interface ErrorStateProps {
  title?: ReactNode;
  error?: unknown;
  onRetry?: () => void;
  busy?: boolean;
}

export function ErrorState({ title = t.couldNotLoadContent, error, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-2 rounded-lg border border-line bg-surface px-6 py-12 text-center"
    >
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger" />
      <h2 className="text-base font-semibold">{title}</h2>
      {error !== undefined && <p className="max-w-prose text-sm text-muted">{readError(error).message}</p>}
      {onRetry !== undefined && (
        <Button className="mt-3" busy={busy} onClick={onRetry}>
          {t.tryAgain}
        </Button>
      )}
    </div>
  );
}
