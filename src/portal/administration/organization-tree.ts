interface Branch {
  id: string;
  name: string;
  parentOrganizationId: string | null;
  /** The firm of a sandbox. */
  sandboxOfOrganizationId?: string | null;
}

/** Below which it stands: its parent, or the firm of a sandbox. */
const placeOf = ({ parentOrganizationId, sandboxOfOrganizationId = null }: Branch) =>
  sandboxOfOrganizationId ?? parentOrganizationId;

export interface TreeRow<T> {
  organization: T;
  /** 0 for a root organization. */
  depth: number;
}

/**
 * Organizations in hierarchy order, each followed by its children by name. One whose parent is on a page not loaded yet
 * is a root.
 */
export function orderByHierarchy<T extends Branch>(organizations: readonly T[]): TreeRow<T>[] {
  const known = new Set(organizations.map(({ id }) => id));
  const sorted = organizations.toSorted((left, right) => left.name.localeCompare(right.name, "en-US"));
  const children = Map.groupBy(sorted, placeOf);
  const rows: TreeRow<T>[] = [];
  const placed = new Set<string>();
  const place = (organization: T, depth: number): void => {
    if (placed.has(organization.id)) return;
    placed.add(organization.id);
    rows.push({ organization, depth });
    for (const child of children.get(organization.id) ?? []) place(child, depth + 1);
  };
  for (const each of sorted) {
    const above = placeOf(each);
    if (above === null || !known.has(above)) place(each, 0);
  }
  for (const each of sorted) place(each, 0);
  return rows;
}

/**
 * The organizations that can be the parent of one, by name: neither itself nor one below it.
 *
 * @param id null for a new one
 */
export function listPossibleParents<T extends Branch>(organizations: readonly T[], id: string | null): T[] {
  const excluded = new Set([id]);
  // Parents come first, except in a ring.
  for (const { organization } of orderByHierarchy(organizations))
    if (organization.parentOrganizationId !== null && excluded.has(organization.parentOrganizationId))
      excluded.add(organization.id);
  return organizations
    .filter((each) => !excluded.has(each.id) && (each.sandboxOfOrganizationId ?? null) === null)
    .toSorted((left, right) => left.name.localeCompare(right.name, "en-US"));
}
