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
const rejected = "No se aceptó. Compruébelo e inténtelo de nuevo.";
const rejections: Partial<Record<PortalError["code"], string>> = {
  UNAUTHORIZED: "El acceso no fue aceptado. Compruebe sus datos e inténtelo de nuevo.",
  OFFLINE: "No tiene conexión. No se envió nada.",
  UNREACHABLE: "No se pudo contactar con Caseport. Compruebe la conexión.",
  UNAVAILABLE: "Caseport no está disponible por el momento. Inténtelo más tarde.",
  INTERNAL_ERROR: "Se produjo un error en Caseport. Inténtelo de nuevo.",
};

/** Sentences of a screen for codes that have a meaning of their own there. */
export type OwnRejections = Partial<Record<PortalError["code"], string>>;

/** An error's message in the reader's language. */
export function translateError({ code, message, reason }: Pick<PortalError, "code" | "message" | "reason">, locale: Locale, own: OwnRejections = {}): string {
  // Its message is translated where it is made, because it has the time to wait.
  if (locale === "en" || code === "RATE_LIMITED") return message;
  return reason === "sign_in" ? "Vuelva a iniciar sesión con su contraseña." : (own[code] ?? rejections[code] ?? rejected);
}

/** A fault at a field, in the reader's language. */
export function translateFault(message: string, locale: Locale): string {
  return locale === "en" ? message : rejected;
}

/** The locale of the page, for what runs outside of React. */
export function readPageLocale(): Locale {
  return document.documentElement.lang === "es" ? "es" : "en";
}
