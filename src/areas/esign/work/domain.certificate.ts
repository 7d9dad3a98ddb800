import type { CertificateContent, CertificateEntry } from "../../../platform/pdf/types.ts";
import type { EsignRequestRow } from "../requests/store.ts";
import type { TrailEntryRow } from "../trail/store.ts";

export interface SealedHash {
  position: number;
  name: string;
  pageCount: number | null;
  sourceSha256: string;
  sealedSha256: string;
}

/** The name of the file that is attached to the certificate. */
export const trailFileName = "audit-trail.json";

const seal =
  "The seal shows that the file was not changed since Caseport sealed it. It does not prove the identity of a signer.";
const chain =
  "The audit trail is attached to this file as audit-trail.json. Each entry has the hash of the one before it, so that the whole trail can be recomputed without Caseport.";

/**
 * The certificate of completion of a request. It has the labels of recipients and masked addresses, no names.
 *
 * @param trail all entries, the oldest first; the last one's hash is that of the chain
 */
export function describeCertificate(
  request: EsignRequestRow,
  documents: readonly SealedHash[],
  trail: readonly TrailEntryRow[],
): CertificateContent {
  const { id: requestId, sequenceId } = request;
  const chainHash = trail.at(-1)?.hash ?? null;
  return {
    title: `Certificate of completion ${sequenceId}`,
    introduction: [`Signature request ${requestId}`, seal, chain, `Hash of the chain: ${chainHash}`],
    sections: [
      { heading: "Documents", entries: documents.map(describeDocument) },
      { heading: "Recipients", entries: request.recipients.map((recipient) => describeRecipient(recipient, trail)) },
      { heading: "Audit trail", entries: trail.map((entry) => describeTrailEntry(entry, request.recipients)) },
    ],
    foot: `Caseport ${sequenceId} · certificate`,
    attachment: {
      fileName: trailFileName,
      description: "Audit trail of the signature request",
      bytes: new TextEncoder().encode(JSON.stringify({ requestId, chainHash, entries: trail }, null, 2)),
    },
  };
}

type Lines = CertificateEntry["lines"];

/** Lines that have a value. */
const listLines = (values: Readonly<Record<string, string | number | null | undefined>>): Lines =>
  Object.entries(values).flatMap(([label, value]) =>
    value === null || value === undefined || value === "" ? [] : [{ label, value: String(value) }],
  );

function describeDocument({ position, name, pageCount, sourceSha256, sealedSha256 }: SealedHash): CertificateEntry {
  return {
    title: `${position}. ${name}`,
    lines: listLines({ Pages: pageCount, "SHA-256 as sent": sourceSha256, "SHA-256 as sealed": sealedSha256 }),
  };
}

type Recipient = EsignRequestRow["recipients"][number];

function describeRecipient(recipient: Recipient, trail: readonly TrailEntryRow[]): CertificateEntry {
  const { id, label, role, capacity, email, delivery, authentication, consent } = recipient;
  const signing = trail.find(({ action, recipientId }) => action === "signed" && recipientId === id);
  return {
    title: label,
    lines: listLines({
      Role: spell(role),
      Capacity: role === "signer" ? spell(capacity) : null,
      Address: email === null ? null : maskAddress(email),
      Delivery: spell(delivery),
      Authentication: spell(authentication),
      Sent: recipient.sentAt,
      Viewed: recipient.viewedAt,
      Consented: recipient.consentedAt,
      "Consent text": consent === null ? null : `version ${consent.version}, SHA-256 ${consent.sha256}`,
      Signed: recipient.signedAt,
      "IP address": signing?.ipAddress,
      "User agent": signing?.userAgent,
    }),
  };
}

function describeTrailEntry(entry: TrailEntryRow, recipients: readonly Recipient[]): CertificateEntry {
  const { number, at, action, actor, recipientId, ipAddress, hash } = entry;
  const recipient = recipients.find(({ id }) => id === recipientId)?.label;
  return {
    title: `${number}. ${spell(action)}, ${at}`,
    lines: listLines({
      By: `${spell(actor.type)} ${actor.label}`,
      Recipient: recipient,
      "IP address": ipAddress,
      Hash: hash,
    }),
  };
}

const spell = (code: string): string => code.replaceAll("_", " ");

/** The first character and the domain: enough for who knows the address. */
export function maskAddress(email: string): string {
  const at = email.lastIndexOf("@");
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
