import { findPlace, type Rectangle, type Size } from "./geometry.ts";
import type { Template } from "../views.ts";

/** A field of a template as the API has it. */
export type TemplateField = Template["fields"][number];
export type FieldKind = TemplateField["kind"];
export type TemplateRecipient = Template["recipients"][number];
export type AcroField = Template["file"]["acroFields"][number];
export type TemplatePage = Template["file"]["pages"][number];

/** A field while it is edited: numbers as they are, and a key of its own. */
export interface EditedField {
  key: string;
  field: TemplateField;
}

export const fieldKinds = ["signature", "initials", "date_signed", "text", "checkbox", "merge"] as const;

const sizes: Readonly<Record<FieldKind, Size>> = {
  signature: { width: 180, height: 36 },
  initials: { width: 60, height: 24 },
  date_signed: { width: 90, height: 18 },
  text: { width: 160, height: 18 },
  checkbox: { width: 14, height: 14 },
  merge: { width: 160, height: 18 },
};

/** @returns the smallest box of a kind */
export const smallest = (kind: FieldKind): Size =>
  kind === "signature" ? { width: 60, height: 14 } : { width: 8, height: 8 };

/** @returns where the field is, if the template says so itself; null for one of the PDF's form */
export function placeOf({ page, x, y, width, height }: TemplateField): (Rectangle & { page: number }) | null {
  if (page === null || x === null || y === null || width === null || height === null) return null;
  return { page, x, y, width, height };
}

/**
 * @returns where the form field of the PDF is that the field takes; null for another field, and for one without a
 *   widget
 */
export function placeInForm({ acroField }: TemplateField, acroFields: readonly AcroField[]) {
  const found = acroFields.find(({ name }) => name === acroField);
  if (found === undefined) return null;
  const { page, x, y, width, height } = found;
  if (page === null || x === null || y === null || width === null || height === null) return null;
  return { page, x, y, width, height };
}

const rectanglesOn = (page: number, fields: readonly EditedField[]) =>
  fields.flatMap(({ field }) => {
    const place = placeOf(field);
    return place === null || place.page !== page ? [] : [place];
  });

let count = 0;
/** A key of a row, for as long as the editor is open. */
const nextKey = () => `field-${(count += 1)}`;

export const readFields = (fields: readonly TemplateField[]): EditedField[] =>
  fields.map((field) => ({ key: nextKey(), field }));

export const writeFields = (fields: readonly EditedField[]): TemplateField[] =>
  fields.map(({ field }) => ({ ...field, label: field.label.trim() }));

interface NewField {
  kind: FieldKind;
  label: string;
  page: TemplatePage;
  recipientKey: string | null;
}

/** A new field of a usual size, where the page has room. */
export function createField(
  { kind, label, page, recipientKey }: NewField,
  others: readonly EditedField[],
): EditedField {
  return {
    key: nextKey(),
    field: {
      recipientKey: kind === "merge" ? null : recipientKey,
      kind,
      required: kind !== "checkbox",
      label,
      acroField: null,
      page: page.number,
      ...findPlace(sizes[kind], page, rectanglesOn(page.number, others)),
      format: kind === "text" ? "any" : null,
      maxLength: kind === "text" ? 100 : null,
      group: null,
      source: kind === "merge" ? "client.fullName" : null,
      fallback: null,
      sets: null,
      fontSize: 10,
    },
  };
}

/** The field as another kind: what only the former kind has is dropped. */
export function changeKind(field: TemplateField, kind: FieldKind, recipientKey: string | null): TemplateField {
  const least = smallest(kind);
  return {
    ...field,
    kind,
    recipientKey: kind === "merge" ? null : (field.recipientKey ?? recipientKey),
    format: kind === "text" ? (field.format ?? "any") : null,
    maxLength: kind === "text" ? (field.maxLength ?? 100) : null,
    group: kind === "checkbox" ? field.group : null,
    source: kind === "merge" ? (field.source ?? "client.fullName") : null,
    fallback: kind === "merge" ? field.fallback : null,
    sets: kind === "checkbox" || kind === "initials" ? field.sets : null,
    width: field.width === null ? null : Math.max(field.width, least.width),
    height: field.height === null ? null : Math.max(field.height, least.height),
  };
}

/** What keeps a template from being saved, by the key of the field. */
export function findFieldFaults(
  fields: readonly EditedField[],
  texts: { enterLabel: string; chooseRecipient: string },
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ key, field: { label, kind, recipientKey } }) => {
      if (label.trim() === "") return [[key, texts.enterLabel]];
      return kind !== "merge" && recipientKey === null ? [[key, texts.chooseRecipient]] : [];
    }),
  );
}

/** A key of a new recipient, from its label and not that of another. */
export function createRecipientKey(label: string, recipients: readonly TemplateRecipient[]): string {
  const base =
    label
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^[_0-9]+|(?<!_)_+$/g, "")
      .slice(0, 26) || "signer";
  const taken = new Set(recipients.map(({ key }) => key));
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(key)) return key;
  }
}
