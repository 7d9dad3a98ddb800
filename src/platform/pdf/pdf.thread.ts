import { once } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { serveWork } from "../bounded-work/serve-work.ts";
import { layOutCertificate } from "./certificate.ts";
import { drawFeet, drawMarks, resolvePlaces } from "./draw.ts";
import { inspect, listPages, openForSigning } from "./inspect.ts";
import { createPdf, openPdf, type PdfFile, type SealServices } from "./library.ts";
import { appendSignaturePage } from "./signature-page.ts";
import { layOutStatement } from "./statement.ts";
import { createFonts, fitText, fitTyped } from "./text.ts";
import type {
  PdfRequest,
  PdfResponse,
  Preparation,
  PreparationOutcome,
  SealAnswer,
  SealedBy,
  SealQuestion,
  Sealing,
  TextInBox,
} from "./thread-messages.ts";
import type { MarkProblem, Place, TextProblem } from "./types.ts";

serveWork(async (request: PdfRequest): Promise<PdfResponse> => {
  try {
    return await work(request);
  } catch (error) {
    // A fault of one file: the thread reads the next.
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
});

async function work(request: PdfRequest): Promise<PdfResponse> {
  if (request.kind === "inspect") return { kind: "inspect", inspection: await inspect(request.bytes) };
  if (request.kind === "prepare") return { kind: "prepare", preparation: await prepare(request.bytes, request) };
  if (request.kind === "measure") return { kind: "measure", problems: measure(request.texts) };
  if (request.kind === "statement") return { kind: "statement", bytes: await layOutStatement(request.content) };
  if (request.kind === "seal") {
    return { kind: "sealed", bytes: await seal(await fill(request.bytes, request), request) };
  }
  const file = layOutCertificate(request.content, request.description.signingTime);
  // What is signed must have been saved once: a signature is appended to a file.
  return { kind: "sealed", bytes: await seal(await openPdf(await file.save()), request) };
}

async function prepare(bytes: Uint8Array, preparation: Preparation): Promise<PreparationOutcome> {
  const opened = await openForSigning(bytes);
  if (opened.file === null) return { problem: opened.problem };
  const { file } = opened;
  const fonts = createFonts(file);
  const resolved = resolvePlaces(file, preparation.places);
  const markPlaces = resolvePlaces(
    file,
    preparation.marks.map(({ place }) => place),
  );
  const hasForm = file.formFields().length > 0;
  // Before anything is drawn: what the form shows would cover it.
  if (hasForm) file.flattenForm();
  const problems = collect(markPlaces);
  const marks = preparation.marks.map(({ mark }, index) => ({ mark, place: markPlaces[index] }));
  for (const [index, { mark, place }] of marks.entries()) {
    if (place === undefined || typeof place === "string") continue;
    problems.push(...drawMarks(file, fonts, [{ mark, place }]).map(({ code }) => ({ index, code })));
  }
  const places = collect(resolved);
  if (problems.length + places.length > 0) return { problem: "fields", marks: problems, places };

  const { signaturePage } = preparation;
  const signatureBoxes = signaturePage === null ? [] : appendSignaturePage(file, fonts, signaturePage);
  const isChanged = hasForm || marks.length > 0 || signaturePage !== null;
  return {
    problem: null,
    bytes: isChanged ? await file.save() : bytes,
    isChanged,
    pages: listPages(file),
    places: resolved.filter((place): place is Place => typeof place !== "string"),
    signatureBoxes,
  };
}

function collect(places: ReturnType<typeof resolvePlaces>): MarkProblem[] {
  return places.flatMap((place, index) => (typeof place === "string" ? [{ index, code: place }] : []));
}

function measure(texts: readonly TextInBox[]): (TextProblem | null)[] {
  const fonts = createFonts(createPdf());
  return texts.map(({ mark, width, height }) => {
    const fitted =
      mark.kind === "typed"
        ? fitTyped(mark.text, fonts, { width, height })
        : fitText(mark.text, fonts, { width, height, size: mark.fontSize });
    return typeof fitted === "string" ? fitted : null;
  });
}

/** Draws what the recipients filled in. The file was checked when it was prepared. */
async function fill(bytes: Uint8Array, { marks, foot }: Sealing): Promise<PdfFile> {
  const file = await openPdf(bytes);
  const fonts = createFonts(file);
  drawFeet(file, fonts, foot);
  const problems = drawMarks(file, fonts, marks);
  if (problems.length > 0) throw new Error(`marks cannot be drawn: ${JSON.stringify(problems)}`);
  return file;
}

async function seal(file: PdfFile, { identity, description, hasTimestamp, port }: SealedBy): Promise<Uint8Array> {
  const services: SealServices = {
    sign: (data) => ask(port, { kind: "sign", bytes: data }),
    sendTimestampQuery: hasTimestamp ? (query) => ask(port, { kind: "timestamp", bytes: query }) : null,
  };
  try {
    return await file.seal(identity, description, services);
  } finally {
    port.close();
  }
}

async function ask(port: MessagePort, question: SealQuestion): Promise<Uint8Array> {
  const answered = once(port, "message") as Promise<[SealAnswer]>;
  // A port of threads has no origins.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  port.postMessage(question);
  const [answer] = await answered;
  if ("failure" in answer) throw new Error(answer.failure);
  return answer.bytes;
}
