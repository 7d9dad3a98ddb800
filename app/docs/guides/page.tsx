import type { Metadata } from "next";
import Link from "next/link";
import { ContentsFrame } from "../contents-frame.tsx";
import { GuideContents } from "./contents.tsx";
import { readPlainText } from "../../../src/reference/markdown-tree.ts";
import { publishedReference } from "../../../src/reference/published.ts";

export const metadata: Metadata = { title: "Guides" };

export default function Guides() {
  return (
    <div className="reference">
      <ContentsFrame>
        <GuideContents />
      </ContentsFrame>
      <main id="content">
        <h1>Guides</h1>
        <p className="lead">Integrate with Caseport, and run it.</p>
        <dl className="guides">
          {publishedReference()
            .readGuides()
            .map(({ slug, href, title, lead }) => (
              <div key={slug}>
                <dt>
                  <Link href={href} prefetch={false}>
                    {title}
                  </Link>
                </dt>
                <dd>{lead.map(readPlainText).join("")}</dd>
              </div>
            ))}
        </dl>
      </main>
    </div>
  );
}
