import type { ReactNode } from "react";
import { SiteFrame } from "../site-frame.tsx";

export default function Layout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>;
}
