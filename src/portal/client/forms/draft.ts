import { isSame } from "./is-same.ts";

/** A form that was not submitted: what it began with, and what was typed. */
export interface Draft<Values> {
  before: Values;
  typed: Values;
}

/** Secrets never reach the browser's storage, wherever somebody pastes one. */
const secrets = /(?:cpk|whsec)_\w+/g;

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export function writeDraft<Values>(store: Store, name: string, draft: Draft<Values>): void {
  if (isSame(draft.before, draft.typed)) return store.removeItem(name);
  try {
    store.setItem(name, JSON.stringify(draft).replaceAll(secrets, ""));
  } catch {
    // The storage is full or switched off; the form works without.
  }
}

/** @param sample values of the form: what does not have their shape was written by another version of it */
export function readDraft<Values extends object>(store: Store, name: string, sample: Values): Draft<Values> | null {
  try {
    const kept = JSON.parse(store.getItem(name) ?? "null") as Draft<Values> | null;
    return kept !== null && [kept.before, kept.typed].every((values) => isLike(values, sample)) ? kept : null;
  } catch {
    return null;
  }
}

function isLike(values: object, sample: object): boolean {
  const kept = new Map(Object.entries(values));
  return Object.entries(sample).every(
    ([field, value]) => value === undefined || value === null || nameType(kept.get(field)) === nameType(value),
  );
}

const nameType = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);
