import Link from "next/link";
import { nameAnchor } from "../../../src/reference/anchor.ts";
import type { Guide } from "../../../src/reference/parse-guides.ts";
import { publishedReference } from "../../../src/reference/published.ts";

export function GuideContents({ current }: { current?: Guide }) {
  return (
    <nav aria-label="Contents" className="contents">
      <p>
        <Link href="/docs" prefetch={false}>
          API reference
        </Link>
      </p>
      {publishedReference()
        .readGuides()
        .map((guide) => (
          <div key={guide.slug}>
            <p>
              <Link href={guide.href} prefetch={false} aria-current={guide === current ? "page" : undefined}>
                {guide.title}
              </Link>
            </p>
            {guide === current && (
              <ul>
                {guide.sections.map((section) => (
                  <li key={section}>
                    <a href={`#${nameAnchor(section)}`}>{section}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
    </nav>
  );
}
