import type { Answer, Operation, Parameter } from "./document.ts";
import { Field, Fields } from "./fields.tsx";
import { Method } from "./method.tsx";
import { Inline, Prose } from "./prose.tsx";
import { Sample } from "./sample.tsx";
import { TryRequest } from "./try-request.tsx";
import { writeCurl } from "./write-curl.ts";

const places: Record<Parameter["in"], string> = { path: "In the path", query: "In the query", header: "Headers" };

export function OperationSection({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, isDeprecated, needsKey, parameters, body, answers } = operation;
  const success = answers.find(({ status }) => status < "300");
  return (
    <article id={id} className="operation" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        {summary}
        {isDeprecated && <span className="deprecated"> Deprecated</span>}
      </h3>
      <p className="route">
        <Method name={method} /> <code>{path}</code>
      </p>
      <div className="columns">
        <div>
          <Prose text={description} />
          <Parameters parameters={parameters} />
          {body !== undefined && (
            <>
              <h4>Body</h4>
              {body.schema !== undefined && <Fields schema={body.schema} />}
            </>
          )}
          <Answers answers={answers} />
        </div>
        <div className="examples">
          <Sample title="Request" text={writeCurl(operation)} />
          {success?.example !== undefined && <Sample title={`Answer ${success.status}`} text={JSON.stringify(success.example, null, 2)} />}
          <TryRequest
            id={id}
            method={method}
            path={path}
            needsKey={needsKey}
            parameters={parameters.map(({ name, in: place, required, example }) => ({ name, place, required, example: String(example ?? "") }))}
            bodyExample={body === undefined ? null : JSON.stringify(body.example ?? {}, null, 2)}
          />
        </div>
      </div>
    </article>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (["path", "query", "header"] as const).map((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return null;
    return (
      <section key={place}>
        <h4>{places[place]}</h4>
        <ul className="fields">
          {here.map(({ name, required, schema, description }) => (
            <Field key={name} name={name} isRequired={required} schema={description === undefined ? schema : { ...schema, description }} />
          ))}
        </ul>
      </section>
    );
  });
}

function Answers({ answers }: { answers: readonly Answer[] }) {
  return (
    <>
      <h4>Answers</h4>
      <ul className="answers">
        {answers.map(({ status, description, schema, headers }) => (
          <li key={status}>
            {schema === undefined ? (
              <p>
                <span className={`status s${status[0]}`}>{status}</span> <Inline text={shorten(description)} />
              </p>
            ) : (
              <details>
                <summary>
                  <span className={`status s${status[0]}`}>{status}</span> <Inline text={description} />
                </summary>
                <Fields schema={schema} />
                <p className="told">Headers: {headers.join(", ")}</p>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Of an error the codes, which the chapter on errors explains; of anything else the sentence. */
function shorten(description: string): string {
  const codes = [...description.matchAll(/^`[A-Z_]+`(?=:)/gm)].map(([code]) => code);
  return codes.length > 0 ? codes.join(" ") : description;
}
