import type { Context } from "../../../rpc/context.ts";
import { findCurrentConsentText } from "../consent-texts/domain.ts";
import { listFields, type EsignFieldRow, type EsignRequestRow } from "../requests/store.ts";
import { languageOf, signingLanguages, type ConsentQuestion, type ShownField, type SigningView } from "./schema.ts";
import { findDocumentFile, readFirm, type SignerRow } from "./store.ts";

const noPlace = { page: 1, x: 0, y: 0, width: 0, height: 0 };
const usualLength = 100;

/** What a recipient's session shows of a request. */
export async function describeSigning(
  context: Context,
  request: EsignRequestRow,
  signer: SignerRow,
): Promise<SigningView> {
  const firm = await readFirm(context);
  const { status, title, message } = request;
  if (status !== "sent" && status !== "sealing" && status !== "completed")
    throw new Error("a session shows a request that is not open");
  return {
    firm: firm.name,
    language: languageOf(request),
    title,
    message,
    status,
    recipient: {
      name: signer.name,
      label: signer.label,
      role: signer.role,
      status: signer.status,
      signsFor: signer.signsFor,
      signedAt: signer.signedAt,
    },
    consents: await listConsents(context),
    consentedAt: signer.consentedAt,
    documents: request.documents.map(({ position, name, purpose, pageCount, sizeBytes }) => ({
      position,
      name,
      purpose,
      pageCount: pageCount ?? 1,
      sizeBytes: sizeBytes ?? 0,
    })),
    fields: (await listFields(context, request.id))
      .filter(({ recipientKey }) => recipientKey === signer.key)
      .flatMap(describeField),
    downloads: status === "completed" ? await listDownloads(context, request) : [],
  };
}

async function listConsents(context: Context): Promise<ConsentQuestion[]> {
  const texts: ConsentQuestion[] = [];
  for (const language of signingLanguages) {
    const { id, version, title, body } = await findCurrentConsentText(context, language);
    texts.push({ id, language, version, title, body });
  }
  return texts;
}

function describeField(field: EsignFieldRow): ShownField[] {
  const { id, position, kind, label, required, format, maxLength, group } = field;
  if (kind === "merge") return [];
  const { page, x, y, width, height } = field;
  const place =
    page === null || x === null || y === null || width === null || height === null
      ? noPlace
      : { page, x, y, width, height };
  return [
    {
      id,
      position,
      kind,
      label,
      required,
      ...place,
      format: format ?? "any",
      maxLength: maxLength ?? usualLength,
      group,
    },
  ];
}

/** The sealed files and the certificate. */
async function listDownloads(context: Context, request: EsignRequestRow): Promise<SigningView["downloads"]> {
  const sealed = request.documents.map(({ position, name, sealedSizeBytes }) => ({
    key: String(position),
    name,
    sizeBytes: sealedSizeBytes ?? 0,
  }));
  const { certificateDocumentId } = request;
  const certificate =
    certificateDocumentId === null ? undefined : await findDocumentFile(context, certificateDocumentId);
  return certificate === undefined
    ? sealed
    : [...sealed, { key: "certificate", name: certificate.fileName, sizeBytes: certificate.sizeBytes }];
}
