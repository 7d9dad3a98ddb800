import type { ReactNode } from "react";

/** A list of keys, at most as high as a dialog has room for. */
export function ScrollingKeys({ children, busy = false }: { children: ReactNode; busy?: boolean }) {
  return (
    // Safari scrolls by keyboard only what is focusable (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul aria-label="Keys" tabIndex={0} aria-busy={busy} className="grid max-h-48 gap-1.5 overflow-y-auto rounded-lg border border-line px-4 py-3 text-sm -outline-offset-3!">
      {children}
    </ul>
  );
}
