import type { Metadata } from "next";
import type { ReactNode } from "react";
import "../(portal)/portal.css";
import "./sign.css";

export const metadata: Metadata = { title: "Sign", robots: { index: false, follow: false } };

export default function Layout({ children }: { children: ReactNode }) {
  return children;
}
