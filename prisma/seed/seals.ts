import { describeCertificate } from "../../src/areas/esign/work/domain.certificate.ts";
import { encryptSubmission } from "../../src/areas/esign/submissions/domain.ts";
import { encryptSealKey } from "../../src/areas/esign/work/domain.seal-key.ts";
import { describeFoot, toSealMarks } from "../../src/areas/esign/work/domain.sealing.ts";
import type { InstallationKeys } from "../../src/platform/crypto/installation-keys.ts";
import { createCertificatePdf, sealPdf, type Sealer } from "../../src/platform/pdf/pdf.ts";
import { makeSealCertificate, openSeal } from "../../src/platform/pdf/seal-identity.ts";
import { objectKey } from "../../src/platform/storage/storage.ts";
import { describeFile } from "./builders/documents.ts";
import type { SeededFile } from "./documents.ts";
import type { Firm } from "./firm.ts";
import { describeActor, system } from "./history.ts";
import { dayMilliseconds } from "./random.ts";
import { addTrail, type UnsealedFile, type UnsealedRequest } from "./signatures.ts";

/** How long the certificate that seals is older than what it seals, in days. */
const certificateDays = 60;

/**
 * Seals the files of completed requests with a certificate of the firm, and writes what follows into their rows: sizes,
 * hashes, and the end of the trail.
 *
 * @returns the bytes
 */
export async function sealSignatures(
  firm: Firm,
  unsealed: readonly UnsealedRequest[],
  installationKeys: InstallationKeys,
): Promise<SeededFile[]> {
  if (unsealed.length === 0) return [];
  const { organizationId, add, now } = firm;
  const from = new Date(now - certificateDays * dayMilliseconds);
  const made = await makeSealCertificate(from);
  add({
    EsignSetting: {
      organizationId,
      reminders: { firstAfterDays: 3, everyDays: 3, max: 5 },
      sealingCertificate: made.certificate,
      sealingKey: encryptSealKey(installationKeys, organizationId, made.key),
      createdAt: from.toISOString(),
    },
  });
  const sealer: Sealer = { ...openSeal(made), sendTimestampQuery: null };
  const files: SeededFile[] = [];
  for (const each of unsealed) {
    addSubmissions(firm, each, installationKeys);
    files.push(...(await sealRequest(firm, each, sealer)));
  }
  return files;
}

/** What recipients filled in, encrypted as the signing page stores it. */
function addSubmissions(
  { organizationId, add }: Firm,
  { recipients, submissions }: UnsealedRequest,
  { pii }: InstallationKeys,
): void {
  for (const recipient of recipients) {
    const submission = submissions.get(recipient.key);
    if (submission === undefined || recipient.signedAt === null) continue;
    const of = { organizationId, recipientId: recipient.id };
    add({ EsignSubmission: { ...of, ...encryptSubmission(pii, of, submission), createdAt: recipient.signedAt } });
    recipient.signature = "encrypted";
  }
}

async function sealRequest(firm: Firm, unsealed: UnsealedRequest, sealer: Sealer): Promise<SeededFile[]> {
  const { organizationId } = firm;
  const { request, document, shownDocument, recipients, fields, submissions, bytes, sealed, certificate } = unsealed;
  const { sequenceId, completedAt } = request;
  const signingTime = new Date(completedAt ?? "");
  const file = Buffer.from(
    await sealPdf(organizationId, bytes, {
      sealer,
      marks: toSealMarks(fields, submissions),
      foot: describeFoot(sequenceId, document.sha256 ?? ""),
      description: { signingTime, reason: `Sealed by Caseport, ${sequenceId}` },
    }),
  );
  const { sha256, sizeBytes } = describeFile("", "application/pdf", file);
  for (const shown of [document, shownDocument])
    if (shown !== undefined) Object.assign(shown, { sealedSha256: sha256, sealedSizeBytes: sizeBytes });

  const at = completedAt ?? "";
  const { type, id, name: label } = describeActor(system);
  const byCaseport = {
    at,
    actor: { type, id, label },
    recipientId: null,
    ipAddress: null,
    userAgent: null,
  };
  const trail = addTrail(firm, request, [
    ...unsealed.trail,
    { ...byCaseport, action: "sealed", detail: { documents: [sha256] } },
    { ...byCaseport, action: "completed", detail: {} },
  ]);
  const content = describeCertificate(
    { ...request, recipients: recipients.map(describeSigner) },
    [
      {
        position: 1,
        name: document.name,
        pageCount: document.pageCount,
        sourceSha256: document.sha256 ?? "",
        sealedSha256: sha256,
      },
    ],
    trail,
  );
  const reason = `Certificate of completion, ${sequenceId}`;
  const certificateFile = Buffer.from(
    await createCertificatePdf(organizationId, content, { sealer, description: { signingTime, reason } }),
  );
  request.certificateSha256 = describeFile("", "application/pdf", certificateFile).sha256;
  return [fillIn(organizationId, sealed, file), fillIn(organizationId, certificate, certificateFile)];
}

const describeSigner = ({ consent, ...recipient }: UnsealedRequest["recipients"][number]) => ({
  ...recipient,
  consent: consent as { version: number; sha256: string } | null,
});

/** Writes size and hash of a file into its rows. */
function fillIn(organizationId: string, { document, version }: UnsealedFile, bytes: Buffer): SeededFile {
  const { sizeBytes, sha256 } = describeFile("", "application/pdf", bytes);
  for (const row of [document, version]) Object.assign(row, { sizeBytes, sha256 });
  return { key: objectKey(organizationId, version.objectId), bytes };
}
