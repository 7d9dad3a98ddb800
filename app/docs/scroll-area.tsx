import type { ReactNode } from "react";

export function ScrollArea({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Safari scrolls by keyboard only what is focusable (WCAG 2.1.1).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role
    <div className="scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
