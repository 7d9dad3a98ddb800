import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AsMarkdown } from "../../as-markdown.tsx";
import { ContentsFrame } from "../../contents-frame.tsx";
import { GuideContents } from "../contents.tsx";
import type { Guide } from "../../../../src/reference/parse-guides.ts";
import { publishedReference } from "../../../../src/reference/published.ts";
import { Markdown } from "../markdown.tsx";

interface GuidePageProps {
  params: Promise<{ guide: string }>;
}

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const { title, href, slug } = await requireGuide(params);
  const feeds = {
    "application/feed+json": "/docs/changelog.json",
    "application/atom+xml": "/docs/changelog.atom",
  };
  const types = { "text/markdown": `${href}.md`, ...(slug === "changelog" && feeds) };
  return { title: `${title} · Guides`, alternates: { types } };
}

export default async function GuidePage({ params }: GuidePageProps) {
  const guide = await requireGuide(params);
  return (
    <div className="reference">
      <ContentsFrame>
        <GuideContents current={guide} />
      </ContentsFrame>
      <main id="content" className="guide">
        <h1>{guide.title}</h1>
        <p className="lead">
          <Markdown nodes={guide.lead} />
        </p>
        <AsMarkdown href={guide.href} />
        <Markdown nodes={guide.content} />
      </main>
    </div>
  );
}

async function requireGuide(params: GuidePageProps["params"]): Promise<Guide> {
  return publishedReference().findGuide((await params).guide) ?? notFound();
}
