import { expect } from "vitest";
import { openDatabaseProbe, type DatabaseProbe } from "../database/database-probe.ts";
import { describeEffects, type TenantState } from "../database/tenant-state.ts";
import type { SubjectHarness } from "./subject.ts";

const probes = new Map<string, DatabaseProbe>();

/** Every row of the harness's organization. */
export function readState({ server: { ownerUrl }, tenant }: SubjectHarness): Promise<TenantState> {
  const probe = probes.get(ownerUrl) ?? openDatabaseProbe(ownerUrl);
  probes.set(ownerUrl, probe);
  return probe.readState(tenant.organizationId);
}

/** Asserts that every row is as it was. */
export async function expectNoEffect(harness: SubjectHarness, before: TenantState): Promise<void> {
  expect(describeEffects(before, await readState(harness))).toEqual([]);
}

/** Closes the connections of readState: for afterAll. */
export async function closeProbes(): Promise<void> {
  await Promise.all([...probes.values()].map((probe) => probe.close()));
  probes.clear();
}
