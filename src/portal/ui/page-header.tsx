import { ChevronRight } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { PlainLink } from "./link.tsx";
import { pageHeader as t } from "./strings.ts";

interface PageHeaderProps {
  /** The tab, for the document's title. */
  tab?: string | undefined;
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Breadcrumbs without this screen. */
  trail?: readonly { label: ReactNode; href: string }[];
  mark?: ReactNode;
}

/** Characters of a title that may be clipped, by which the whole is shown on hover. */
const longTitle = 60;

/** Exactly one per screen. */
export function PageHeader({ tab, title, description, actions, trail, mark }: PageHeaderProps) {
  const documentTitle = writeDocumentTitle([tab, title, ...(trail ?? []).map(({ label }) => label).toReversed()]);
  // The server knows no record's name.
  useEffect(() => {
    if (documentTitle !== null) document.title = documentTitle;
  }, [documentTitle]);
  return (
    <header className="mb-6 grid gap-2 sm:mb-8">
      {trail !== undefined && (
        <nav aria-label={t.breadcrumb}>
          <ol className="flex flex-wrap items-center gap-1 text-sm text-muted">
            {trail.map(({ label, href }, place) => (
              <li key={href} className="flex items-center gap-1">
                {place > 0 && <ChevronRight aria-hidden className="size-3.5" />}
                <PlainLink href={href} className="rounded py-0.5 hover:text-text hover:underline">
                  {label}
                </PlainLink>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1
              title={typeof title === "string" && title.length > longTitle ? title : undefined}
              className="line-clamp-3 font-serif text-[1.75rem] leading-tight font-semibold tracking-tight text-balance wrap-anywhere"
            >
              {title}
            </h1>
            {mark}
          </div>
          {description !== undefined && <div className="mt-1.5 max-w-prose text-pretty text-muted">{description}</div>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2.5">{actions}</div>}
      </div>
    </header>
  );
}

/** "Usage · Intake sync · API keys · Caseport"; null while the name loads. */
function writeDocumentTitle(parts: readonly ReactNode[]): string | null {
  const named = parts.filter((part) => part !== undefined);
  return named.every((part) => typeof part === "string") ? [...named, "Caseport"].join(" · ") : null;
}
