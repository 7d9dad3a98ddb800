import type { Metadata } from "next";
import { SiteFrame } from "./site-frame.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <SiteFrame>
      <main id="content" className="notice">
        <h1>Page not found</h1>
        <p>Check the URL. The page may have moved.</p>
        <p className="actions">
          <a className="button" href="/">
            To the home page
          </a>
          <a className="button quiet" href="/docs">
            API reference
          </a>
        </p>
      </main>
    </SiteFrame>
  );
}
