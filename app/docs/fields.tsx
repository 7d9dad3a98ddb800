"use client";

import type { Schema } from "./document.ts";
import { Fold } from "./fold.tsx";
import { Inline } from "./prose.tsx";
import { useFindSchema } from "./schemas.tsx";

type FindSchema = ReturnType<typeof useFindSchema>;

/** Nested objects are folded. */
export function Fields({ schema }: { schema: Schema }) {
  const { properties = {}, required = [], minProperties } = useFindSchema()(schema);
  return (
    <>
      {minProperties !== undefined && <p>At least one of these:</p>}
      <ul className="fields">
        {Object.entries(properties).map(([name, field]) => (
          <Field key={name} name={name} schema={field} isRequired={required.includes(name)} />
        ))}
      </ul>
    </>
  );
}

export function Field({ name, schema, isRequired }: { name: string; schema: Schema; isRequired: boolean }) {
  const find = useFindSchema();
  const inner = findObject(schema, find);
  const described = schema.description ?? find(schema).description;
  return (
    <li>
      <p>
        <code className="name">{name}</code> <span className="type">{describeType(schema, find)}</span>
        {isRequired && <span className="required"> required</span>}
      </p>
      {described !== undefined && (
        <p className="told">
          <Inline text={described} />
        </p>
      )}
      <Limits schema={schema} />
      {inner !== null && (
        <Fold
          summary={
            <>
              Fields of <code>{name}</code>
            </>
          }
        >
          {() => <Fields schema={inner} />}
        </Fold>
      )}
    </li>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const limits = listLimits(schema);
  if (limits.length === 0) return null;
  return (
    <p className="told">
      <Inline text={limits.join("; ")} />
    </p>
  );
}

function findObject(schema: Schema, find: FindSchema): Schema | null {
  const found = find(schema);
  if (found.properties !== undefined && Object.keys(found.properties).length > 0) return found;
  if (found.items !== undefined) return findObject(found.items, find);
  for (const choice of found.anyOf ?? []) {
    const object = findObject(choice, find);
    if (object !== null) return object;
  }
  return null;
}

function describeType(schema: Schema, find: FindSchema): string {
  const { type, format, items, anyOf, const: constant } = find(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf !== undefined) return anyOf.map((choice) => describeType(choice, find)).join(" or ");
  if (items !== undefined) return `list of ${describeType(items, find)}`;
  const names = [type ?? "any"].flat().map((name) => (name === "string" ? (format ?? name) : name));
  return names.join(" or ");
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

function listLimits(schema: Schema): string[] {
  const { enum: choices, minLength, maxLength, minimum, maximum, pattern, default: preset, format } = schema;
  const limits: string[] = [];
  if (choices !== undefined) limits.push(`one of ${choices.map(code).join(", ")}`);
  if (maxLength !== undefined) limits.push(`${minLength ?? 0} to ${maxLength} characters`);
  // The bounds of safe integers are omitted.
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) limits.push(`at least ${minimum}`);
  if (maximum !== undefined && maximum < 2_147_483_647) limits.push(`at most ${maximum}`);
  if (pattern !== undefined && format === undefined) limits.push(`pattern ${code(pattern)}`);
  if (preset !== undefined) limits.push(`default ${code(preset)}`);
  return limits;
}
