import Link from "next/link";
import type { ReactNode } from "react";
import "./style.css";

export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="site-header">
        <a className="wordmark" href="/">
          Caseport
        </a>
        <nav aria-label="Site">
          <Link href="/docs" prefetch={false}>
            API reference
          </Link>
          <Link href="/docs/guides" prefetch={false}>
            Guides
          </Link>
          <a href="/api/v1/openapi.json">OpenAPI</a>
          <a href="/sign-in">Sign in</a>
        </nav>
      </header>
      {children}
      <footer className="site-footer">
        <p>Caseport, interface version 1.0.0</p>
      </footer>
    </>
  );
}
