import type { Fault } from "../../../contract/errors/error-codes.ts";
import { invisible } from "../../../contract/values/fold-name.ts";
import { isCalendarDate, isEmailAddress } from "../../../contract/values/values.ts";
import type { EsignFieldRow } from "../requests/store.ts";
import type { SignatureMark } from "./schema.ts";

/** What a signer sent, as it is stored: by the id of a field, and null for what they left empty. */
export type StoredValues = Readonly<Record<string, string | null>>;

export type SentValues = Readonly<Record<string, string | boolean>>;

/** A text that is drawn into a box, with the path of what was sent. */
export interface DrawnText {
  path: string;
  mark: { kind: "text"; text: string; fontSize: number } | { kind: "typed"; text: string };
  width: number;
  height: number;
}

interface ReadValues {
  values: StoredValues;
  /** Each message is a word that the signing page has a sentence for. */
  faults: Fault[];
  texts: DrawnText[];
}

const ticked = "true";
const maxInitials = 5;

/**
 * Reads what a signer filled in.
 *
 * @param fields those of the signer
 */
export function readValues(fields: readonly EsignFieldRow[], sent: SentValues, signature: SignatureMark): ReadValues {
  const faults: Fault[] = [];
  const values: Record<string, string | null> = {};
  const texts: DrawnText[] = [];
  const controls = new Map(fields.filter(isFilledIn).map((field) => [field.id, field]));
  for (const id of Object.keys(sent)) if (!controls.has(id)) faults.push({ path: "values", message: "unknown" });
  for (const field of controls.values()) {
    const read = field.kind === "checkbox" ? readTick(field, sent[field.id]) : readText(field, sent[field.id]);
    if ("fault" in read) faults.push({ path: pathOf(field), message: read.fault });
    else values[field.id] = read.value;
    const drawn = "value" in read && read.value !== null ? describeText(field, read.value) : null;
    if (drawn !== null) texts.push(drawn);
  }
  faults.push(...findGroupFaults([...controls.values()], values));
  if (signature.mode === "typed" && !isSigned(signature.text))
    faults.push({ path: "signature.text", message: "signature_missing" });
  if (signature.mode === "typed") texts.push(...listSignatureTexts(fields, signature.text));
  return { values, faults, texts };
}

const pathOf = ({ id }: EsignFieldRow) => `values.${id}`;

const isFilledIn = ({ kind }: EsignFieldRow) => kind === "text" || kind === "checkbox" || kind === "initials";

/** The blank of Braille is a symbol, and shows nothing either. */
const isVisible = (text: string): boolean => text.replaceAll(invisible, "").replaceAll("\u2800", "").trim() !== "";

/** A signature without a letter or a digit is nobody's. */
const isSigned = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(invisible, ""));

type Read = { value: string | null } | { fault: string };

function readTick({ required, group }: EsignFieldRow, sent: string | boolean | undefined): Read {
  if (typeof sent === "string") return { fault: "format" };
  if (sent === true) return { value: ticked };
  return required && group === null ? { fault: "required" } : { value: null };
}

function readText(field: EsignFieldRow, sent: string | boolean | undefined): Read {
  if (typeof sent === "boolean") return { fault: "format" };
  const value = (sent ?? "").trim();
  if (!(field.kind === "initials" ? isSigned : isVisible)(value))
    return field.required ? { fault: "required" } : { value: null };
  if (/\p{Cc}/u.test(value)) return { fault: "characters" };
  const most = field.kind === "initials" ? maxInitials : (field.maxLength ?? 100);
  if (Array.from(value).length > most) return { fault: "too_long" };
  return field.kind === "initials" || hasFormat(field.format ?? "any", value) ? { value } : { fault: "format" };
}

function hasFormat(format: NonNullable<EsignFieldRow["format"]>, value: string): boolean {
  switch (format) {
    case "date": {
      const [, month = "", day = "", year = ""] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(value) ?? [];
      return isCalendarDate(`${year}-${month}-${day}`);
    }
    case "number":
      return /^-?(\d{1,15}|\d{1,3}(,\d{3}){1,4})(\.\d{1,6})?$/.test(value);
    case "zip":
      return /^\d{5}(-\d{4})?$/.test(value);
    case "phone":
      return /^1?\d{10}$/.test(value.replaceAll(/[ ().+-]/g, ""));
    case "email":
      return isEmailAddress(value);
    default:
      return true;
  }
}

/** Check boxes of which one, or at least one, is ticked. The fault is of the group: `values.group-<key>`. */
function findGroupFaults(controls: readonly EsignFieldRow[], values: StoredValues): Fault[] {
  const groups = new Map<string, EsignFieldRow[]>();
  for (const field of controls)
    if (field.group !== null) groups.set(field.group.key, [...(groups.get(field.group.key) ?? []), field]);
  return [...groups].flatMap(([key, members]) => {
    const count = members.filter(({ id }) => values[id] === ticked).length;
    const isOne = members[0]?.group?.rule === "exactly_one";
    if (isOne ? count === 1 : count > 0) return [];
    return [{ path: `values.group-${key}`, message: isOne ? "choose_one" : "choose_some" }];
  });
}

function describeText(field: EsignFieldRow, text: string): DrawnText | null {
  if (field.kind === "checkbox" || field.width === null || field.height === null) return null;
  const { width, height, fontSize } = field;
  const mark =
    field.kind === "initials" ? ({ kind: "typed", text } as const) : { kind: "text" as const, text, fontSize };
  return { path: pathOf(field), mark, width, height };
}

function listSignatureTexts(fields: readonly EsignFieldRow[], text: string): DrawnText[] {
  return fields.flatMap(({ kind, width, height }) =>
    kind !== "signature" || width === null || height === null
      ? []
      : [{ path: "signature.text", mark: { kind: "typed" as const, text }, width, height }],
  );
}
