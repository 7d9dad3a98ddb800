import { catalog } from "./catalog.ts";

export const portalErrors = catalog({
  OFFLINE: "You’re offline. Nothing was saved.",
  UNREACHABLE:
    "Caseport could not be reached. Check the connection. Check whether your change was saved before you try again.",
  UNAVAILABLE: "Caseport is temporarily unavailable. Check whether your change was saved before you try again.",
  INTERNAL_ERROR: "Something went wrong on our side. Check whether your change was saved before you try again.",
  CANCELLED: "Nothing was changed.",
});

/** Before sign-in, too. */
export const tooManyAttempts = {
  en: (wait: string) => `Too many attempts. Try again in ${wait}.`,
  es: (wait: string) => `Demasiados intentos. Vuelva a intentarlo en ${wait}.`,
} as const;
