"use client";

import type { Schema } from "../../src/reference/document.ts";
import { describeType, listLimits, listMembers } from "../../src/reference/fields.ts";
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
  const described = schema.description ?? find(schema).description;
  return (
    <li>
      <p>
        <code className="name">{name}</code> <span className="type">{describeType(schema, find)}</span>
        {isRequired && <span className="required"> required</span>}
      </p>
      {described !== undefined && (
        <p className="remark">
          <Inline text={described} />
        </p>
      )}
      <Limits schema={schema} />
      {listMembers(schema, find).map(({ object, variant }) => (
        <Fold
          key={variant}
          summary={
            <>
              Fields of <code>{name}</code>
              {variant !== null && (
                <>
                  {" "}
                  with <Inline text={variant} />
                </>
              )}
            </>
          }
        >
          {() => <Fields schema={object} />}
        </Fold>
      ))}
    </li>
  );
}

function Limits({ schema }: { schema: Schema }) {
  const limits = listLimits(schema, useFindSchema());
  if (limits.length === 0) return null;
  return (
    <p className="remark">
      <Inline text={limits.join("; ")} />
    </p>
  );
}
