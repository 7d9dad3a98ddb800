import type { Metadata } from "next";
import Link from "next/link";
import { errorDescription, errorStatus, type ErrorCode } from "../../src/contract/error-codes.ts";
import { errorReasons, sentReasons, type ReasonDescription } from "../../src/contract/error-reasons.ts";
import { scopeCatalog } from "../../src/contract/scopes.ts";
import { chapters, summary } from "../../src/openapi/introduction.ts";
import { nameAnchor } from "./anchor.ts";
import { ContentsFrame } from "./contents-frame.tsx";
import { Contents, OperationList } from "./contents.tsx";
import { readDocument } from "./document.ts";
import { ReferenceKeyField } from "./key.tsx";
import { OldAnchors } from "./old-anchors.tsx";
import { Inline, Prose } from "./prose.tsx";
import { Sample } from "./sample.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { WebhookSection } from "./webhook-section.tsx";

export const metadata: Metadata = { title: "API reference" };

export default function Docs() {
  return (
    <div className="reference">
      <ContentsFrame>
        <Contents />
      </ContentsFrame>
      <OldAnchors />
      <main id="content">
        <h1>API reference</h1>
        <p className="lead">{summary}</p>
        <ReferenceKeyField />
        {chapters.map(({ title, paragraphs, sample }) => (
          <section key={title} id={nameAnchor(title)} className="chapter">
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <Prose key={paragraph} text={paragraph} />
            ))}
            {sample !== undefined && <Sample title={sample.title} text={sample.code} />}
            {title === "Errors" && (
              <>
                <Codes />
                <Reasons />
              </>
            )}
          </section>
        ))}
        <Scopes />
        <Operations />
        <WebhookSection />
      </main>
    </div>
  );
}

function Operations() {
  return (
    <section id="operations" className="overview">
      <h2>Operations</h2>
      <div className="areas">
        {readDocument().areas.map((area) => (
          <section key={area.name} id={nameAnchor(area.name)} className="contents">
            <h3>
              <Link href={area.address} prefetch={false}>
                {area.name}
              </Link>
            </h3>
            <OperationList area={area} />
          </section>
        ))}
      </div>
    </section>
  );
}

function Reasons() {
  return (
    <ScrollArea label="Error reasons">
      <table>
        <thead>
          <tr>
            <th scope="col">X-Error-Reason</th>
            <th scope="col">Code</th>
            <th scope="col">Meaning</th>
            <th scope="col">X-Error-Detail</th>
          </tr>
        </thead>
        <tbody>
          {sentReasons.map((name) => {
            const reason: ReasonDescription = errorReasons[name];
            return (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  <code>{reason.code}</code>
                </td>
                <td>
                  <Inline text={reason.description} />
                </td>
                <td>{reason.detail !== undefined && <Inline text={reason.detail} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollArea>
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
      <p>Only a platform administrator can grant an elevated scope, for at most one year.</p>
      <ScrollArea label="Scopes">
        <table>
          <thead>
            <tr>
              <th scope="col">Scope</th>
              <th scope="col">Allows</th>
              <th scope="col">Elevated</th>
              <th scope="col">Requires an acting attorney</th>
            </tr>
          </thead>
          <tbody>
            {[...scopeCatalog].map(([scope, { description, elevated, needsActingAttorney }]) => (
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
