import type * as z from "zod";
import { externalKindOf, externalPrefix, type ExternallyNamed } from "../contract/external-ids.ts";
import { maxIdLength } from "../contract/values/values.ts";
import type { Context } from "./context.ts";
import { findByExternalIds } from "./store.external-ids.ts";

/** Where an operation's input names a record that has an `externalId`; `*` for each element of a list. */
export interface ExternalPlace {
  path: readonly string[];
  kind: ExternallyNamed;
}

/** A reference as it stands in a request, and how to put the record's ID in its place. */
interface Reference {
  kind: ExternallyNamed;
  externalId: string;
  replace: (id: string) => void;
}

/** The places of an input, by its schema: members that are IDs, by their names. */
export function listExternalPlaces(schema: z.core.$ZodType, path: readonly string[] = []): ExternalPlace[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, member]) => listExternalPlaces(member, [...path, name]));
    case "array":
      return listExternalPlaces(def.element, [...path, "*"]);
    case "union":
      return def.options.flatMap((option) => listExternalPlaces(option, path));
    case "nullable":
    case "optional":
    case "default":
      return listExternalPlaces(def.innerType, path);
    case "pipe":
      return listExternalPlaces(def.in, path);
    case "string": {
      const kind =
        (schema as z.ZodType).meta()?.["maxLength"] === maxIdLength
          ? externalKindOf(path.findLast((name) => name !== "*") ?? "")
          : undefined;
      return kind === undefined ? [] : [{ path, kind }];
    }
    default:
      return [];
  }
}

/**
 * Puts IDs in the place of external references, in one statement. One that names no record stays: the operation then
 * finds no record with such an ID, and responds as to any unknown ID.
 */
export async function resolveExternalIds(
  context: Context,
  places: readonly ExternalPlace[],
  input: Record<string, unknown>,
): Promise<void> {
  const references = places.flatMap(({ path, kind }) => [...findReferences(input, path, kind)]);
  if (references.length === 0) return;
  const found = await findByExternalIds(context, references);
  for (const { kind, externalId, replace } of references) {
    const id = found.get(kind)?.get(externalId);
    if (id !== undefined) replace(id);
  }
}

/** The ID of a record that a request names by its ID or by an external reference; what names no record stays. */
export async function resolveExternalId(context: Context, kind: ExternallyNamed, id: string): Promise<string> {
  const input = { id };
  await resolveExternalIds(context, [{ path: ["id"], kind }], input);
  return input.id;
}

function* findReferences(
  value: unknown,
  [name = "", ...rest]: readonly string[],
  kind: ExternallyNamed,
): Generator<Reference> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Record<string, unknown>;
  for (const key of name === "*" ? Object.keys(holder) : [name]) {
    const member = holder[key];
    if (rest.length > 0) yield* findReferences(member, rest, kind);
    else if (typeof member === "string" && member.startsWith(externalPrefix))
      yield { kind, externalId: member.slice(externalPrefix.length), replace: (id) => (holder[key] = id) };
  }
}
