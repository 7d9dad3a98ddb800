import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import * as z from "zod";
import { describeInput, type McpOperation } from "./operations.ts";
import type { OperationKind } from "../rpc/declarations.ts";

/** `idempotentHint`: a call that is repeated with its idempotency key returns the first response. */
export const annotations: Record<OperationKind, ToolAnnotations> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  destroy: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

export const Query = z.string().min(1).max(200);
export const Name = z.string().min(1).max(100).meta({ description: "An operation's name, from search_operations." });

const Input = z
  .record(z.string(), z.unknown())
  .meta({ description: "Path parameters, query and body in one object: see describe_operation." });
const Fields = z
  .array(z.string().min(1).max(200))
  .min(1)
  .max(100)
  .meta({ description: "Members to keep of each record, dotted: `plaintiff.lastName`." });
const changing = {
  ifMatch: z.string().min(1).max(200).optional().meta({ description: "The etag of the revision to change." }),
  idempotencyKey: z
    .string()
    .regex(/^[\x20-\x7e]{1,200}$/)
    .optional()
    .meta({ description: "Send the same one to repeat a call whose result was lost." }),
};

const reading = z.strictObject({ operation: Name, input: Input.optional(), fields: Fields.optional() });
const mutating = reading.extend(changing);

/** Items that a person confirms at once. */
export const maxItems = 100;
/** An item's own key is that of the call with a hyphen and its index, and no key has more than 200 characters. */
const ManyKey = z
  .string()
  .regex(
    /^[\x20-\x7e]{1,190}$/,
    "must have 1 to 190 printable ASCII characters: the key of each item is this one with the item’s index",
  )
  .optional()
  .meta({ description: "Send the same one to repeat a call whose result was lost; at most 190 characters." });
const Item = z.strictObject({ input: Input, ifMatch: changing.ifMatch });
export const manyInput = z.strictObject({
  operation: Name,
  items: z.array(Item).min(1).max(maxItems).meta({ description: "One request each, of the same operation." }),
  fields: Fields.optional(),
  idempotencyKey: ManyKey,
});

export const genericInput = { read: reading, write: mutating, destroy: mutating } as const satisfies Record<
  OperationKind,
  z.ZodObject
>;

/** The arguments of a tool that runs an operation; which of them it has depends on the tool. */
export const Arguments = z
  .object({ operation: z.string(), input: z.record(z.string(), z.unknown()), fields: z.array(z.string()), ...changing })
  .partial();

/**
 * Characters of the tools of one path, of which clients give all to their model with each message: some 8,000 tokens,
 * with what a list says besides.
 */
export const maxListCharacters = 30_000;

/** Whether the whole schemas of operations' own tools fit in a list. */
export function fitInList(operations: readonly McpOperation[]): boolean {
  const lengths = operations.map(
    (operation) =>
      JSON.stringify(describeArguments(operation)["~standard"].jsonSchema.input({ target: "draft-2020-12" })).length,
  );
  const described = operations.map(({ declaration: { meta } }) => (meta.description ?? "").length + 300);
  return [...lengths, ...described].reduce((sum, length) => sum + length, 0) <= maxListCharacters;
}

/**
 * The arguments of an operation's own tool where the whole schemas do not fit: the names of its input, which
 * `describe_operation` describes.
 */
export function nameArguments({ declaration, kind }: McpOperation): z.ZodObject {
  const names = Object.keys(declaration.input.shape).slice(0, 40).join(", ");
  // As z.record, in fewer characters, which every tool of the list takes.
  const input = z.looseObject({}).meta({ description: names });
  const short = z.strictObject({ input: input.optional(), fields: z.array(z.string()).optional() });
  return kind === "read"
    ? short
    : short.extend({ ifMatch: z.string().optional(), idempotencyKey: z.string().optional() });
}

/**
 * The arguments of an operation's own tool. Named parts of the input's schema move to the root, where its references
 * expect them.
 */
export function describeArguments(operation: McpOperation): StandardSchemaWithJSON {
  const own = operation.kind === "read" ? reading.omit({ operation: true }) : mutating.omit({ operation: true });
  const { $schema: _dialect, ...generic } = z.toJSONSchema(own, { io: "input" });
  const { $defs, ...input } = describeInput(operation);
  const schema = { ...generic, ...($defs !== undefined && { $defs }), properties: { ...generic.properties, input } };
  const jsonSchema = { input: () => schema, output: () => schema };
  return {
    "~standard": {
      version: 1,
      vendor: "caseport",
      validate: (value) => {
        const parsed = own.safeParse(value);
        return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
      },
      jsonSchema,
    },
  };
}
