import { isScope, scopeCatalog } from "../../contract/scopes.ts";
import { unusedScopeDays } from "../../contract/portal/usage.ts";
import { SectionCard } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { LinkButton } from "../ui/link.tsx";
import { ExactTime } from "../ui/relative-time.tsx";
import { unusedScopes as t } from "./strings.ts";

interface UnusedScopesProps {
  scopes: readonly { scope: string; lastUsedAt: string | null }[];
  /** Start of observation, while that is too recent to call scopes unused. */
  observedSince: string | null;
  /** Where to remove scopes; null without permission, or for a key that is revoked or expired. */
  editHref: string | null;
}

export function UnusedScopes({ scopes, observedSince, editHref }: UnusedScopesProps) {
  const action = scopes.length > 0 && editHref !== null && (
    <LinkButton size="sm" href={`${editHref}&remove=${scopes.map(({ scope }) => scope).join(",")}#scopes`}>
      {t.removeUnusedScopes(scopes.length)}
    </LinkButton>
  );
  return (
    <SectionCard
      title={t.title}
      description={t.description(unusedScopeDays)}
      actions={action === false ? undefined : action}
    >
      {scopes.length > 0 ? (
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {scopes.map(({ scope, lastUsedAt }) => (
            <li
              key={scope}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 text-sm"
            >
              <span>
                <Code>{scope}</Code>{" "}
                <span className="text-muted">{isScope(scope) ? scopeCatalog.get(scope)?.title : ""}</span>
              </span>
              <span className="text-muted">
                {lastUsedAt === null ? t.neverUsed : t.lastUsed(<ExactTime instant={lastUsedAt} time={false} />)}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">
          {observedSince === null
            ? t.allScopes
            : t.observedSince(<ExactTime instant={observedSince} time={false} />, unusedScopeDays)}
        </p>
      )}
    </SectionCard>
  );
}
