"use client";

import type { ReactNode } from "react";
import { useChooseLocale, useLocale } from "../client/locale.tsx";
import { localeNames, locales } from "../client/pick-locale.ts";
import { authFrameStrings } from "./strings.ts";

export function AuthFrame({ children }: { children: ReactNode }) {
  const words = authFrameStrings[useLocale()];
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip">
        {words.skip}
      </a>
      <header className="px-4 pt-[max(2rem,9vh)] pb-7 text-center">
        <a
          href="/"
          className="rounded px-2 py-1 font-serif text-3xl leading-none font-semibold tracking-tight text-text no-underline"
        >
          Caseport
        </a>
      </header>
      {children}
      <footer className="mt-auto flex flex-wrap justify-center gap-x-6 gap-y-1 px-4 pt-10 pb-6 text-sm text-muted">
        <a href="/docs" className="rounded py-1 hover:text-text hover:underline">
          {words.reference}
        </a>
        <a href="/" className="rounded py-1 hover:text-text hover:underline">
          {words.home}
        </a>
        <LocaleLink label={words.language} />
      </footer>
    </div>
  );
}

/** The name of the other language, in that language. */
function LocaleLink({ label }: { label: string }) {
  const locale = useLocale();
  const choose = useChooseLocale();
  return locales
    .filter((each) => each !== locale)
    .map((each) => (
      <button
        key={each}
        type="button"
        lang={each}
        onClick={() => choose(each)}
        className="cursor-pointer rounded py-1 hover:text-text hover:underline"
      >
        <span lang={locale} className="sr-only">
          {label}:{" "}
        </span>
        {localeNames[each]}
      </button>
    ));
}
