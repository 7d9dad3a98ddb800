import type { ReactNode } from "react";
import { catalog, rich, type Wrap } from "./catalog.ts";

export const caseSearch = catalog({
  case: "Case",
  caseHint: "Case number or client name.",
  anotherCase: "Choose another case",
  searching: "Searching…",
  noMatchingCases: "No matching cases.",
  matchingCases: "Matching cases",
  named: (sequenceId: string, client: string) => `${sequenceId}, ${client}`,
});

export const confirmationDialog = catalog({
  thisChangeRequiresSecond:
    "This change requires a second factor. It continues automatically after setup, and your input is kept.",
  confirmYourIdentity: "Confirm your identity",
  confirmYourIdentityDescription: "Enter your second factor again. The last confirmation was more than 10 minutes ago.",
  verifyCode: "Verify code",
});

export const deleteDialog = catalog({
  title: (noun: string) => `Delete ${noun}?`,
  delete: (noun: string) => `Delete ${noun}`,
});

export const enrollDialog = catalog({
  setUpSecondFactor: "Set up a second factor",
  confirmPassword: (reason: string) => `${reason} Confirm your password.`,
  continue: "Continue",
  scanQrCode: "Scan the QR code",
  scanQrCodeDescription: (reason: string) => `${reason} Use any authenticator app.`,
  verifyCode: "Verify code",
  yourRecoveryCodes: "Your recovery codes",
  qrCodeWithSecret: "QR code with the secret of your second factor",
  cannotScan: "Cannot scan? Enter this secret in the app:",
  secret: "secret",
});

export const passkeys = catalog({
  thisDeviceAlready: "This device already has a passkey for your account.",
  noPasskeyWasUsed: "No passkey was used. Try again or use another way.",
  thisBrowserDoesNot: "This browser does not support passkeys.",
});

export const passwordForm = catalog({
  enterYourPassword: "Enter your password.",
  yourPassword: "Your password",
  cancel: "Cancel",
});

export const recoveryCodes = catalog({
  shownOnlyOnce: "Shown only once",
  codeSignsIn: "Use a code to sign in if you lose your phone. Each code works once. Store them in a password manager.",
  recoveryCodes: "the recovery codes",
  downloadCodes: "Download codes",
  iHaveStoredCodes: "I have stored the codes",
  done: "Done",
  recoveryCodesForCaseport: (codes: string) => `Recovery codes for Caseport\n\n${codes}\n`,
});

export const signInDialog = catalog({
  signInAgain: "Sign in again",
  yourSessionHasEnded: (email: ReactNode, button: Wrap) =>
    rich`Your session has ended. What you entered on this screen is kept. Sign in as ${email} or ${button("use another account")}`,
  signIn: "Sign in",
  isWrong: "is wrong",
});

/** The English ones are the server's messages. */
export const spanishRejections = {
  rejected: "No se aceptó. Compruébelo e inténtelo de nuevo.",
  signIn: "Vuelva a iniciar sesión con su contraseña.",
  byCode: {
    UNAUTHORIZED: "El acceso no fue aceptado. Compruebe sus datos e inténtelo de nuevo.",
    OFFLINE: "No tiene conexión. No se envió nada.",
    UNREACHABLE: "No se pudo contactar con Caseport. Compruebe la conexión.",
    UNAVAILABLE: "Caseport no está disponible por el momento. Inténtelo más tarde.",
    INTERNAL_ERROR: "Se produjo un error en Caseport. Inténtelo de nuevo.",
  },
} as const;

export const oneTimeCodeStrings = {
  en: {
    totp: {
      label: "Six-digit code",
      hint: "From your authenticator app. Each code works once. Wait for the next code if you just used one.",
      fault: "Enter the six-digit code from your authenticator app.",
      wrong: "The code is wrong, expired or already used. Wait for the next one.",
      other: "Use a recovery code",
    },
    recovery: {
      label: "Recovery code",
      hint: "One of the codes you stored during setup. Each code works once.",
      fault: "Enter a recovery code.",
      wrong: "The recovery code is wrong or already used.",
      other: "Use the authenticator app",
    },
    cancel: "Cancel",
    passkey: "Use a passkey",
  },
  es: {
    totp: {
      label: "Código de seis dígitos",
      hint: "De su aplicación de autenticación. Cada código funciona una vez. Si acaba de usar uno, espere al siguiente.",
      fault: "Escriba el código de seis dígitos de su aplicación de autenticación.",
      wrong: "El código es incorrecto, caducó o ya se usó. Espere al siguiente.",
      other: "Usar un código de recuperación",
    },
    recovery: {
      label: "Código de recuperación",
      hint: "Uno de los códigos que guardó durante la configuración. Cada código funciona una vez.",
      fault: "Escriba un código de recuperación.",
      wrong: "El código de recuperación es incorrecto o ya se usó.",
      other: "Usar la aplicación de autenticación",
    },
    cancel: "Cancelar",
    passkey: "Usar una llave de acceso",
  },
} as const;
