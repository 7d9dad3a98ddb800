import { maxPasswordLength, minPasswordLength } from "../../../contract/portal/passwords.ts";

/** What the forms share that stand before and after sign-in. */
export const passwordStrings = {
  en: {
    tooShort: `Use at least ${minPasswordLength} characters. A passphrase of several words is easy to remember.`,
    tooLong: `Use at most ${maxPasswordLength} characters.`,
    mismatch: "The passwords do not match.",
  },
  es: {
    tooShort: `Use al menos ${minPasswordLength} caracteres. Una frase de varias palabras es fácil de recordar.`,
    tooLong: `Use como máximo ${maxPasswordLength} caracteres.`,
    mismatch: "Las contraseñas no coinciden.",
  },
} as const;
