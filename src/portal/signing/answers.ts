import type { ShownField } from "../../areas/esign/signing/schema.ts";
import type { SigningStrings } from "./strings.ts";

/** What a signer has filled in, by the id of a field: a text, or whether a box is ticked. */
export type Answers = Readonly<Record<string, string | boolean>>;

/** A word of the catalog of faults, by the id of a field, of a group, or `signature`. */
export type Faults = Readonly<Record<string, keyof SigningStrings["faults"]>>;

export type Signature =
  | { mode: "typed"; text: string }
  | { mode: "drawn"; width: number; height: number; strokes: [number, number][][] };

/** The fields that a signer fills in by themselves: signatures and dates fill in themselves. */
export function listControls(fields: readonly ShownField[]): ShownField[] {
  return fields
    .filter(({ kind }) => kind === "text" || kind === "checkbox" || kind === "initials")
    .toSorted((a, b) => a.position - b.position || a.page - b.page || a.y - b.y || a.x - b.x);
}

export const groupId = (key: string) => `group-${key}`;

/** What is missing before the server is asked; it checks again. */
export function findFaults(controls: readonly ShownField[], answers: Answers, signature: Signature | null): Faults {
  const faults: Record<string, keyof SigningStrings["faults"]> = {};
  const groups = new Map<string, ShownField[]>();
  for (const field of controls) {
    if (field.group !== null) groups.set(field.group.key, [...(groups.get(field.group.key) ?? []), field]);
    else if (field.required && isEmpty(answers[field.id])) faults[field.id] = "required";
  }
  for (const [key, members] of groups) {
    const chosen = members.filter(({ id }) => answers[id] === true).length;
    if (chosen === 0) faults[groupId(key)] = members[0]?.group?.rule === "exactly_one" ? "choose_one" : "choose_some";
  }
  if (signature === null) faults["signature"] = "signature_missing";
  return faults;
}

function isEmpty(answer: string | boolean | undefined): boolean {
  return answer === undefined || answer === false || (typeof answer === "string" && answer.trim() === "");
}
