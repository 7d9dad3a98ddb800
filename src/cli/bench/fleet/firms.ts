import { randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import type { Database } from "../../../platform/database/database.ts";
import { createPerson, insertPasswordHash } from "../../../platform/identity/people.ts";
import { createCase, createKey, createTenant } from "../../../testing/harness/tenant.ts";

/** One firm of the fleet, with what its requests are about. */
export interface Firm {
  organizationId: string;
  secret: string;
  cases: readonly { caseId: string; clientId: string }[];
  email: string;
  password: string;
  /** Of its requests, compared with the average firm's. */
  weight: number;
  /** Whether a client of it waits for events, and whether it has a webhook. */
  follows: boolean;
  webhookHost: string | null;
}

/**
 * Of twenty firms one is large, five are of middle size, and fourteen small: their requests have these weights, one on
 * average.
 */
function weightOf(index: number): number {
  const place = index % 20;
  if (place === 0) return 6.5;
  return place <= 5 ? 1.6 : 0.4;
}
const followsEvery = 3;
const webhookEvery = 4;
const createdAtOnce = 4;

/**
 * Creates firms in a migrated database.
 *
 * @param hosts where webhooks go, if anywhere
 */
export async function createFirms(
  database: Database,
  count: number,
  casesPerFirm: number,
  hosts: readonly string[],
): Promise<Firm[]> {
  const password = randomBytes(18).toString("base64url");
  // Hashed once: the fleet's people share a password.
  const hash = await hashPassword(password);
  const firms: Firm[] = [];
  let next = 0;
  const work = async () => {
    while (next < count) {
      const index = next++;
      const webhookHost = index % webhookEvery === 0 ? (hosts[index % hosts.length] ?? null) : null;
      firms[index] = await createFirm(database, { index, casesPerFirm, webhookHost, password, hash });
    }
  };
  await Promise.all(Array.from({ length: createdAtOnce }, work));
  return firms;
}

interface Wanted {
  index: number;
  casesPerFirm: number;
  webhookHost: string | null;
  password: string;
  hash: string;
}

async function createFirm(
  database: Database,
  { index, casesPerFirm, webhookHost, password, hash }: Wanted,
): Promise<Firm> {
  const tenant = await createTenant(database);
  const { organizationId, attorneyId } = tenant;
  const { secret } = webhookHost === null ? tenant : await createKey(tenant, { webhookAllowedHosts: [webhookHost] });
  const email = `${organizationId}@firm.example`.toLowerCase();
  const userId = await createPerson(database.withoutTenant, { name: "Ada Counsel", email });
  await insertPasswordHash(database.withoutTenant, userId, hash);
  await tenant.inside((transaction) =>
    transaction.updateTable("Member").set({ userId }).where("id", "=", attorneyId).execute(),
  );
  const cases: Firm["cases"][number][] = [];
  while (cases.length < casesPerFirm) cases.push(await createCase(tenant));
  return {
    organizationId,
    secret,
    cases,
    email,
    password,
    weight: weightOf(index),
    follows: index % followsEvery === 1,
    webhookHost,
  };
}
