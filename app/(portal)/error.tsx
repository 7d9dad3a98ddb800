"use client";

import { Button } from "../../src/portal/ui/button.tsx";

/** What a screen shows that failed: nothing of why. A new load, since a part of the portal that could not be fetched is fetched again only then. */
export default function ErrorScreen() {
  return (
    <main id="content" className="mx-auto grid max-w-prose justify-items-start gap-4 px-4 py-[12vh]">
      <h1 className="font-serif text-[1.75rem] leading-tight font-semibold">This screen could not be shown</h1>
      <p className="text-muted">Nothing was changed by that. Loading it again often helps.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Load again
      </Button>
    </main>
  );
}
