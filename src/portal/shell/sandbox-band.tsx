import { FlaskConical } from "lucide-react";
import { sandboxBand as t } from "./lazy-strings.ts";

/** On every screen of a sandbox. */
export function SandboxBand() {
  return (
    <p className="mb-6 flex min-h-11 items-center gap-3 rounded-lg border border-warning/30 bg-warning-soft px-4 py-2 text-sm">
      <FlaskConical aria-hidden className="size-4.5 shrink-0 text-warning" />
      <span>
        {t.sandbox((text) => (
          <strong className="font-semibold">{text}</strong>
        ))}
      </span>
    </p>
  );
}
