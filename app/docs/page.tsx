import type { Metadata } from "next";
import Link from "next/link";
import { summary } from "../../src/openapi/introduction.ts";
import { nameAnchor } from "../../src/reference/anchor.ts";
import { AsMarkdown } from "./as-markdown.tsx";
import { ContentsFrame } from "./contents-frame.tsx";
import { Contents, OperationList } from "./contents.tsx";
import { publishedReference } from "../../src/reference/published.ts";
import { Markdown } from "./guides/markdown.tsx";
import { ReferenceKeyField } from "./key.tsx";
import { OldAnchors } from "./old-anchors.tsx";
import { WebhookSection } from "./webhook-section.tsx";

export const metadata: Metadata = { title: "API reference", alternates: { types: { "text/markdown": "/docs.md" } } };

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
        <AsMarkdown href="/docs" />
        <ReferenceKeyField />
        {publishedReference()
          .readChapters()
          .map(({ title, content }) => (
            <section key={title} id={nameAnchor(title)} className="chapter">
              <h2>{title}</h2>
              <Markdown nodes={content} />
            </section>
          ))}
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
        {publishedReference()
          .readDocument()
          .areas.map((area) => (
            <section key={area.name} id={nameAnchor(area.name)} className="contents">
              <h3>
                <Link href={area.href} prefetch={false}>
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
