import type { ReactNode } from "react";
import { Code } from "../../ui/code-block.tsx";
import type { Key } from "../portal-types.ts";
import { scrollingKeys as t } from "./strings.ts";

interface ScrollingKeysProps {
  /** Each key, and what is shown after its name. */
  rows: readonly { key: Key; note?: ReactNode }[];
  busy?: boolean;
}

/** A list of keys, at most as high as a dialog has room for. */
export function ScrollingKeys({ rows, busy = false }: ScrollingKeysProps) {
  return (
    // Safari scrolls by keyboard only what is focusable (WCAG 2.1.1).
    <ul
      aria-label={t.keys}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-busy={busy}
      className="grid max-h-48 gap-1.5 overflow-y-auto rounded-lg border border-line px-4 py-3 text-sm -outline-offset-3!"
    >
      {rows.map(({ key: { id, name, keyPrefix }, note }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-semibold">{name}</span> <Code>{keyPrefix}</Code>
          {note}
        </li>
      ))}
    </ul>
  );
}
