import type { ReactNode } from "react";
import { SectionCard } from "../ui/card.tsx";
import { TextLink } from "../ui/link.tsx";

interface CardListProps {
  title: string;
  /** Where all of them are. */
  all: { label: string; href: string };
  /** Shown without lines: what to do. */
  empty: ReactNode;
  children: readonly ReactNode[];
}

/** A card of a few lines that leads to its screen. */
export function CardList({ title, all, empty, children }: CardListProps) {
  return (
    <SectionCard
      title={title}
      actions={
        <TextLink href={all.href} className="py-1 text-sm">
          {all.label}
        </TextLink>
      }
    >
      {children.length === 0 ? (
        <div className="text-sm text-muted">{empty}</div>
      ) : (
        <ul className="divide-y divide-line text-sm">{children}</ul>
      )}
    </SectionCard>
  );
}

/** Text, and at its end a time or a status. */
export function CardLine({ end, children }: { end?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0">
      <span className="min-w-0 wrap-anywhere [&_a]:inline-block [&_a]:py-0.5">{children}</span>
      {end !== undefined && <span className="text-[0.8125rem] text-muted">{end}</span>}
    </li>
  );
}
