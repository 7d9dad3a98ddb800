import { MessageChannel } from "node:worker_threads";
import { unavailable } from "../../contract/errors/error-codes.ts";
import { boundWork, TooCostlyError } from "../bounded-work/bounded-work.ts";
import type { SealServices } from "./library.ts";
import type {
  PdfRequest,
  PdfResponse,
  Preparation,
  PreparationOutcome,
  SealAnswer,
  SealQuestion,
  Sealing,
  TextInBox,
} from "./thread-messages.ts";
import type {
  CertificateContent,
  Inspection,
  SealDescription,
  SealIdentity,
  StatementContent,
  TextProblem,
} from "./types.ts";

/**
 * Work on PDF files, in threads with limits of time and memory: a stranger's file can hold as much in a few kilobytes
 * as it likes. The threads have neither a key nor the network.
 */

/** A file of 25 MB and 500 pages takes two seconds; a file that takes ten times that is made to. */
const limits = { threads: 2, processorMilliseconds: 30_000, waitMilliseconds: 60_000, memoryBytes: 768 * 2 ** 20 };
const work = boundWork<PdfRequest, PdfResponse>(new URL("./pdf.thread.ts", import.meta.url), limits);

/** A file could not be read, filled or sealed. Its message names no text of the file. */
export class PdfWorkError extends Error {}

/** What seals: a certificate, its key's signature, and the time, where a timestamp server is set. */
export interface Sealer extends SealServices {
  identity: SealIdentity;
}

/**
 * Reads the pages and the form fields of a file, or says why it cannot be sent for signature.
 *
 * @throws with a passing 503 while too many files are read
 */
export async function inspectPdf(organizationId: string, bytes: Uint8Array): Promise<Inspection> {
  const response = await runOrNull(organizationId, { kind: "inspect", bytes });
  return response === null ? { problem: "not_pdf", pages: [], acroFields: [] } : pick(response, "inspect").inspection;
}

/**
 * Fills a file before it is sent: values that are known, and a page for signatures where it is asked for. Its form
 * becomes part of its pages. The result begins with the bytes that were given.
 *
 * @throws with a passing 503 while too many files are read
 */
export async function preparePdf(
  organizationId: string,
  bytes: Uint8Array,
  preparation: Preparation,
): Promise<PreparationOutcome> {
  const response = await runOrNull(organizationId, { kind: "prepare", bytes, ...preparation });
  return response === null ? { problem: "not_pdf" } : pick(response, "prepare").preparation;
}

/**
 * Whether texts fit their boxes and have a font, in the order given; null for one that does.
 *
 * @param organizationId whose turn it takes
 */
export async function measureTexts(
  organizationId: string,
  texts: readonly TextInBox[],
): Promise<(TextProblem | null)[]> {
  return pick(await work(organizationId, { kind: "measure", texts }), "measure").problems;
}

/**
 * Draws what recipients filled in and a foot on each page, and signs, all in one revision: the result begins with the
 * bytes that were given, and the signature covers the whole file.
 *
 * @throws PdfWorkError for a mark that cannot be drawn, or without a signature or timestamp
 */
export function sealPdf(
  organizationId: string,
  bytes: Uint8Array,
  { sealer, description, ...sealing }: Sealing & { sealer: Sealer; description: SealDescription },
): Promise<Uint8Array> {
  return sealWith(organizationId, sealer, (by) => ({ kind: "seal", bytes, ...sealing, ...by, description }));
}

/**
 * The certificate of completion: laid out, with its attachment, and sealed.
 *
 * @throws PdfWorkError without a signature or timestamp
 */
export function createCertificatePdf(
  organizationId: string,
  content: CertificateContent,
  { sealer, description }: { sealer: Sealer; description: SealDescription },
): Promise<Uint8Array> {
  return sealWith(organizationId, sealer, (by) => ({ kind: "certificate", content, ...by, description }));
}

/**
 * A settlement statement, laid out.
 *
 * @throws PdfWorkError
 */
export async function createStatementPdf(organizationId: string, content: StatementContent): Promise<Uint8Array> {
  return pick(await work(organizationId, { kind: "statement", content }), "statement").bytes;
}

type SealFields = Pick<Extract<PdfRequest, { kind: "seal" }>, "identity" | "hasTimestamp" | "port">;

async function sealWith(
  organizationId: string,
  sealer: Sealer,
  toRequest: (by: SealFields) => PdfRequest,
): Promise<Uint8Array> {
  const { port1: port, port2: ours } = new MessageChannel();
  const reply = async (question: SealQuestion) => {
    const sent = await answer(question, sealer);
    // A port of threads has no origins.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    ours.postMessage(sent);
  };
  ours.on("message", (question: SealQuestion) => void reply(question));
  try {
    const { identity, sendTimestampQuery } = sealer;
    const request = toRequest({ identity, hasTimestamp: sendTimestampQuery !== null, port });
    return pick(await work(organizationId, request, [port]), "sealed").bytes;
  } finally {
    ours.close();
  }
}

async function answer({ kind, bytes }: SealQuestion, sealer: Sealer): Promise<SealAnswer> {
  try {
    if (kind === "sign") return { bytes: await sealer.sign(bytes) };
    if (sealer.sendTimestampQuery === null) return { failure: "no timestamp server is set" };
    return { bytes: await sealer.sendTimestampQuery(bytes) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Null for a file that breaks the library, or takes too much time or memory: it is not one that a firm can send. */
async function runOrNull(organizationId: string, request: PdfRequest): Promise<PdfResponse | null> {
  try {
    const response = await work(organizationId, request);
    return response.kind === "failed" ? null : response;
  } catch (error) {
    if (error instanceof TooCostlyError) return null;
    throw error;
  }
}

function pick<Kind extends PdfResponse["kind"]>(
  response: PdfResponse,
  kind: Kind,
): Extract<PdfResponse, { kind: Kind }> {
  if (response.kind === "failed") throw new PdfWorkError(response.message);
  // A thread answers with the kind of its request.
  if (response.kind !== kind) throw unavailable();
  return response as Extract<PdfResponse, { kind: Kind }>;
}
