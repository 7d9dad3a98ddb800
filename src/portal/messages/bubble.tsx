import type { ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { timeline as t } from "./lazy-strings.ts";

interface BubbleProps {
  direction: "inbound" | "outbound";
  /** Of what did not arrive, or does not count. */
  tone?: "plain" | "danger" | "void";
  /** When, by whom and how it went. */
  meta: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** What they said is at the left, what the firm said at the right. */
export function Bubble({ direction, tone = "plain", meta, actions, children }: BubbleProps) {
  const isOwn = direction === "outbound";
  return (
    <div className={cn("grid max-w-[88%] gap-1 sm:max-w-[75%]", isOwn ? "justify-self-end" : "justify-self-start")}>
      <span className="sr-only">{isOwn ? t.fromFirm : t.fromThem}</span>
      <div
        className={cn(
          "rounded-2xl border px-3.5 py-2.5 text-sm",
          isOwn ? "rounded-br-sm border-accent/25 bg-accent-soft" : "rounded-bl-sm border-line bg-sunken",
          tone === "danger" && "border-danger/40 bg-danger-soft",
          tone === "void" && "border-dashed bg-surface text-muted line-through",
        )}
      >
        {children}
      </div>
      <div
        className={cn(
          "flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-xs text-muted",
          isOwn && "justify-end text-right",
        )}
      >
        {meta}
        {actions}
      </div>
    </div>
  );
}

/** Parts of a line, with points between them. */
export function Parts({ parts }: { parts: readonly (ReactNode | null)[] }) {
  const shown = parts.filter((part) => part !== null && part !== "");
  return (
    <>
      {shown.map((part, index) => (
        // The parts of a line have no other identity.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className="flex items-center gap-2">
          {part}
          {index < shown.length - 1 && <span aria-hidden>·</span>}
        </span>
      ))}
    </>
  );
}

export const Hidden = () => <p className="text-muted italic">{t.hidden}</p>;
