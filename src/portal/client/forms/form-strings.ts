import { maxPasswordLength, minPasswordLength } from "../../../contract/portal/passwords.ts";
import type { Locale } from "../pick-locale.ts";
import type { PortalError } from "../portal-error.ts";

/** What the forms share that stand before and after sign-in. */
export const formStrings = {
  en: {
    tooShort: `Use at least ${minPasswordLength} characters. A passphrase of several words is easy to remember.`,
    tooLong: `Use at most ${maxPasswordLength} characters.`,
    mismatch: "The passwords do not match.",
    tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  },
  es: {
    tooShort: `Use al menos ${minPasswordLength} caracteres. Una frase de varias palabras es fácil de recordar.`,
    tooLong: `Use como máximo ${maxPasswordLength} caracteres.`,
    mismatch: "Las contraseñas no coinciden.",
    tooMany: (wait: string) => `Demasiados intentos. Vuelva a intentarlo en ${wait}.`,
  },
} as const;

/** The server's messages are English. */
const rejections: Partial<Record<PortalError["code"], string>> = {
  UNAUTHORIZED: "El acceso no fue aceptado. Compruebe sus datos e inténtelo de nuevo.",
  VALIDATION_FAILED: "No se aceptó. Compruébelo e inténtelo de nuevo.",
  OFFLINE: "No tiene conexión. No se envió nada.",
  UNREACHABLE: "No se pudo contactar con Caseport. Compruebe la conexión.",
  UNAVAILABLE: "Caseport no está disponible por el momento. Inténtelo más tarde.",
  INTERNAL_ERROR: "Se produjo un error en Caseport. Inténtelo de nuevo.",
};

/** An error's message in the reader's language. */
export function translateError({ code, message }: Pick<PortalError, "code" | "message">, locale: Locale): string {
  return locale === "en" ? message : (rejections[code] ?? message);
}

/** The locale of the page, for what runs outside of React. */
export function readPageLocale(): Locale {
  return document.documentElement.lang === "es" ? "es" : "en";
}
