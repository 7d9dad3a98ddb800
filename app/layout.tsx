import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import "./style.css";

export const metadata: Metadata = {
  title: { default: "Caseport", template: "%s · Caseport" },
  description: "The integration API of a legal case-management platform for personal-injury firms.",
  formatDetection: { telephone: false, email: false, address: false },
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f7" },
    { media: "(prefers-color-scheme: dark)", color: "#11151b" },
  ],
};

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="site-header">
          <a className="wordmark" href="/">
            Caseport
          </a>
          <nav aria-label="Site">
            <a href="/docs">API reference</a>
            <a href="/api/v1/openapi.json">OpenAPI</a>
          </nav>
        </header>
        {children}
        <footer className="site-footer">
          <p>Caseport, interface version 1.0.0</p>
        </footer>
      </body>
    </html>
  );
}
