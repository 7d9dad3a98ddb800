import { randomBytes } from "node:crypto";
import type { TestTenant } from "../harness/tenant.ts";

/** One mutation of a record that no other request touches, so that its effects can be counted. */
export interface MutationScenario {
  method: string;
  /** Below /api/v1. */
  path: string;
  body: object | undefined;
  /** Who sends it where that is not the firm's key. */
  secret?: string;
  /** What kind of record its event is about. */
  entity: string;
  /** How many such events it emits: one unless told. */
  events?: number;
  /** Answers one row with the column `effects`: how often the mutation took effect. Run as the owner. */
  effects: { text: string; values: unknown[] };
}

export type Arrange = (tenant: TestTenant) => Promise<MutationScenario>;

/** Revisions begin at 1, so what is beyond 1 are effects. */
export function countRevisions(table: string, column: string, id: string): MutationScenario["effects"] {
  return { text: `SELECT ${column} - 1 AS effects FROM "${table}" WHERE id = $1`, values: [id] };
}

/** A name that no other record of the test has. */
export const newName = () => `record ${randomBytes(6).toString("hex")}`;
/** An accessor that no other answer has. */
export const newAccessor = () => `answer.${randomBytes(6).toString("hex")}`;

