import { invalidInput } from "../../../contract/errors/error-codes.ts";
import type { EsignFieldShape } from "../requests/schema.parts.ts";
import type { AcroField, EsignTemplate, TemplateProblem } from "./schema.ts";

type Recipients = EsignTemplate["recipients"];

/** Shown of a template; further ones show when these are gone. */
const maxProblems = 10;

/**
 * Fields refer to signers of the template, and merge fields to none.
 *
 * @throws VALIDATION_FAILED
 */
export function assertRecipientsOf(fields: readonly EsignFieldShape[], recipients: Recipients): void {
  const signers = new Set(recipients.filter(({ role }) => role === "signer").map(({ key }) => key));
  const foreign = fields.findIndex(({ recipientKey }) => recipientKey !== null && !signers.has(recipientKey));
  if (foreign !== -1)
    throw invalidInput({
      path: `fields.${foreign}.recipientKey`,
      message: "must be the key of a signer of the template",
    });
}

interface Pages {
  pages: readonly { number: number; width: number; height: number }[];
  acroFields: readonly AcroField[];
}

/** Coordinates are rounded when they are written. */
const tolerance = 0.01;

function findPlaceProblem(field: EsignFieldShape, { pages, acroFields }: Pages): TemplateProblem["code"] | null {
  if (field.acroField !== null) {
    const found = acroFields.find(({ name }) => name === field.acroField);
    return found === undefined || found.page === null ? "missing_acro_field" : null;
  }
  const page = pages.find(({ number }) => number === field.page);
  if (page === undefined) return "page_out_of_range";
  const right = (field.x ?? 0) + (field.width ?? 0);
  const bottom = (field.y ?? 0) + (field.height ?? 0);
  return right > page.width + tolerance || bottom > page.height + tolerance ? "field_outside_page" : null;
}

/**
 * What of a template does not fit its file. A template without fields has no missing signature: its documents get a
 * page with a box for each signer.
 */
export function listTemplateProblems(
  fields: readonly EsignFieldShape[],
  recipients: Recipients,
  file: Pages,
): TemplateProblem[] {
  const misplaced = fields.flatMap((field): TemplateProblem[] => {
    const code = findPlaceProblem(field, file);
    return code === null ? [] : [{ code, field: field.label }];
  });
  const hasSignature = new Set(
    fields.filter(({ kind }) => kind === "signature").map(({ recipientKey }) => recipientKey),
  );
  const unsigned = recipients
    .filter(({ key, role }) => fields.length > 0 && role === "signer" && !hasSignature.has(key))
    .map(({ label }): TemplateProblem => ({ code: "missing_signature", field: label }));
  return [...misplaced, ...unsigned].slice(0, maxProblems);
}
