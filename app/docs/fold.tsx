"use client";

import { useEffect, useRef, useState, type ReactNode } from "react";

interface FoldProps {
  summary: ReactNode;
  className?: string;
  children: () => ReactNode;
}

/** A <details> whose content is rendered when first opened: neither sent with the page nor hydrated before. */
export function Fold({ summary, className, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => {
    // Opened before hydration.
    if (details.current?.open === true) setOpened(true);
  }, []);
  return (
    <details
      ref={details}
      className={className}
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  );
}
