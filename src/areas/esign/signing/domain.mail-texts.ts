import type { SigningLanguage } from "./schema.ts";

/**
 * The words of the emails to recipients. They name the firm and nothing of the request: neither its title, nor what it
 * is for, nor who else signs.
 */

interface MailText {
  subject: string;
  text: string;
}

interface MailTexts {
  invitation: (firm: string, expires: string) => MailText;
  reminder: (firm: string, expires: string) => MailText;
  code: (firm: string, code: string, minutes: number) => MailText;
  copies: (firm: string) => MailText;
}

const paragraphs = (...each: string[]) => each.join("\n\n");

export const mailTexts: Readonly<Record<SigningLanguage, MailTexts>> = {
  en: {
    invitation: (firm, expires) => ({
      subject: `${firm} asks you to sign documents`,
      text: paragraphs(
        `${firm} asks you to read and sign documents electronically.`,
        `The link below is only for you. Do not forward this email. The link works until ${expires}.`,
        "If you have questions, or want to sign on paper, contact the firm.",
      ),
    }),
    reminder: (firm, expires) => ({
      subject: `Reminder: ${firm} asks you to sign documents`,
      text: paragraphs(
        `Documents from ${firm} are waiting for your signature.`,
        `The link below is only for you. Do not forward this email. The link works until ${expires}.`,
        "If you have questions, or want to sign on paper, contact the firm.",
      ),
    }),
    code: (firm, code, minutes) => ({
      subject: `Your code for ${firm}`,
      text: paragraphs(
        `Your code is ${code}.`,
        `Enter it on the page where you sign documents from ${firm}. It is valid for ${minutes} minutes.`,
        "If you did not ask for a code, ignore this email. Do not give the code to anyone.",
      ),
    }),
    copies: (firm) => ({
      subject: `Your signed documents from ${firm}`,
      text: paragraphs(
        "Everyone has signed. With the link below you can download your copies for 90 days.",
        "The link is only for you. Do not forward this email.",
      ),
    }),
  },
  es: {
    invitation: (firm, expires) => ({
      subject: `${firm} le pide que firme documentos`,
      text: paragraphs(
        `${firm} le pide que lea y firme documentos electrónicamente.`,
        `El enlace de abajo es solo para usted. No reenvíe este correo. El enlace funciona hasta el ${expires}.`,
        "Si tiene preguntas o quiere firmar en papel, comuníquese con el bufete.",
      ),
    }),
    reminder: (firm, expires) => ({
      subject: `Recordatorio: ${firm} le pide que firme documentos`,
      text: paragraphs(
        `Hay documentos de ${firm} que esperan su firma.`,
        `El enlace de abajo es solo para usted. No reenvíe este correo. El enlace funciona hasta el ${expires}.`,
        "Si tiene preguntas o quiere firmar en papel, comuníquese con el bufete.",
      ),
    }),
    code: (firm, code, minutes) => ({
      subject: `Su código para ${firm}`,
      text: paragraphs(
        `Su código es ${code}.`,
        `Escríbalo en la página donde firma documentos de ${firm}. Vale por ${minutes} minutos.`,
        "Si usted no pidió un código, ignore este correo. No le diga el código a nadie.",
      ),
    }),
    copies: (firm) => ({
      subject: `Sus documentos firmados de ${firm}`,
      text: paragraphs(
        "Todos han firmado. Con el enlace de abajo puede descargar sus copias durante 90 días.",
        "El enlace es solo para usted. No reenvíe este correo.",
      ),
    }),
  },
};

/** A day as a reader of the language writes it, in the firm's time zone. */
export function formatDayFor(language: SigningLanguage, instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language === "es" ? "es-US" : "en-US", { dateStyle: "long", timeZone }).format(
    new Date(instant),
  );
}
