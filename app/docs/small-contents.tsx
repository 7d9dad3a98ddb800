"use client";

import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

/** The contents on a small screen: folded, and folded again once a chapter is chosen, which it would cover. */
export function SmallContents({ children }: { children: ReactNode }) {
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
