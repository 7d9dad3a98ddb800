import * as z from "zod";
import type { Scope } from "../scopes.ts";
import { Id } from "./values.ts";

interface Withheld {
  scope: Scope;
  /** Null to whoever lacks the scope. */
  members: readonly string[];
}

/**
 * What a record shows of another, and a caller of the API sees with the scope that reads that other record alone:
 * `rpc/withhold.ts`.
 */
export const withheldMembers = z.registry<Withheld>();

/** A case as its records show it. */
export const ShortCase = z.object({
  id: Id,
  sequenceId: z.string(),
  title: z.string().nullable().meta({ description: "null without `cases:read`." }),
});
withheldMembers.add(ShortCase, { scope: "cases:read", members: ["title"] });

/** A lead as its records show it. The areas withhold the name themselves: members of the firm see it by permission. */
export const ShortLead = z.object({
  id: Id,
  sequenceId: z.string(),
  name: z.string().nullable().meta({ description: "null without `leads:read`." }),
});
