export const authFrameStrings = {
  en: { skip: "Skip to the content", reference: "API reference", home: "Home", language: "Language" },
  es: { skip: "Saltar al contenido", reference: "Referencia de la API", home: "Inicio", language: "Idioma" },
} as const;
