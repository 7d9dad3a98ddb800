import { invalidState } from "../../contract/errors/error-codes.ts";
import type { MovePreview } from "./schema.ts";
import type { Place } from "./store.ts";

/** How far below the top of its hierarchy an organization can be. */
const maxDepth = 5;
/** How many organizations a hierarchy can have: reports over it list them all. */
const maxOrganizations = 500;

/** How many names of organizations a preview lists for each headquarters. */
const namesShown = 10;

/** Where an organization, with all below it, is to be placed. */
export interface Move {
  /** The hierarchy around the organization that moves; of a new one, itself alone. */
  own: readonly Place[];
  /** The hierarchy around the parent; none for null. */
  parent: readonly Place[];
  /** How many organizations the parent's whole hierarchy has. */
  treeSize: number;
}

const ownAndBelow = (places: readonly Place[]) => places.filter(({ level }) => level >= 0);
const ownAndAbove = (places: readonly Place[]) => places.filter(({ level }) => level <= 0);
/** The top of the hierarchy: places are sorted by level. */
export const topOf = ([first]: readonly Place[]): string | undefined => first?.id;

/** Why the move would be rejected; null if it would not. */
export function findMoveFault({ own, parent, treeSize }: Move): string | null {
  const moved = own.find(({ level }) => level === 0);
  const above = ownAndAbove(parent);
  if (above.some(({ id }) => id === moved?.id))
    return "An organization cannot be below itself. Choose a parent that is not below it";
  const moving = ownAndBelow(own);
  if (above.length > 0 && above.length + Math.max(...moving.map(({ level }) => level)) > maxDepth) {
    return `A hierarchy can be at most ${maxDepth} levels deep below its top organization. Choose a parent higher up`;
  }
  if (above.length > 0 && topOf(own) !== topOf(parent) && treeSize + moving.length > maxOrganizations) {
    return `A hierarchy can have at most ${maxOrganizations} organizations. This one would have ${treeSize + moving.length}`;
  }
  return null;
}

/** @throws INVALID_STATE_TRANSITION for a cycle, or a hierarchy that becomes too deep or too large */
export function assertMovable(move: Move): void {
  const fault = findMoveFault(move);
  if (fault !== null) throw invalidState(fault);
}

/** Which headquarters begin, and which cease, to see which of the organizations that move. */
export function compareSight(
  { own, parent }: Move,
  changes: { parentOrganizationId: string | null; isHeadquarters: boolean },
): Pick<MovePreview, "gains" | "losses"> {
  const before = new Map([...own, ...ownAndAbove(parent)].map((place) => [place.id, place]));
  const after = new Map(before);
  for (const place of own) if (place.level === 0) after.set(place.id, { ...place, ...changes });
  const moving = ownAndBelow(own);
  const compare = (from: ReadonlyMap<string, Place>, to: ReadonlyMap<string, Place>) =>
    [...before.values()].flatMap(({ id, name }) => {
      const names = moving.filter((place) => sees(to, id, place) && !sees(from, id, place)).map((place) => place.name);
      return names.length === 0 ? [] : [{ id, name, count: names.length, names: names.slice(0, namesShown) }];
    });
  return { gains: compare(before, after), losses: compare(after, before) };
}

/** Whether reports of a headquarters cover an organization: each between them, and itself, has to report. */
function sees(places: ReadonlyMap<string, Place>, headquartersId: string, below: Place): boolean {
  if (places.get(headquartersId)?.isHeadquarters !== true) return false;
  const passed = new Set<string>();
  for (
    let place: Place | undefined = places.get(below.id);
    place?.reportsToHeadquarters === true && !passed.has(place.id);
    place = places.get(place.parentOrganizationId ?? "")
  ) {
    if (place.parentOrganizationId === headquartersId) return true;
    passed.add(place.id);
  }
  return false;
}
