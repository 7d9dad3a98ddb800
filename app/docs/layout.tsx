import type { ReactNode } from "react";
import { SiteFrame } from "../site-frame.tsx";
import { KeyHolder } from "./key.tsx";
import "./reference.css";

/** Stays while the reader goes from page to page, and with it the key. */
export default function Layout({ children }: { children: ReactNode }) {
  return (
    <KeyHolder>
      <SiteFrame>{children}</SiteFrame>
    </KeyHolder>
  );
}
