import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import "./tokens.css";

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

/** Rendered per request: the theme is in a cookie, and the scripts' nonce is used once. */
export default async function Layout({ children }: { children: ReactNode }) {
  const chosen = (await cookies()).get("theme")?.value;
  const theme = chosen === "light" || chosen === "dark" ? chosen : undefined;
  return (
    <html lang="en" data-theme={theme}>
      <body>{children}</body>
    </html>
  );
}
