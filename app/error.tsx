"use client";

import { SiteFrame } from "./site-frame.tsx";

/** What a page shows that failed: nothing of why, which is for the log alone. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <SiteFrame>
      <main id="content" className="notice">
        <h1>This page could not be shown</h1>
        <p>The fault is ours, and nothing was changed. Trying again often helps.</p>
        <p className="actions">
          <button type="button" className="button" onClick={reset}>
            Try again
          </button>
          <a className="button quiet" href="/">
            To the home page
          </a>
        </p>
      </main>
    </SiteFrame>
  );
}
