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
