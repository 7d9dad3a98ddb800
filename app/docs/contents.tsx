import { nameAnchor } from "./anchor.ts";
import type { Area } from "./document.ts";
import { Method } from "./method.tsx";
import { webhookTitle } from "./webhook-section.tsx";

export function Contents({ label, chapters, areas }: { label: string; chapters: readonly string[]; areas: readonly Area[] }) {
  return (
    <nav aria-label={label} className="contents">
      <ul>
        {chapters.map((title) => (
          <li key={title}>
            <a href={`#${nameAnchor(title)}`}>{title}</a>
          </li>
        ))}
      </ul>
      {areas.map(({ name, operations }) => (
        <div key={name}>
          <p>
            <a href={`#${nameAnchor(name)}`}>{name}</a>
          </p>
          <ul>
            {operations.map(({ id, method, summary, isDeprecated }) => (
              <li key={id}>
                <a href={`#${id}`} className="entry">
                  <Method name={method} />
                  <span>
                    {summary}
                    {isDeprecated && <small> (deprecated)</small>}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p>
        <a href={`#${nameAnchor(webhookTitle)}`}>{webhookTitle}</a>
      </p>
    </nav>
  );
}
