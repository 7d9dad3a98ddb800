import type { SigningLanguage } from "../signing/schema.ts";

/** The words of the certificate of completion. Codes of the API stay as they are in the attached trail. */
export interface CertificateTexts {
  title: (sequenceId: string) => string;
  request: (requestId: string) => string;
  chainHash: (hash: string | null) => string;
  /** What the seal proves and the trail shows. */
  introduction: readonly string[];
  sections: { documents: string; recipients: string; trail: string };
  foot: (sequenceId: string) => string;
  labels: Readonly<Record<Label, string>>;
  consentText: (version: number, sha256: string) => string;
  by: (type: string, label: string) => string;
  /** Of a code of the API. */
  spell: (code: string) => string;
}

type Label =
  | "pages"
  | "sourceSha256"
  | "sealedSha256"
  | "role"
  | "capacity"
  | "address"
  | "delivery"
  | "authentication"
  | "sent"
  | "viewed"
  | "consented"
  | "consentText"
  | "signed"
  | "by"
  | "recipient"
  | "ipAddress"
  | "userAgent"
  | "hash";

const english = [
  "The seal shows that the file was not changed since Caseport sealed it. It does not prove the identity of a signer.",
  "The audit trail is attached to this file as audit-trail.json. Each entry has the hash of the one before it, so that the whole trail can be recomputed without Caseport.",
];

const spanish = [
  "El sello muestra que el archivo no se modificó desde que Caseport lo selló. No prueba la identidad de quien firma.",
  "El registro de auditoría está adjunto a este archivo como audit-trail.json. Cada entrada contiene el hash de la anterior, de modo que todo el registro se puede volver a calcular sin Caseport.",
];

const spanishCodes: Readonly<Record<string, string>> = {
  signer: "firma",
  carbon_copy: "recibe una copia",
  self: "en nombre propio",
  parent: "madre o padre",
  guardian: "tutor o tutora",
  personal_representative: "representante personal",
  attorney_in_fact: "apoderado o apoderada",
  other: "otra",
  email: "correo electrónico",
  text: "mensaje de texto",
  link: "enlace de la aplicación",
  none: "ninguna",
  email_code: "código por correo electrónico",
  text_code: "código por mensaje de texto",
  passcode: "contraseña",
  system: "sistema",
  member: "miembro",
  integration_key: "clave de integración",
  esign_recipient: "destinatario",
  created: "creada",
  prepared: "preparada",
  sent: "enviada",
  notified: "notificado",
  link_created: "enlace creado",
  code_sent: "código enviado",
  authenticated: "identidad comprobada",
  authentication_failed: "código incorrecto",
  locked: "bloqueado",
  viewed: "vista",
  consented: "consentimiento dado",
  signed: "firmada",
  declined: "rechazada",
  corrected: "destinatario corregido",
  reminded: "recordatorio enviado",
  bounced: "mensaje no entregado",
  voided: "anulada",
  expired: "vencida",
  sealed: "sellada",
  completed: "completada",
};

const spellEnglish = (code: string): string => code.replaceAll("_", " ");

export const certificateTexts: Readonly<Record<SigningLanguage, CertificateTexts>> = {
  en: {
    title: (sequenceId) => `Certificate of completion ${sequenceId}`,
    request: (requestId) => `Signature request ${requestId}`,
    chainHash: (hash) => `Hash of the chain: ${hash}`,
    introduction: english,
    sections: { documents: "Documents", recipients: "Recipients", trail: "Audit trail" },
    foot: (sequenceId) => `Caseport ${sequenceId} · certificate`,
    labels: {
      pages: "Pages",
      sourceSha256: "SHA-256 as sent",
      sealedSha256: "SHA-256 as sealed",
      role: "Role",
      capacity: "Capacity",
      address: "Address",
      delivery: "Delivery",
      authentication: "Authentication",
      sent: "Sent",
      viewed: "Viewed",
      consented: "Consented",
      consentText: "Consent text",
      signed: "Signed",
      by: "By",
      recipient: "Recipient",
      ipAddress: "IP address",
      userAgent: "User agent",
      hash: "Hash",
    },
    consentText: (version, sha256) => `version ${version}, SHA-256 ${sha256}`,
    by: (type, label) => `${spellEnglish(type)} ${label}`,
    spell: spellEnglish,
  },
  es: {
    title: (sequenceId) => `Certificado de finalización ${sequenceId}`,
    request: (requestId) => `Solicitud de firma ${requestId}`,
    chainHash: (hash) => `Hash de la cadena: ${hash}`,
    // A court reads the English one.
    introduction: [...spanish, ...english],
    sections: { documents: "Documentos", recipients: "Destinatarios", trail: "Registro de auditoría" },
    foot: (sequenceId) => `Caseport ${sequenceId} · certificado`,
    labels: {
      pages: "Páginas",
      sourceSha256: "SHA-256 al enviar",
      sealedSha256: "SHA-256 al sellar",
      role: "Función",
      capacity: "Calidad",
      address: "Dirección",
      delivery: "Envío",
      authentication: "Identificación",
      sent: "Enviada",
      viewed: "Vista",
      consented: "Consentimiento",
      consentText: "Texto del consentimiento",
      signed: "Firmada",
      by: "Por",
      recipient: "Destinatario",
      ipAddress: "Dirección IP",
      userAgent: "Navegador",
      hash: "Hash",
    },
    consentText: (version, sha256) => `versión ${version}, SHA-256 ${sha256}`,
    by: (type, label) => `${spellSpanish(type)} ${label}`,
    spell: spellSpanish,
  },
};

function spellSpanish(code: string): string {
  return spanishCodes[code] ?? spellEnglish(code);
}
