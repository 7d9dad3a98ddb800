"use client";

import type { Schema } from "../../src/reference/document.ts";
import { describeType, findObject, listLimits } from "../../src/reference/fields.ts";
import { Fold } from "./fold.tsx";
import { Inline } from "./prose.tsx";
import { useFindSchema } from "./schemas.tsx";

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
  const limits = listLimits(schema, useFindSchema());
  if (limits.length === 0) return null;
  return (
    <p className="told">
      <Inline text={limits.join("; ")} />
    </p>
  );
}
