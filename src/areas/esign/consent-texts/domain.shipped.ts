import { createHash } from "node:crypto";

/**
 * The consent texts that Caseport ships, with what 15 U.S.C. § 7001(c)(1) wants a consumer to be told before they
 * consent, and that they can open the document is shown by the page, which displays it before the question (§
 * 7001(c)(1)(C)(ii)). An attorney of the firm verifies them.
 *
 * A text never changes: signatures refer to it by ID and hash. A correction is a further row with the next version.
 */
export interface ConsentText {
  id: string;
  language: "en" | "es";
  /** From 1. */
  version: number;
  title: string;
  /** Plain text; a blank line separates paragraphs. */
  body: string;
  /** Of {@link hashConsentText}. */
  sha256: string;
}

/** The SHA-256 of title, a blank line and body, as UTF-8: what a signature records of the text that was shown. */
export const hashConsentText = ({ title, body }: Pick<ConsentText, "title" | "body">): string =>
  createHash("sha256").update(`${title}\n\n${body}`, "utf8").digest("hex");

const english = `You have been asked to sign documents electronically. Please read this before you agree to do so.

Paper instead. You have the right to receive these documents on paper and to sign them by hand. This costs you nothing. Choose "Sign on paper" on this page, or tell the law firm that sent you this request. The firm then sends you the documents on paper, and this request ends.

What you agree to. Your consent covers the documents of this request only. It does not cover later documents or any other communication with the firm. You will be asked again each time.

Changing your mind. You can withdraw your consent at any time before you sign, without a fee. Choose "Sign on paper" on this page, or tell the firm. If you withdraw, the documents cannot be signed on this page; the firm sends them to you on paper, and your matter may take longer. What you have already signed stays signed.

Your email address. If your email address or phone number changes before the documents are completed, tell the firm by phone, by mail, or by a reply to the email with which it sent you this request, so that it can reach you and send you your copies.

What you need. You need a phone, tablet or computer with internet access, a current version of a web browser such as Chrome, Edge, Firefox or Safari, and an email address if the documents are to be emailed to you. To keep the signed documents you need a program that opens PDF files, which most devices have, and either storage on your device or a printer. The first page of your document is shown on this page in the same way as the rest of it: if you can read it, your device meets these requirements.

Your copies. When everyone has signed, you can download the signed documents, and you are sent a link to them. You can also ask the firm for a paper copy, now or later. The firm does not charge you for it.

By choosing "I agree" you confirm that you can read the document on this page, that you can save or print it, and that you agree to receive and sign the documents of this request electronically. Your electronic signature has the same effect as one by hand.`;

const spanish = `Se le ha pedido que firme documentos electrónicamente. Lea lo siguiente antes de dar su consentimiento.

En papel. Usted tiene derecho a recibir estos documentos en papel y a firmarlos a mano. No le cuesta nada. Elija "Firmar en papel" en esta página, o avise al bufete de abogados que le envió esta solicitud. El bufete le enviará los documentos en papel y esta solicitud terminará.

Lo que usted acepta. Su consentimiento vale solamente para los documentos de esta solicitud. No vale para documentos posteriores ni para otras comunicaciones con el bufete. Se le preguntará de nuevo cada vez.

Si cambia de opinión. Puede retirar su consentimiento en cualquier momento antes de firmar, sin costo alguno. Elija "Firmar en papel" en esta página, o avise al bufete. Si lo retira, los documentos no se podrán firmar en esta página; el bufete se los enviará en papel y su asunto puede tardar más. Lo que ya haya firmado seguirá firmado.

Su correo electrónico. Si su dirección de correo electrónico o su número de teléfono cambia antes de que los documentos estén completos, avise al bufete por teléfono, por carta o respondiendo al correo con el que le envió esta solicitud, para que pueda comunicarse con usted y enviarle sus copias.

Lo que necesita. Necesita un teléfono, una tableta o una computadora con acceso a internet, una versión actual de un navegador como Chrome, Edge, Firefox o Safari, y una dirección de correo electrónico si los documentos se le envían por correo electrónico. Para guardar los documentos firmados necesita un programa que abra archivos PDF, que la mayoría de los dispositivos tienen, y espacio en su dispositivo o una impresora. La primera página de su documento se muestra en esta página de la misma manera que las demás: si puede leerla, su dispositivo cumple estos requisitos.

Sus copias. Cuando todas las personas hayan firmado, podrá descargar los documentos firmados y recibirá un enlace a ellos. También puede pedir al bufete una copia en papel, ahora o más adelante. El bufete no le cobrará por ella.

Al elegir "Acepto", usted confirma que puede leer el documento en esta página, que puede guardarlo o imprimirlo, y que acepta recibir y firmar electrónicamente los documentos de esta solicitud. Su firma electrónica tiene el mismo efecto que una firma a mano.`;

function ship(text: Omit<ConsentText, "sha256">): ConsentText {
  return { ...text, sha256: hashConsentText(text) };
}

/** The current one of each language; the IDs are the same in every organization. */
export const shippedTexts: readonly ConsentText[] = [
  ship({
    id: "ect_00000000000000000000000001",
    language: "en",
    version: 1,
    title: "Signing electronically",
    body: english,
  }),
  ship({
    id: "ect_00000000000000000000000002",
    language: "es",
    version: 1,
    title: "Firma electrónica",
    body: spanish,
  }),
];
