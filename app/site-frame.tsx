import type { ComponentType, ReactNode } from "react";
import { interfaceVersion } from "../src/contract/interface-version.ts";
import "./style.css";

interface SiteFrameProps {
  /**
   * For links within the reference, which must not load the page again. The portal loads the frame for its error page:
   * there it has none.
   */
  PageLink?: ComponentType<{ href: string; children: ReactNode }> | "a";
  children: ReactNode;
}

export function SiteFrame({ PageLink = "a", children }: SiteFrameProps) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="site-header">
        <a className="wordmark" href="/">
          Caseport
        </a>
        <nav aria-label="Site">
          <PageLink href="/docs">API reference</PageLink>
          <PageLink href="/docs/guides">Guides</PageLink>
          <a href="/api/v1/openapi.json">OpenAPI</a>
          <a href="/sign-in">Sign in</a>
        </nav>
      </header>
      {children}
      <footer className="site-footer">
        <p>
          Caseport, interface version {interfaceVersion} · <a href="/status">Status</a>
        </p>
      </footer>
    </>
  );
}
