export const authFrameStrings = {
  en: { skip: "Skip to content", reference: "API reference", home: "Home", language: "Language" },
  es: { skip: "Saltar al contenido", reference: "Referencia de la API", home: "Inicio", language: "Idioma" },
} as const;

export const signInStrings = {
  en: {
    title: "Sign in",
    description: "For attorneys, members and platform administrators.",
    reset: "Password set. All sessions were ended. Sign in with the new password.",
    email: "Email address",
    emailFault: "Enter your email address.",
    password: "Password",
    passwordFault: "Enter your password.",
    submit: "Sign in",
    passkey: "Use a passkey",
    wrong: "Wrong email address or password",
    wrongPasskey: "The passkey was not accepted. Try again or use another way",
    forgot: "Forgot password?",
  },
  es: {
    title: "Iniciar sesión",
    description: "Para abogados, miembros y administradores de la plataforma.",
    reset: "Contraseña guardada. Se cerraron todas las sesiones. Inicie sesión con la contraseña nueva.",
    email: "Correo electrónico",
    emailFault: "Escriba su correo electrónico.",
    password: "Contraseña",
    passwordFault: "Escriba su contraseña.",
    submit: "Iniciar sesión",
    passkey: "Usar una llave de acceso",
    wrong: "El correo o la contraseña son incorrectos.",
    wrongPasskey: "No se aceptó la llave de acceso. Inténtelo de nuevo o entre de otra manera.",
    forgot: "¿Olvidó su contraseña?",
  },
} as const;

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

export const forgotPasswordStrings = {
  en: {
    name: "Forgot password",
    title: "Set a new password",
    description: "We send a link to your email address. It is valid for 30 minutes and works once.",
    email: "Email address",
    emailFault: "Enter your email address.",
    submit: "Send link",
    back: "Back to sign in",
    sentTitle: "Check your email",
    sent: "If an account exists for this email address, we sent it a link. The link is valid for 30 minutes and works once.",
    missing: "No email? Check your spam folder and the email address.",
    outboxTitle: "This installation does not send email",
    outbox:
      "No mail server is configured. Emails are written on the server to a folder of its data directory, by default:",
  },
  es: {
    name: "Contraseña olvidada",
    title: "Elegir una contraseña nueva",
    description: "Enviamos un enlace a su correo electrónico. Es válido durante 30 minutos y funciona una sola vez.",
    email: "Correo electrónico",
    emailFault: "Escriba su correo electrónico.",
    submit: "Enviar enlace",
    back: "Volver a iniciar sesión",
    sentTitle: "Revise su correo",
    sent: "Si existe una cuenta con este correo electrónico, le enviamos un enlace en inglés. Es válido durante 30 minutos y funciona una sola vez.",
    missing: "¿No llegó? Revise la carpeta de correo no deseado y la dirección.",
    outboxTitle: "Esta instalación no envía correo",
    outbox:
      "No hay un servidor de correo configurado. Los mensajes se escriben en el servidor, en una carpeta de su directorio de datos, por defecto:",
  },
} as const;

export const resetPasswordStrings = {
  en: {
    title: "Choose a password",
    welcome: "Welcome to Caseport",
    welcomeDescription: "Choose a password for your account. You are then signed in.",
    description: "You will be signed out everywhere. Sign in with the new password.",
    password: "New password",
    hint: "At least 12 characters. A passphrase of several words is easy to remember.",
    repeated: "Confirm new password",
    submit: "Set password",
    again: "Request new link",
    expired: "The link has expired or was already used.",
    incompleteTitle: "Incomplete link",
    incomplete: "Open the link from the email again. If it is older than 30 minutes, request a new one.",
  },
  es: {
    title: "Elegir una contraseña",
    welcome: "Le damos la bienvenida a Caseport",
    welcomeDescription: "Elija una contraseña para su cuenta. Después se iniciará su sesión.",
    description: "Se cerrarán todas sus sesiones. Inicie sesión con la contraseña nueva.",
    password: "Contraseña nueva",
    hint: "Al menos 12 caracteres. Una frase de varias palabras es fácil de recordar.",
    repeated: "Confirmar la contraseña nueva",
    submit: "Guardar contraseña",
    again: "Pedir otro enlace",
    expired: "El enlace caducó o ya se usó.",
    incompleteTitle: "Enlace incompleto",
    incomplete: "Abra de nuevo el enlace del correo. Si tiene más de 30 minutos, pida otro.",
  },
} as const;
