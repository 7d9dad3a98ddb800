import type { ReactNode } from "react";
import { SiteFrame } from "../site-frame.tsx";
import { KeyHolder } from "./key.tsx";
import "./reference.css";

/** Persists across pages, and the key with it. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <KeyHolder>
      <SiteFrame>{children}</SiteFrame>
    </KeyHolder>
  );
}
