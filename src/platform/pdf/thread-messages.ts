import type { MessagePort } from "node:worker_threads";
import type {
  CertificateContent,
  FieldPlace,
  Inspection,
  Mark,
  MarkProblem,
  PdfProblem,
  PlacedMark,
  PreparedPdf,
  SealDescription,
  SealIdentity,
  SignaturePage,
  StatementContent,
  TextProblem,
} from "./types.ts";

/** What is asked of the thread. Bytes are copied to it. */
export type PdfRequest =
  | { kind: "inspect"; bytes: Uint8Array }
  | ({ kind: "prepare"; bytes: Uint8Array } & Preparation)
  | { kind: "measure"; texts: readonly TextInBox[] }
  | { kind: "statement"; content: StatementContent }
  | ({ kind: "seal"; bytes: Uint8Array } & Sealing & SealedBy)
  | ({ kind: "certificate"; content: CertificateContent } & SealedBy);

export type PdfResponse =
  | { kind: "inspect"; inspection: Inspection }
  | { kind: "prepare"; preparation: PreparationOutcome }
  | { kind: "measure"; problems: (TextProblem | null)[] }
  | { kind: "statement"; bytes: Uint8Array }
  | { kind: "sealed"; bytes: Uint8Array }
  | { kind: "failed"; message: string };

export interface Preparation {
  /** Fields that are filled when the file is prepared. */
  marks: readonly PlacedMark[];
  /** Fields that the recipients fill. */
  places: readonly FieldPlace[];
  signaturePage: SignaturePage | null;
}

export type PreparationOutcome =
  | ({ problem: null } & PreparedPdf)
  | { problem: PdfProblem }
  /** `marks` and `places` by their indexes. */
  | { problem: "fields"; marks: MarkProblem[]; places: MarkProblem[] };

export interface TextInBox {
  mark: Extract<Mark, { kind: "text" | "typed" }>;
  width: number;
  height: number;
}

export interface Sealing {
  marks: readonly PlacedMark[];
  /** At the foot of each page, before `page 3 of 7`. */
  foot: string;
}

export interface SealedBy {
  identity: SealIdentity;
  description: SealDescription;
  hasTimestamp: boolean;
  /** Answers the thread's questions: a signature, and a reply to a timestamp query. */
  port: MessagePort;
}

export interface SealQuestion {
  kind: "sign" | "timestamp";
  bytes: Uint8Array;
}

export type SealAnswer = { bytes: Uint8Array } | { failure: string };
