"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Redirects `/docs#<operation>`, from when the reference was one page. */
export function OldAnchors() {
  const router = useRouter();
  useEffect(() => {
    const follow = () => {
      const { hash, pathname } = window.location;
      if (hash === "") return;
      const link = [...document.querySelectorAll<HTMLAnchorElement>("main a[href*='#']")].find(
        (candidate) => candidate.hash === hash && candidate.pathname !== pathname,
      );
      if (link !== undefined) router.replace(link.pathname + hash);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [router]);
  return null;
}
