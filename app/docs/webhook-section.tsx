import { nameAnchor } from "../../src/reference/anchor.ts";
import type { WebhookMessage } from "../../src/reference/document.ts";
import { publishedReference } from "../../src/reference/published.ts";
import { Field, Fields } from "./fields.tsx";
import { Method } from "./method.tsx";
import { Inline } from "./prose.tsx";
import { Sample } from "./sample.tsx";
import { SchemaHolder } from "./schemas.tsx";
import { ScrollArea } from "./scroll-area.tsx";

export const webhookTitle = "Webhook messages";

export function WebhookSection() {
  const { types, headers, body, responses } = publishedReference().readDocument().webhook;
  return (
    <SchemaHolder schemas={publishedReference().collectSchemas(body)}>
      <section id={nameAnchor(webhookTitle)} className="operation" aria-labelledby="webhook-messages-title">
        <h2 id="webhook-messages-title">{webhookTitle}</h2>
        <p>The message that a webhook subscription sends to your endpoint. All event types have the same format.</p>
        <p className="route">
          <Method name="POST" /> <code>the url of your subscription</code>
        </p>
        <div className="columns">
          <div>
            <h3>Headers</h3>
            <ul className="fields">
              {headers.map(({ name, required, schema, description = "" }) => (
                <Field key={name} name={name} isRequired={required} schema={{ ...schema, description }} />
              ))}
            </ul>
            <h3>Body</h3>
            <Fields schema={body.schema} />
          </div>
          <div className="examples">
            <Sample title="Message" text={JSON.stringify(body.example, null, 2)} />
            <MeaningOfResponses responses={responses} />
          </div>
        </div>
        <details className="long">
          <summary>The {types.length} event types</summary>
          <Types types={types} />
        </details>
      </section>
    </SchemaHolder>
  );
}

function MeaningOfResponses({ responses }: Pick<WebhookMessage, "responses">) {
  return (
    <>
      <h3>How your response is handled</h3>
      <ul className="responses">
        {responses.map(({ status, description }) => (
          <li key={status}>
            <p>
              <span className={`status s${/^\d/.test(status) ? status[0] : 5}`}>
                {status === "default" ? "other" : status}
              </span>{" "}
              <Inline text={description} />
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Types({ types }: Pick<WebhookMessage, "types">) {
  return (
    <ScrollArea label="Event types">
      <table>
        <thead>
          <tr>
            <th scope="col">Type</th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ name, summary }) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{summary}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
