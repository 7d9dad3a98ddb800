"use client";

import { SiteFrame } from "./site-frame.tsx";

/** Shows no details of the error; the log has them. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
    <SiteFrame>
      <main id="content" className="notice">
        <h1>Could not load this page</h1>
        <p>An internal error occurred. Nothing was changed. Try again.</p>
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
