/** What the tree needs to know of an organization. */
interface Branch {
  id: string;
  name: string;
  parentOrganizationId: string | null;
}

export interface TreeRow<T> {
  organization: T;
  /** 0 for a firm of its own. */
  depth: number;
}

/**
 * Organizations in the order of their hierarchy: each followed by its children, by name. One whose parent is not among
 * them (its page has not come yet) stands at the top; a circle, which the database does not hold, would lose nobody either.
 */
export function orderByHierarchy<T extends Branch>(organizations: readonly T[]): TreeRow<T>[] {
  const known = new Set(organizations.map(({ id }) => id));
  const sorted = organizations.toSorted((left, right) => left.name.localeCompare(right.name, "en-US"));
  const children = Map.groupBy(sorted, ({ parentOrganizationId }) => parentOrganizationId);
  const rows: TreeRow<T>[] = [];
  const placed = new Set<string>();
  const place = (organization: T, depth: number): void => {
    if (placed.has(organization.id)) return;
    placed.add(organization.id);
    rows.push({ organization, depth });
    for (const child of children.get(organization.id) ?? []) place(child, depth + 1);
  };
  for (const each of sorted) if (each.parentOrganizationId === null || !known.has(each.parentOrganizationId)) place(each, 0);
  for (const each of sorted) place(each, 0);
  return rows;
}
