import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AsMarkdown } from "../as-markdown.tsx";
import { ContentsFrame } from "../contents-frame.tsx";
import { Contents } from "../contents.tsx";
import type { Area } from "../../../src/reference/document.ts";
import { publishedReference } from "../../../src/reference/published.ts";
import { ReferenceKeyField } from "../key.tsx";
import { OperationSection } from "../operation-section.tsx";
import { SchemaHolder } from "../schemas.tsx";

interface AreaPage {
  params: Promise<{ area: string }>;
}

export async function generateMetadata({ params }: AreaPage): Promise<Metadata> {
  const { name, href } = await requireArea(params);
  return { title: `${name} · API reference`, alternates: { types: { "text/markdown": `${href}.md` } } };
}

export default async function AreaReference({ params }: AreaPage) {
  const area = await requireArea(params);
  return (
    <div className="reference">
      <ContentsFrame>
        <Contents current={area} />
      </ContentsFrame>
      <main id="content">
        <h1>{area.name}</h1>
        <p className="lead">{area.description}</p>
        <AsMarkdown href={area.href} />
        <ReferenceKeyField />
        <SchemaHolder schemas={publishedReference().collectSchemas(area.operations)}>
          {area.operations.map((operation) => (
            <OperationSection key={operation.id} {...operation} />
          ))}
        </SchemaHolder>
      </main>
    </div>
  );
}

async function requireArea(params: AreaPage["params"]): Promise<Area> {
  return publishedReference().findArea((await params).area) ?? notFound();
}
