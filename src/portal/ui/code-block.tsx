import type { ReactNode } from "react";
import { cn } from "./class-names.ts";
import { CopyButton } from "./copy-button.tsx";

export function Code({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <code className={cn("rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.85em] wrap-anywhere", className)}>
      {children}
    </code>
  );
}

interface CodeBlockProps {
  title: string;
  text: string;
  /** The text to copy, if it differs from the shown one. */
  exact?: string;
  wrap?: boolean;
}

export function CodeBlock({ title, text, exact = text, wrap = false }: CodeBlockProps) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line py-1 pr-1.5 pl-3.5 text-[0.8125rem] font-medium text-muted">
        {title}
        <CopyButton text={exact} what={title} variant="ghost" />
      </figcaption>
      {/* Safari scrolls by keyboard only what is focusable (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role */}
      <div role="group" aria-label={title} tabIndex={0} className="overflow-auto -outline-offset-3!">
        <pre
          className={cn(
            "w-max min-w-full px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed",
            wrap && "w-auto whitespace-pre-wrap wrap-anywhere",
          )}
        >
          <code>{text}</code>
        </pre>
      </div>
    </figure>
  );
}
