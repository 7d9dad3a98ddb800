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
      className="-my-0.5 inline-block shrink-0 rounded py-0.5 text-[0.8125rem] leading-5 font-normal text-muted underline underline-offset-3 hover:text-text"
    >
      {t.why(of, (text) => (
        <span className="sr-only">{text}</span>
      ))}
    </a>
  );
}
