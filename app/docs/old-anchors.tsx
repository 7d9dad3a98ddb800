"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Sends an address of the time when the reference was one page, `/docs#<operation>`, to where the contents say it is now. */
export function OldAnchors() {
  const router = useRouter();
  useEffect(() => {
    const follow = () => {
      const { hash, pathname } = window.location;
      if (hash === "") return;
      const link = [...document.querySelectorAll<HTMLAnchorElement>("main a[href*='#']")].find((candidate) => candidate.hash === hash && candidate.pathname !== pathname);
      if (link !== undefined) router.replace(link.pathname + hash);
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [router]);
  return null;
}
