import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./portal.css";

export const metadata: Metadata = { robots: { index: false, follow: false } };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
