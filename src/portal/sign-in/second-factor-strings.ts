export const secondFactorStrings = {
  en: {
    title: "Second factor",
    totp: "Enter the current code from your authenticator app.",
    recovery: "Enter a recovery code.",
    submit: "Continue",
    other: "Use another account",
  },
  es: {
    title: "Segundo factor",
    totp: "Escriba el código actual de su aplicación de autenticación.",
    recovery: "Escriba un código de recuperación.",
    submit: "Continuar",
    other: "Usar otra cuenta",
  },
} as const;
