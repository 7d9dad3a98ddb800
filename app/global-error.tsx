"use client";

import "./tokens.css";
import "./style.css";

/** Replaces the whole page if the layout failed. */
export default function GlobalError() {
  return (
    <html lang="en">
      <head>
        <title>Caseport</title>
      </head>
      <body>
        <main id="content" className="notice">
          <h1>Could not load this page</h1>
          <p>An internal error occurred. Nothing was changed.</p>
          <p className="actions">
            <a className="button" href="/">
              To the home page
            </a>
          </p>
        </main>
      </body>
    </html>
  );
}
