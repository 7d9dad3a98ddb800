/** The languages of the sign-in screens. The rest of the portal is in English. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

export const localeNames: Readonly<Record<Locale, string>> = { en: "English", es: "Español" };

/**
 * The person's choice, or the first language that the browser accepts and a catalog has.
 *
 * @param accepted the header Accept-Language, such as `es-MX,es;q=0.9,en;q=0.8`
 */
export function pickLocale(chosen: string | undefined, accepted: string | null): Locale {
  const ranked = (accepted ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", quality = "q=1"] = entry.split(";").map((part) => part.trim());
      return { language: tag.split("-")[0]?.toLowerCase(), quality: Number(quality.replace(/^q=/, "")) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return (
    [chosen, ...ranked.map(({ language }) => language)]
      .map((language) => locales.find((locale) => locale === language))
      .find((locale) => locale !== undefined) ?? "en"
  );
}

/** The locale of the page, for what runs outside of React. English while the server renders. */
export function readPageLocale(): Locale {
  return typeof document !== "undefined" && document.documentElement.lang === "es" ? "es" : "en";
}
