import type * as z from "zod";
import type { EventType } from "../../contract/events/event-types.ts";
import { diffRecords, recordEvent, type Context } from "../../rpc/context.ts";
import { lockOrganizationForUpdate } from "./domain.ts";

type Changes<Values> = { readonly [Name in keyof Values]?: Values[Name] | undefined };

interface PolicyDefinition<Values> {
  schema: z.ZodType<Values>;
  /** Of members that the firm has not set. */
  defaults: Partial<Values>;
  eventType: EventType;
  /** The stored row; of a firm without one `createdAt` alone, that of the organization. */
  find: (context: Context) => Promise<object | undefined>;
  /** Stores the policy whole, with the next revision. */
  save: (context: Context, policy: Values) => Promise<void>;
}

export interface Policy<Values> {
  /** The firm's policy, or the defaults while it has none. */
  get: (context: Context) => Promise<Values>;
  /** Locks the organization and changes its policy, with an event. */
  update: (context: Context, changes: Changes<Values>) => Promise<Values>;
}

/** Settings of which an organization has one record, with the organization's ID. */
export function definePolicy<Values extends object>(definition: PolicyDefinition<Values>): Policy<Values> {
  const { schema, defaults, eventType, find, save } = definition;
  const get = async (context: Context): Promise<Values> => {
    const { organizationId } = context;
    const found = Object.fromEntries(Object.entries((await find(context)) ?? {}).filter(([, value]) => value !== null));
    return schema.parse({
      ...defaults,
      revision: 1,
      updatedAt: found["createdAt"],
      ...found,
      id: organizationId,
      organizationId,
    });
  };
  return {
    get,
    update: async (context, changes) => {
      // Serializes changes, also of a firm without a row.
      await lockOrganizationForUpdate(context);
      const before = await get(context);
      await save(context, schema.parse({ ...before, ...changes }));
      const after = await get(context);
      const { organizationId } = context;
      recordEvent(context, {
        eventType,
        entityId: organizationId,
        payload: after,
        diff: diffRecords(before, after),
        relatedIds: [{ entity: "organization", id: organizationId }],
      });
      return after;
    },
  };
}
