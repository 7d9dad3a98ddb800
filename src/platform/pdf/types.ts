/** What callers and the thread of PDF work tell each other. Lengths are in points, 72 to the inch. */

/** Why a file cannot be prepared for signature: the values of the enumeration `esignPdfProblem` about one file. */
export type PdfProblem = "not_pdf" | "encrypted" | "dynamic_form" | "active_content" | "already_signed" | "too_large";

/** Why a value cannot be drawn at its place. */
export type PlaceProblem = "page_out_of_range" | "field_outside_page" | "missing_acro_field";
export type TextProblem = "overflow" | "unsupported_character";

/** A page as a viewer displays it: its crop box after its rotation. */
export interface PageSize {
  /** 1.. */
  number: number;
  width: number;
  height: number;
}

/** A rectangle on a page; its origin is the top left of the page as displayed. */
export interface Place {
  /** 1.. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export type AcroFieldKind = "text" | "checkbox" | "radio" | "dropdown" | "listbox" | "signature" | "button" | "unknown";

/** A form field of the file with the place of its first widget; null where it has none on a page. */
export interface AcroField {
  name: string;
  kind: AcroFieldKind;
  place: Place | null;
}

export interface Inspection {
  /** The first that was found; pages and fields are empty with it, except with `too_large`. */
  problem: PdfProblem | null;
  pages: PageSize[];
  acroFields: AcroField[];
}

/** Where a field is: by coordinates, or by a form field of the file. */
export type FieldPlace = Place | { acroField: string };

/** A point of a stroke, in any unit; y grows downward, as on a screen. */
export interface StrokePoint {
  x: number;
  y: number;
}

/** What is drawn in a place. */
export type Mark =
  /** Words wrap at the width; a line break stays. It fits whole, or not at all. */
  | { kind: "text"; text: string; fontSize: number }
  /** A typed signature or initials: the largest size that fits, at least 6 points. */
  | { kind: "typed"; text: string }
  | { kind: "drawn"; strokes: readonly (readonly StrokePoint[])[] }
  | { kind: "check" };

export interface PlacedMark {
  place: FieldPlace;
  mark: Mark;
}

/** A mark that cannot be drawn: the index in the marks that were given. */
export interface MarkProblem {
  index: number;
  code: PlaceProblem | TextProblem;
}

/** A page that is appended for the signatures of a file without fields. */
export interface SignaturePage {
  title: string;
  /** One box each, at most 20, with the signer's label below its line. */
  boxes: readonly { key: string; label: string; dateLabel: string }[];
}

export interface SignatureBox {
  key: string;
  signature: Place;
  date: Place;
}

/** A file that is ready to be sent: it has no form fields left, so that only what is drawn is signed. */
export interface PreparedPdf {
  /** The bytes that were given, followed by what was added; the same bytes where nothing was. */
  bytes: Uint8Array;
  isChanged: boolean;
  pages: PageSize[];
  /** The places of the fields that were given by the name of a form field, in the order of `places`. */
  places: Place[];
  signatureBoxes: SignatureBox[];
}

/** A certificate that seals, with its chain, DER. The private key stays with who signs. */
export interface SealIdentity {
  certificate: Uint8Array;
  chain: readonly Uint8Array[];
  keyType: "RSA" | "EC";
}

/** What a sealed file says of itself. */
export interface SealDescription {
  signingTime: Date;
  reason: string;
}

/** The content of a certificate of completion, as it is laid out. */
export interface CertificateContent {
  title: string;
  /** Paragraphs below the title. */
  introduction: readonly string[];
  sections: readonly CertificateSection[];
  /** A line at the foot of each page, before `page 1 of 2`. */
  foot: string;
  attachment: { fileName: string; description: string; bytes: Uint8Array };
}

export interface CertificateSection {
  heading: string;
  entries: readonly CertificateEntry[];
}

export interface CertificateEntry {
  title: string;
  lines: readonly { label: string; value: string }[];
}

/** A settlement statement, as it is laid out. */
export interface StatementContent {
  title: string;
  /** What it is about, by labels. */
  about: readonly { label: string; value: string }[];
  rows: readonly StatementContentRow[];
  /** Paragraphs below the rows. */
  notes: readonly string[];
  /** Who signs, each on a line. */
  signatures: readonly { label: string; dateLabel: string }[];
  /** A line at the foot of each page, before `page 1 of 2`. */
  foot: string;
}

export interface StatementContentRow {
  label: string;
  amount: string;
  /** How the amount was found. */
  explanation: string;
  isTotal: boolean;
}
