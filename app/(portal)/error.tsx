"use client";

import { Button } from "../../src/portal/ui/button.tsx";

/** Shows no details of the error. Reloads, because a failed chunk is fetched again only then. */
export default function ErrorScreen() {
  return (
    <main id="content" className="mx-auto grid max-w-prose justify-items-start gap-4 px-4 py-[12vh]">
      <h1 className="font-serif text-[1.75rem] leading-tight font-semibold">Could not load this screen</h1>
      <p className="text-muted">Nothing was changed. Reload the page to try again.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
    </main>
  );
}
