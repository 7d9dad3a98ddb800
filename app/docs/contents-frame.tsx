"use client";

import { useEffect, useRef, type ReactNode } from "react";

/** Contents beside the text and, on a small screen, folded above it. */
export function ContentsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <aside className="sidebar">{children}</aside>
      <SmallContents>{children}</SmallContents>
    </>
  );
}

/** Folds when a chapter is chosen, which it would cover. */
function SmallContents({ children }: { children: ReactNode }) {
  const contents = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const fold = () => contents.current?.removeAttribute("open");
    window.addEventListener("hashchange", fold);
    return () => window.removeEventListener("hashchange", fold);
  }, []);
  return (
    <details className="small-contents" ref={contents}>
      <summary>Contents</summary>
      {children}
    </details>
  );
}
