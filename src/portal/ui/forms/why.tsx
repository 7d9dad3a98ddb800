import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { why as t } from "./strings.ts";

/** A paragraph of the guides: "fields#expiry". `guides.test.ts` checks that it exists. */
export type GuideAnchor = `${string}#${string}`;

/** Leads to the paragraph that says why a field exists, in a new tab: what was typed stays. */
export function Why({ at, of }: { at: GuideAnchor; of: ReactNode }) {
  return (
    <a
      href={`/docs/guides/${at}`}
      target="_blank"
      rel="noopener"
      title={t.title}
      className="-my-1 -ml-1 grid size-6 shrink-0 place-items-center self-center rounded text-muted hover:text-text"
    >
      <Info aria-hidden className="size-4" />
      <span className="sr-only">{t.why(of)}</span>
    </a>
  );
}
