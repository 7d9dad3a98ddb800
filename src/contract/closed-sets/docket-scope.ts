/** Whose deadlines and court dates a docket has: the member's own, those of their office, or all of the organization. */
export const docketScopes = ["own", "office", "organization"] as const;
export type DocketScope = (typeof docketScopes)[number];
