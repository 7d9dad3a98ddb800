/** What a text from a phone asks for. */
export type OptOutKeyword = "stop" | "start" | "help" | "suspected";

/** The words of 47 C.F.R. § 64.1200(a)(10), what providers add to them, and Spanish ones. */
const words: Readonly<Record<Exclude<OptOutKeyword, "suspected">, readonly string[]>> = {
  stop: [
    "stop",
    "stopall",
    "stop all",
    "quit",
    "end",
    "revoke",
    "opt out",
    "optout",
    "opt-out",
    "cancel",
    "unsubscribe",
    "alto",
    "parar",
    "baja",
  ],
  start: ["start", "unstop", "comenzar"],
  help: ["help", "info", "ayuda"],
};
const keywords = new Map(
  Object.entries(words).flatMap(([kind, each]) => each.map((word) => [word, kind as keyof typeof words] as const)),
);

/** A reasonable person's words count, too: those who write them are asked. */
const suspected = /\b(?:stop|unsubscribe|remove me|do not text|don't text|no more texts|wrong number|no mas)\b/;

/** Without accents and invisible marks, in small letters, with single spaces, and without punctuation around it. */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, "")
    .replaceAll(/[’‘]/gu, "'")
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/[\p{P}\p{S}\s]{1,50}$/u, "")
    .replace(/^[\p{P}\p{S}\s]{1,50}/u, "");
}

/** What an inbound text asks for; null for any other. A keyword is the whole text. */
export function readKeyword(bodyText: string): OptOutKeyword | null {
  const text = normalize(bodyText.slice(0, 1_700));
  return keywords.get(text) ?? (suspected.test(text) ? "suspected" : null);
}
