/** Members that no assistant gets or sends, whatever the key's scopes. */
const never: ReadonlySet<string> = new Set(["ssn", "ssnFourDigits"]);
/** Members of other records with what intake and medical records say: only with the key's switch. */
const sensitive: ReadonlySet<string> = new Set(["intakeNotes", "injuryDescription"]);

function isWithheld(name: string, hasSensitive: boolean): boolean {
  return never.has(name) || (!hasSensitive && sensitive.has(name));
}

/** A JSON value without withheld members, at any depth: also of an event's payload and diff, and of a schema. */
export function removeWithheld(value: unknown, hasSensitive = true): unknown {
  if (Array.isArray(value)) return value.map((entry) => removeWithheld(entry, hasSensitive));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !isWithheld(name, hasSensitive));
  return Object.fromEntries(kept.map(([name, member]) => [name, removeWithheld(member, hasSensitive)]));
}

/**
 * The names of the members that {@link removeWithheld} removes from a value: those that no assistant gets, and those
 * that need the key's switch.
 */
export function listHidden(value: unknown, hasSensitive: boolean): { always: string[]; bySwitch: string[] } {
  const names = new Set<string>();
  collectWithheld(value, hasSensitive, names);
  const sorted = [...names].toSorted();
  return { always: sorted.filter((name) => never.has(name)), bySwitch: sorted.filter((name) => !never.has(name)) };
}

function collectWithheld(value: unknown, hasSensitive: boolean, names: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    // A member without a value hides nothing.
    if (isWithheld(name, hasSensitive)) {
      if (member !== null) names.add(name);
    } else collectWithheld(member, hasSensitive, names);
  }
}

/** The path of the first member that an assistant must not send; null without one. */
export function findWithheld(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = never.has(name) ? [...path, name].join(".") : findWithheld(member, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}
