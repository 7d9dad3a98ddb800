import type { Metadata } from "next";
import { errorDescription, errorStatus } from "../../src/contract/error-codes.ts";
import type { ErrorCode } from "../../src/contract/error-codes.ts";
import { scopeCatalogue } from "../../src/contract/scopes.ts";
import { chapters, summary } from "../../src/openapi/introduction.ts";
import { nameAnchor } from "./anchor.ts";
import { Contents } from "./contents.tsx";
import { readDocument } from "./document.ts";
import { KeyField, KeyHolder } from "./key.tsx";
import { OperationSection } from "./operation-section.tsx";
import { Inline, Prose } from "./prose.tsx";
import { Sample } from "./sample.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { SmallContents } from "./small-contents.tsx";
import { WebhookSection } from "./webhook-section.tsx";
import "./reference.css";

export const metadata: Metadata = { title: "API reference" };

export default function Docs() {
  const { areas } = readDocument();
  const titles = [...chapters.map(({ title }) => title), "Scopes"];
  return (
    <div className="reference">
      <aside className="sidebar">
        <Contents label="Contents" chapters={titles} areas={areas} />
      </aside>
      <SmallContents>
        <Contents label="Contents" chapters={titles} areas={areas} />
      </SmallContents>
      <KeyHolder>
        <main id="content">
          <h1>API reference</h1>
          <p className="lead">{summary}</p>
          <div className="key">
            <KeyField
              label="Integration key, to try requests on this page"
              hint="Sent to this server alone, kept in this page’s memory alone: it is gone when you leave or reload."
            />
          </div>
          {chapters.map(({ title, paragraphs, sample }) => (
            <section key={title} id={nameAnchor(title)} className="chapter">
              <h2>{title}</h2>
              {paragraphs.map((paragraph) => (
                <Prose key={paragraph} text={paragraph} />
              ))}
              {sample !== undefined && <Sample title={sample.title} text={sample.code} />}
              {title === "Errors" && <Codes />}
            </section>
          ))}
          <Scopes />
          {areas.map(({ name, description, operations }) => (
            <section key={name} id={nameAnchor(name)} className="area" aria-labelledby={`${nameAnchor(name)}-title`}>
              <h2 id={`${nameAnchor(name)}-title`}>{name}</h2>
              <p>{description}</p>
              {operations.map((operation) => (
                <OperationSection key={operation.id} operation={operation} />
              ))}
            </section>
          ))}
          <WebhookSection />
        </main>
      </KeyHolder>
    </div>
  );
}

function Codes() {
  return (
    <ScrollArea label="Error codes">
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {(Object.keys(errorStatus) as ErrorCode[]).map((code) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td>{errorStatus[code]}</td>
              <td>
                <Inline text={errorDescription[code]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Scopes() {
  return (
    <section id="scopes" className="chapter">
      <h2>Scopes</h2>
      <p>An elevated scope is granted by a platform administrator alone, for at most one year.</p>
      <ScrollArea label="Scopes">
        <table>
          <thead>
            <tr>
              <th scope="col">Scope</th>
              <th scope="col">Allows</th>
              <th scope="col">Elevated</th>
              <th scope="col">Needs an acting attorney</th>
            </tr>
          </thead>
          <tbody>
            {[...scopeCatalogue].map(([scope, { description, elevated, needsActingAttorney }]) => (
              <tr key={scope}>
                <th scope="row">
                  <code>{scope}</code>
                </th>
                <td>{description}</td>
                <td>{elevated ? "yes" : "–"}</td>
                <td>{needsActingAttorney ? "yes" : "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </section>
  );
}
