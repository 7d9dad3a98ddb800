import type { ErrorCode } from "../errors/error-codes.ts";
import type { EventType } from "../events/event-types.ts";
import type { Permission } from "../permissions.ts";
import type { Tier } from "../tiers.ts";

/** Whether the second factor must have been confirmed within the last ten minutes. */
export type Confirmation = "second_factor";

/**
 * The declaration of a portal procedure, which no key can call: the same shape as an operation, with a permission in
 * place of a scope.
 */
export interface PortalOperationMeta {
  summary: string;
  /** null for every member of the organization. */
  permission: Permission | null;
  tier: Tier;
  /** As of an operation. */
  sharesTransaction?: true;
  /** As of an operation. */
  slow?: true;
  confirm?: Confirmation;
  emits?: readonly EventType[];
  /** Events that a success can also record. Any other event is rejected before the commit. */
  mayEmit?: readonly EventType[];
  errors?: readonly ErrorCode[];
  /** Whether a mutation records neither event nor audit entry, because it changes only what the member sees. */
  isUnaudited?: true;
  /** Whether a mutation takes a file: it is called with a form, whose file is `file` of its context. */
  upload?: true;
}

/** The declaration of a procedure for a person rather than an organization. */
export interface PersonOperationMeta {
  summary: string;
  tier: Tier;
  /** Whether only platform administrators can call it. */
  administrator: boolean;
  confirm?: Confirmation;
  /** The events that a success records in the organization concerned. */
  emits?: readonly EventType[];
  /** Events that depend on the input. */
  mayEmit?: readonly EventType[];
  errors?: readonly ErrorCode[];
}

export const confirmationMinutes = 10;
