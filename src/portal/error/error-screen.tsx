"use client";

import { buttonBase, buttonSizes, buttonVariants } from "../ui/button-classes.ts";
import { errorScreen as t } from "./strings.ts";

/**
 * Shows no details of the error. Reloads, because a failed chunk is fetched again only then. Its script is in the first
 * load of every screen and shares nothing with the others: a `Button` would bring its icons and libraries a second
 * time.
 */
export default function ErrorScreen() {
  return (
    <main id="content" className="mx-auto grid max-w-prose justify-items-start gap-4 px-4 py-[12vh]">
      <h1 className="font-serif text-[1.75rem] leading-tight font-semibold">{t.title}</h1>
      <p className="text-muted">{t.nothingWasChanged}</p>
      <button
        type="button"
        className={`${buttonBase} ${buttonVariants.primary} ${buttonSizes.md}`}
        onClick={() => window.location.reload()}
      >
        {t.reload}
      </button>
    </main>
  );
}
