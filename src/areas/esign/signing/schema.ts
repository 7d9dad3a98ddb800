import * as z from "zod";
import { text, trimmedText } from "../../../contract/values/values.ts";

/**
 * What the signing page sends and gets. It is outside of the API of keys: the page and the server are of one build, and
 * nothing else speaks it.
 */

export const signingLanguages = ["en", "es"] as const;
export type SigningLanguage = (typeof signingLanguages)[number];

/** The language of a request's row. */
export const languageOf = ({ language }: { language: string }): SigningLanguage => (language === "es" ? "es" : "en");

const strokeLimits = { strokes: 60, points: 2_000, coordinate: 10_000 } as const;
const valueLimit = 500;
const maxFields = 500;

const Coordinate = z.int().min(0).max(strokeLimits.coordinate);
const Stroke = z.array(z.tuple([Coordinate, Coordinate])).min(1);

/** Strokes of a pen on a pad of so many units: what is drawn scales them into the box of a field. */
const DrawnSignature = z
  .strictObject({
    mode: z.literal("drawn"),
    width: z.int().min(1).max(strokeLimits.coordinate),
    height: z.int().min(1).max(strokeLimits.coordinate),
    strokes: z.array(Stroke).min(1).max(strokeLimits.strokes),
  })
  .superRefine(({ strokes }, context) => {
    const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
    if (points > strokeLimits.points)
      context.addIssue({
        code: "custom",
        path: ["strokes"],
        message: `must have at most ${strokeLimits.points} points`,
      });
  });

const TypedSignature = z.strictObject({
  mode: z.literal("typed"),
  text: trimmedText(200).refine((given) => !/\p{Cc}/u.test(given), "must be one line"),
});

export const SignatureMark = z.discriminatedUnion("mode", [TypedSignature, DrawnSignature]);
export type SignatureMark = z.infer<typeof SignatureMark>;

const Token = z.strictObject({ token: z.string().max(100) });
/** Six digits of an email or text, or a passcode. */
const Code = text(1, 64);

export const LookInput = Token;
export const CodeInput = Token;
export const BeginInput = Token.extend({ code: Code.optional() });
export const ConsentInput = z.strictObject({ consentTextId: text(1, 60) });
export const SignInput = z.strictObject({
  /** Made by the page: the same one again gets the same response. */
  submissionId: z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits"),
  signature: SignatureMark,
  /** By the id of a field. */
  values: z
    .record(text(1, 60), z.union([z.boolean(), text(0, valueLimit)]))
    .refine((values) => Object.keys(values).length <= maxFields, `must have at most ${maxFields} values`),
});
export type SignInput = z.infer<typeof SignInput>;
export const DeclineInput = z.strictObject({ reason: trimmedText(1_000).optional(), onPaper: z.boolean().optional() });
export type DeclineInput = z.infer<typeof DeclineInput>;

/** What the holder of a link sees before they begin: nothing of the request's content and no name but the firm's. */
export interface LinkView {
  firm: string;
  language: SigningLanguage;
  authentication: "none" | "email_code" | "text_code" | "passcode";
  /** Where a code is sent: `a•••@example.com`, or `••• 0182`. */
  maskedAddress: string | null;
}

export interface ShownDocument {
  position: number;
  name: string;
  purpose: string;
  pageCount: number;
  sizeBytes: number;
}

/** A field that the recipient fills in, in points from the top left of the page as displayed. */
export interface ShownField {
  id: string;
  /** Of the document. */
  position: number;
  kind: "signature" | "initials" | "date_signed" | "text" | "checkbox";
  label: string;
  required: boolean;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  format: "any" | "date" | "number" | "zip" | "phone" | "email";
  maxLength: number;
  group: { key: string; rule: "exactly_one" | "at_least_one" } | null;
}

export interface ConsentQuestion {
  id: string;
  language: SigningLanguage;
  version: number;
  title: string;
  body: string;
}

/** What a recipient's session shows. */
export interface SigningView {
  firm: string;
  language: SigningLanguage;
  title: string;
  message: string | null;
  /** Of the request. */
  status: "sent" | "sealing" | "completed";
  recipient: {
    name: string;
    label: string;
    role: "signer" | "carbon_copy";
    status: string;
    /** Whom they sign for, where it is not themselves. */
    signsFor: string | null;
    signedAt: string | null;
  };
  /** Those of the languages that the firm has; one of them is agreed to. */
  consents: ConsentQuestion[];
  consentedAt: string | null;
  documents: ShownDocument[];
  fields: ShownField[];
  /** What can be downloaded; empty until the request is completed. */
  downloads: { key: string; name: string; sizeBytes: number }[];
}
