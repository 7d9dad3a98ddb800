import { expect } from "vitest";
import { createReport } from "../../areas/reports/fixtures.ts";
import { postRun, readRun, type TestRun } from "../../areas/reports/run/fixtures.ts";
import { changeAttorney, createHierarchy, placeTenant, type Hierarchy, type TenantInHierarchy } from "./hierarchy.ts";
import type { Reply } from "./requests/send.ts";
import { expectRejection } from "../conformance/subject.ts";

/** Three levels, and a report of the headquarters that lists cases. */
export interface RollUp extends Hierarchy {
  server: { baseUrl: string };
  reportId: string;
  /** Runs it with the headquarters' key. */
  run(requested?: TestRun): Promise<Reply>;
}

/** What one row of a table shows, or changes beforehand. */
export type Check = (harness: RollUp) => Promise<unknown>;

export async function setRollUp(server: {
  baseUrl: string;
  services: { database: Parameters<typeof createHierarchy>[0] };
}): Promise<RollUp> {
  const hierarchy = await createHierarchy(server.services.database);
  const { headquarters } = hierarchy;
  const reportId = await createReport(headquarters, { visibility: "shared_children" });
  return {
    ...hierarchy,
    server,
    reportId,
    run: (requested) => postRun(server, headquarters.secret, reportId, requested),
  };
}

/** All that the headquarters sees. */
export const listTree = ({ headquarters, east, west, office }: Hierarchy): TenantInHierarchy[] => [
  headquarters,
  east,
  west,
  office,
];

/** In an order that only texts decide. */
export const byText = (left: object, right: object): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1);

/** The rows are those of these organizations and no other, and each says whose it is. */
export function expectCases(reply: Reply, tenants: readonly TenantInHierarchy[]): void {
  const { rows, organizationIds, organizations, rowCount } = readRun(reply);
  const expected = tenants.flatMap(({ organizationId, mark }) =>
    [1, 2].map((number) => ({ organizationId, case: `${mark}-${number}`, stage: "intake" })),
  );
  expect(rows.toSorted(byText)).toEqual(expected.toSorted(byText));
  expect(rowCount).toBe(expected.length);
  expect(organizationIds).toEqual(tenants.map(({ organizationId }) => organizationId).toSorted());
  expect(organizations.map(({ name }) => name).toSorted()).toEqual(tenants.map(({ mark }) => mark).toSorted());
}

/** A run that is rejected so by default and over another, says how to run over the own organization, and does so. */
export const rejectedByDefault =
  (change: Check): Check =>
  async (harness) => {
    await change(harness);
    for (const requested of [{}, { over: [harness.west] }]) {
      expectRejection(await harness.run(requested), "FORBIDDEN");
    }
    expectCases(await harness.run({ over: [harness.headquarters] }), [harness.headquarters]);
  };

/** The first page succeeds, then something changes, and the second is rejected with this code. */
export const rejectedBetweenPages =
  (change: Check, code: "FORBIDDEN" | "VALIDATION_FAILED" | "NOT_FOUND", message?: RegExp): Check =>
  async (harness) => {
    const { nextCursor } = readRun(await harness.run({ limit: 3 }));
    expect(nextCursor).not.toBeNull();
    await change(harness);
    expectRejection(await harness.run({ limit: 3, after: nextCursor }), code, message);
  };

export const changedReach = /the report's organizations have changed since that page; start again without after$/;

/** The attorney of the headquarters' key becomes so. */
export const attorney =
  (values: Parameters<typeof changeAttorney>[1]): Check =>
  ({ headquarters }) =>
    changeAttorney(headquarters, values);

export const moveWestAway: Check = ({ west, stranger }) =>
  placeTenant(west, { parentOrganizationId: stranger.organizationId });

/** Whatever is named beyond the reach: always the same words. */
export async function expectOutside(
  run: (over: NonNullable<TestRun["over"]>) => Promise<Reply>,
  names: readonly NonNullable<TestRun["over"]>[],
): Promise<void> {
  for (const over of names) expectRejection(await run(over), "FORBIDDEN");
}
