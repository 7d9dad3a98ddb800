import type { ErrorCode } from "../error-codes.ts";
import type { EventType } from "../event-types.ts";
import type { Permission } from "../permissions.ts";
import type { Tier } from "../tiers.ts";

/** Whether the second factor must have been shown within the last ten minutes. Source: portal.md, "Rules". */
export type Confirmation = "second_factor";

/**
 * What a procedure of the portal declares that no program may call: the same shape as an operation, with a permission in
 * place of a scope.
 */
export interface PortalOperationMeta {
  summary: string;
  /** null: every member of the organization may. */
  permission: Permission | null;
  tier: Tier;
  confirm?: Confirmation;
  /** The events that a success emits. */
  emits?: readonly EventType[];
  /** Events that a success emits besides, where it has such consequences. Others are rejected when traces are written. */
  mayEmit?: readonly EventType[];
  errors?: readonly ErrorCode[];
  /** Whether a mutation is worth neither event nor audit entry: it changes nothing but what the member himself is shown. */
  leavesNoTrace?: true;
}

/** What a procedure declares that belongs to a person rather than to an organization. */
export interface PersonOperationMeta {
  summary: string;
  tier: Tier;
  /** Whether only platform administrators may. */
  administrator: boolean;
  confirm?: Confirmation;
  /** The events that a success emits in the organization that it is about. */
  emits?: readonly EventType[];
  /** Events that depend on what was asked for. */
  mayEmit?: readonly EventType[];
  errors?: readonly ErrorCode[];
}

/** For how long a second factor counts as fresh. */
export const confirmationMinutes = 10;
