import type { CertificateContent, CertificateEntry } from "../../../platform/pdf/types.ts";
import type { EsignRecipient } from "../requests/schema.ts";
import { needsEmail } from "../requests/domain.sending.ts";
import { maskEmail, maskPhone } from "../signing/domain.codes.ts";
import { needsPhone } from "../signing/domain.delivery.ts";
import { languageOf } from "../signing/schema.ts";
import type { TrailEntryRow } from "../trail/store.ts";
import { certificateTexts, type CertificateTexts } from "./domain.certificate-texts.ts";

/** What the certificate has of a recipient: no name. */
interface Recipient extends Times {
  id: string;
  label: string;
  role: string;
  capacity: string;
  email: string | null;
  phone: string | null;
  delivery: string;
  authentication: string;
  consent: { version: number; sha256: string } | null;
}

type Times = Pick<EsignRecipient, "sentAt" | "viewedAt" | "consentedAt" | "signedAt">;

/** What the certificate has of a request. */
export interface CertifiedRequest {
  id: string;
  sequenceId: string;
  language: string;
  recipients: readonly Recipient[];
}

export interface SealedHash {
  position: number;
  name: string;
  pageCount: number | null;
  sourceSha256: string;
  sealedSha256: string;
}

/** The name of the file that is attached to the certificate. */
export const trailFileName = "audit-trail.json";

/**
 * The certificate of completion of a request, in its language. It has the labels of recipients and masked addresses, no
 * names.
 *
 * @param trail all entries, the oldest first; the last one's hash is that of the chain
 */
export function describeCertificate(
  request: CertifiedRequest,
  documents: readonly SealedHash[],
  trail: readonly TrailEntryRow[],
): CertificateContent {
  const { id: requestId, sequenceId, recipients } = request;
  const texts = certificateTexts[languageOf(request)];
  const { sections } = texts;
  const chainHash = trail.at(-1)?.hash ?? null;
  return {
    title: texts.title(sequenceId),
    introduction: [texts.request(requestId), ...texts.introduction, texts.chainHash(chainHash)],
    sections: [
      { heading: sections.documents, entries: documents.map((document) => describeDocument(texts, document)) },
      {
        heading: sections.recipients,
        entries: recipients.map((recipient) => describeRecipient(texts, recipient, trail)),
      },
      { heading: sections.trail, entries: trail.map((entry) => describeTrailEntry(texts, entry, recipients)) },
    ],
    foot: texts.foot(sequenceId),
    attachment: {
      fileName: trailFileName,
      description: "Audit trail of the signature request",
      bytes: new TextEncoder().encode(JSON.stringify({ requestId, chainHash, entries: trail }, null, 2)),
    },
  };
}

type Lines = CertificateEntry["lines"];
type Labels = CertificateTexts["labels"];

/** Lines that have a value, in the order of their labels. */
function listLines(
  { labels }: CertificateTexts,
  values: Readonly<Partial<Record<keyof Labels, string | number | null | undefined>>>,
): Lines {
  const given = new Map<string, string | number | null | undefined>(Object.entries(values));
  return Object.entries(labels).flatMap(([name, label]) => {
    const value = given.get(name) ?? "";
    return value === "" ? [] : [{ label, value: String(value) }];
  });
}

function describeDocument(
  texts: CertificateTexts,
  { position, name, pageCount: pages, sourceSha256, sealedSha256 }: SealedHash,
): CertificateEntry {
  return { title: `${position}. ${name}`, lines: listLines(texts, { pages, sourceSha256, sealedSha256 }) };
}

function describeRecipient(
  texts: CertificateTexts,
  recipient: Recipient,
  trail: readonly TrailEntryRow[],
): CertificateEntry {
  const { id, label, role, capacity, delivery, authentication, consent } = recipient;
  const { spell } = texts;
  const signing = trail.find(({ action, recipientId }) => action === "signed" && recipientId === id);
  return {
    title: label,
    lines: listLines(texts, {
      role: spell(role),
      capacity: role === "signer" ? spell(capacity) : null,
      address: describeAddresses(recipient),
      delivery: spell(delivery),
      authentication: spell(authentication),
      sent: recipient.sentAt,
      viewed: recipient.viewedAt,
      consented: recipient.consentedAt,
      consentText: consent === null ? null : texts.consentText(consent.version, consent.sha256),
      signed: recipient.signedAt,
      ipAddress: signing?.ipAddress,
      userAgent: signing?.userAgent,
    }),
  };
}

function describeTrailEntry(
  texts: CertificateTexts,
  { number, at, action, actor, recipientId, ipAddress, hash }: TrailEntryRow,
  recipients: readonly Recipient[],
): CertificateEntry {
  const recipient = recipients.find(({ id }) => id === recipientId)?.label;
  return {
    title: `${number}. ${texts.spell(action)}, ${at}`,
    lines: listLines(texts, { by: texts.by(actor.type, actor.label), recipient, ipAddress, hash }),
  };
}

/** Where a recipient got links and codes, masked: enough for who knows the addresses. Null for nowhere. */
function describeAddresses(
  recipient: Pick<Recipient, "email" | "phone" | "delivery" | "authentication">,
): string | null {
  const { email, phone } = recipient;
  const isTexted = needsPhone(recipient);
  const masked = [
    ...(email === null || (isTexted && !needsEmail(recipient)) ? [] : [maskEmail(email)]),
    ...(phone === null || !isTexted ? [] : [maskPhone(phone)]),
  ];
  return masked.length === 0 ? null : masked.join(", ");
}
