import Link from "next/link";
import { chapters } from "../../src/reference/chapters.ts";
import { nameAnchor } from "../../src/reference/anchor.ts";
import type { Area } from "../../src/reference/document.ts";
import { publishedReference } from "../../src/reference/published.ts";
import { Method } from "./method.tsx";
import { webhookTitle } from "./webhook-section.tsx";

/** @param current the area whose operations are listed; on the first page none, then its chapters are */
export function Contents({ current }: { current?: Area }) {
  return (
    <nav aria-label="Contents" className="contents">
      {current === undefined ? <Chapters /> : <FrontLink title="Introduction" href="/docs" />}
      <FrontLink title="Guides" href="/docs/guides" />
      {publishedReference()
        .readDocument()
        .areas.map((area) => (
          <div key={area.name}>
            <p>
              <Link href={area.href} prefetch={false} aria-current={area === current ? "page" : undefined}>
                {area.name}
              </Link>
            </p>
            {area === current && <OperationList area={area} isHere />}
          </div>
        ))}
      {current === undefined ? (
        <p>
          <a href={`#${nameAnchor(webhookTitle)}`}>{webhookTitle}</a>
        </p>
      ) : (
        <FrontLink title={webhookTitle} href={`/docs#${nameAnchor(webhookTitle)}`} />
      )}
    </nav>
  );
}

function Chapters() {
  return (
    <ul>
      {[...chapters.map(({ title }) => title), "Operations"].map((title) => (
        <li key={title}>
          <a href={`#${nameAnchor(title)}`}>{title}</a>
        </li>
      ))}
    </ul>
  );
}

function FrontLink({ title, href }: { title: string; href: string }) {
  return (
    <p>
      <Link href={href} prefetch={false}>
        {title}
      </Link>
    </p>
  );
}

/** @param isHere whether the page shows them: a plain link then triggers `hashchange`, which folds the contents */
export function OperationList({ area, isHere = false }: { area: Area; isHere?: boolean }) {
  return (
    <ul>
      {area.operations.map(({ id, method, summary, isDeprecated }) => {
        const entry = (
          <>
            <Method name={method} />
            <span>
              {summary}
              {isDeprecated && <small> (deprecated)</small>}
            </span>
          </>
        );
        return (
          <li key={id}>
            {isHere ? (
              <a href={`#${id}`} className="entry">
                {entry}
              </a>
            ) : (
              <Link href={`${area.href}#${id}`} prefetch={false} className="entry">
                {entry}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
