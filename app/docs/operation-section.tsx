"use client";

import type { DocumentedResponse, Operation, Parameter } from "../../src/reference/document.ts";
import { listErrors } from "../../src/reference/advice.ts";
import { Field, Fields } from "./fields.tsx";
import { Fold } from "./fold.tsx";
import { Method } from "./method.tsx";
import { Inline, Prose } from "./prose.tsx";
import { RequestTabs } from "./request-tabs.tsx";
import { Sample } from "./sample.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { TryRequest } from "./try-request.tsx";

const parameterHeadings: readonly [location: Parameter["in"], heading: string][] = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
];

/** Longer examples are folded. */
const maxLines = 40;

/** A client component, so that folded content is sent as data only. */
export function OperationSection(operation: Operation) {
  const { id, method, path, summary, description, isDeprecated, parameters, body, form, responses } = operation;
  const success = responses.find(({ status }) => status < "300");
  return (
    <article id={id} className="operation" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {summary}
        {isDeprecated && <span className="deprecated"> Deprecated</span>}
      </h2>
      <p className="route">
        <Method name={method} /> <code>{path}</code>
      </p>
      <div className="columns">
        <div>
          <Prose text={description} />
          <Parameters parameters={parameters} />
          {body !== undefined && (
            <>
              <h3>Body</h3>
              {body.schema !== undefined && <Fields schema={body.schema} />}
            </>
          )}
          {form !== undefined && (
            <Fold
              summary={
                <>
                  Fields of the form, <code>multipart/form-data</code>, which sends the file in the same request
                </>
              }
            >
              {() => <Fields schema={form} />}
            </Fold>
          )}
          <Responses responses={responses} />
        </div>
        <div className="examples">
          <RequestTabs operation={operation} />
          {success?.example !== undefined && <Example title={`Response ${success.status}`} value={success.example} />}
          <TryRequest operation={operation} />
        </div>
      </div>
    </article>
  );
}

function Example({ title, value }: { title: string; value: object }) {
  const text = JSON.stringify(value, null, 2);
  const lineCount = text.split("\n").length;
  if (lineCount <= maxLines) return <Sample title={title} text={text} />;
  return (
    <Fold className="long" summary={`Example response, ${lineCount} lines`}>
      {() => <Sample title={title} text={text} />}
    </Fold>
  );
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return parameterHeadings.map(([location, heading]) => {
    const inLocation = parameters.filter((parameter) => parameter.in === location);
    if (inLocation.length === 0) return null;
    return (
      <section key={location}>
        <h3>{heading}</h3>
        <ul className="fields">
          {inLocation.map(({ name, required, schema, description }) => (
            <Field
              key={name}
              name={name}
              isRequired={required}
              schema={description === undefined ? schema : { ...schema, description }}
            />
          ))}
        </ul>
      </section>
    );
  });
}

/** Errors have codes; a 304 has none, although it is not the success. */
const isError = ({ codes }: DocumentedResponse) => codes.length > 0;

function Responses({ responses }: { responses: readonly DocumentedResponse[] }) {
  return (
    <>
      <h3>Responses</h3>
      <ul className="responses">
        {responses
          .filter((response) => !isError(response))
          .map((response) => (
            <li key={response.status}>
              <ResponseEntry {...response} />
            </li>
          ))}
      </ul>
      <Fold className="long" summary="Errors">
        {() => <Errors responses={responses} />}
      </Fold>
    </>
  );
}

function ResponseEntry({ status, description, schema, headers }: DocumentedResponse) {
  const heading = (
    <>
      <span className={`status s${status[0]}`}>{status}</span> <Inline text={description} />
    </>
  );
  if (schema === undefined) return <p>{heading}</p>;
  return (
    <Fold summary={heading}>
      {() => (
        <>
          <Fields schema={schema} />
          <p className="remark">Headers: {headers.join(", ")}</p>
        </>
      )}
    </Fold>
  );
}

function Errors({ responses }: { responses: readonly DocumentedResponse[] }) {
  return (
    <ScrollArea label="Errors">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Code and reasons</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {responses.flatMap(listErrors).map(({ status, code, reasons, advice }) => (
            <tr key={status + code}>
              <th scope="row">{status}</th>
              <td>
                <code>{code}</code>
                <br />
                <small>
                  <Inline text={reasons.map((reason) => `\`${reason}\``).join(", ")} />
                </small>
              </td>
              <td>
                <Inline text={advice} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
