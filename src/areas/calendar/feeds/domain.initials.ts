/** A member as an entry names them. */
export interface NamedMember {
  id: string;
  firstName: string;
  lastName: string;
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Letters as readers see them: an accent may be a character of its own. */
const lettersOf = (name: string) => Array.from(segmenter.segment(name.trim()), ({ segment }) => segment);
const letters = (name: string, count: number) => lettersOf(name).slice(0, count).join("");

/**
 * The initials of members, as dockets name attorneys: `NO` for Nadia Okafor. Who shares them has more letters of the
 * last name: `NOk`, `NOr`.
 *
 * @returns by ID
 */
export function nameInitials(members: readonly NamedMember[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>();
  let open = [...members];
  for (let count = 1; open.length > 0; count += 1) {
    const of = ({ firstName, lastName }: NamedMember) => `${letters(firstName, 1)}${letters(lastName, count)}`;
    const alike = Map.groupBy(open, of);
    open = [];
    for (const [initials, those] of alike) {
      const isLongest = those.every(({ lastName }) => count >= lettersOf(lastName).length);
      if (those.length === 1 || isLongest) for (const { id } of those) named.set(id, initials);
      else open.push(...those);
    }
  }
  return named;
}

/** More members are counted. */
const most = 4;

/**
 * `NO, LV`, or with more than four `NO, LV, MC, JR +2`.
 *
 * @param names of {@link nameInitials}
 */
export function listInitials(memberIds: readonly string[], names: ReadonlyMap<string, string>): string {
  const known = memberIds.flatMap((id) => names.get(id) ?? []).toSorted();
  const rest = known.length > most ? ` +${known.length - most}` : "";
  return `${known.slice(0, most).join(", ")}${rest}`;
}
