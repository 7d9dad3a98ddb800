"use client";

import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import type { Locale } from "./pick-locale.ts";

interface Held {
  locale: Locale;
  choose: (locale: Locale) => void;
}

const LocaleContext = createContext<Held>({ locale: "en", choose: () => undefined });

/** The locale of the sign-in screens; English elsewhere. A catalog has the strings of each: `catalog[useLocale()]`. */
export function useLocale(): Locale {
  return useContext(LocaleContext).locale;
}

export function useChooseLocale(): Held["choose"] {
  return useContext(LocaleContext).choose;
}

/** In the state of the page, because another page load would lose the token of a link. A cookie keeps the choice. */
export function LocaleProvider({ initial, children }: { initial: Locale; children: ReactNode }) {
  const [locale, setLocale] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = locale;
    return () => {
      document.documentElement.lang = "en";
    };
  }, [locale]);
  const held = useMemo(() => {
    const choose = (chosen: Locale) => {
      // oxlint-disable-next-line unicorn/no-document-cookie -- Cookie Store needs https
      document.cookie = `locale=${chosen}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`;
      setLocale(chosen);
    };
    return { locale, choose };
  }, [locale]);
  return (
    <LocaleContext value={held}>
      {/* For readers before scripts run: a layout cannot set the attribute of the document. */}
      <div lang={locale} className="contents">
        {children}
      </div>
    </LocaleContext>
  );
}
