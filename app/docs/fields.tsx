import { readDocument } from "./document.ts";
import type { Schema } from "./document.ts";
import { Inline } from "./prose.tsx";

/** No schema of the interface nests deeper; a schema within itself ends here. */
const maximumDepth = 6;

/** The fields of an object, one below the other, those of objects within it folded. */
export function Fields({ schema, depth = 0 }: { schema: Schema; depth?: number }) {
  const { properties = {}, required = [], minProperties } = readDocument().findSchema(schema);
  return (
    <>
      {minProperties !== undefined && <p>At least one of these:</p>}
      <ul className="fields">
        {Object.entries(properties).map(([name, field]) => (
          <Field key={name} name={name} schema={field} isRequired={required.includes(name)} depth={depth} />
        ))}
      </ul>
    </>
  );
}

export function Field({ name, schema, isRequired, depth = 0 }: { name: string; schema: Schema; isRequired: boolean; depth?: number }) {
  const inner = findObject(schema);
  const described = schema.description ?? readDocument().findSchema(schema).description;
  return (
    <li>
      <p>
        <code className="name">{name}</code> <span className="type">{tellType(schema)}</span>
        {isRequired && <span className="required"> required</span>}
      </p>
      {described !== undefined && (
        <p className="told">
          <Inline text={described} />
        </p>
      )}
      <Limits schema={schema} />
      {inner !== null && depth < maximumDepth && (
        <details>
          <summary>
            Fields of <code>{name}</code>
          </summary>
          <Fields schema={inner} depth={depth + 1} />
        </details>
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

function findObject(schema: Schema): Schema | null {
  const found = readDocument().findSchema(schema);
  if (found.properties !== undefined && Object.keys(found.properties).length > 0) return found;
  if (found.items !== undefined) return findObject(found.items);
  for (const choice of found.anyOf ?? []) {
    const object = findObject(choice);
    if (object !== null) return object;
  }
  return null;
}

function tellType(schema: Schema): string {
  const { type, format, items, anyOf, const: constant } = readDocument().findSchema(schema);
  if (constant !== undefined) return JSON.stringify(constant);
  if (anyOf !== undefined) return anyOf.map(tellType).join(" or ");
  if (items !== undefined) return `list of ${tellType(items)}`;
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
  // The bounds of safe integers go without saying.
  if (minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER) limits.push(`at least ${minimum}`);
  if (maximum !== undefined && maximum < 2_147_483_647) limits.push(`at most ${maximum}`);
  if (pattern !== undefined && format === undefined) limits.push(`pattern ${code(pattern)}`);
  if (preset !== undefined) limits.push(`default ${code(preset)}`);
  return limits;
}
