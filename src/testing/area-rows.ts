import type { TestFirm } from "./firm.ts";

/** Makes rows of tables that a case and the portal's rows leave empty: each area adds its own, so that the walls are tried with every table. */
const fillers: readonly ((firm: TestFirm) => Promise<unknown>)[] = [];

/** A row of the firm in every table of the areas. */
export async function createAreaRows(firm: TestFirm): Promise<void> {
  for (const fill of fillers) await fill(firm);
}
