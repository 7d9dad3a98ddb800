import { maxPasswordLength, minPasswordLength } from "../../contract/portal/passwords.ts";

export const portalErrors = {
  OFFLINE: "You’re offline. Nothing was saved.",
  UNREACHABLE: "Caseport could not be reached. Check the connection. Check whether your change was saved before you try again.",
  UNAVAILABLE: "Caseport is temporarily unavailable. Check whether your change was saved before you try again.",
  INTERNAL_ERROR: "Something went wrong on our side. Check whether your change was saved before you try again.",
  CANCELLED: "Nothing was changed.",
};

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
