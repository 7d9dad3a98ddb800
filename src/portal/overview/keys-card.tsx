import type { ReactNode } from "react";
import { unusedScopeDays } from "../../contract/portal/usage.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { CardLine, CardList } from "./card-list.tsx";
import type { Cards } from "./overview-figures.ts";
import { keysCard as t } from "./strings.ts";

type KeysInNeed = NonNullable<Cards["keys"]>;
type NeedReason = KeysInNeed["keys"][number]["reasons"][number];

export function KeysCard({ needs: { keys, total } }: { needs: KeysInNeed }) {
  const { href } = useOrganization();
  const others = total - keys.length;
  return (
    <CardList title={t.keysToReview} all={{ label: t.allKeys, href: href("/credentials") }} empty={t.keysToReviewEmpty}>
      {[
        ...keys.map((key) => (
          <li key={key.keyId} className="py-2.5 first:pt-0 last:pb-0">
            <TextLink
              href={href(`/credentials/${key.keyId}`)}
              className="inline-block py-0.5 font-semibold wrap-anywhere"
            >
              {key.name}
            </TextLink>
            <ul className="mt-0.5 grid gap-0.5 text-muted">
              {key.reasons.map((reason) => (
                <Need key={reason.kind} reason={reason} base={href(`/credentials/${key.keyId}`)} name={key.name} />
              ))}
            </ul>
          </li>
        )),
        ...(others > 0 ? [<CardLine key="others">{t.moreKeysToReview(others)}</CardLine>] : []),
      ]}
    </CardList>
  );
}

function Need({ reason, base, name }: { reason: NeedReason; base: string; name: string }) {
  const { sentence, cure } = explainNeed(reason);
  return (
    <li className="flex items-baseline justify-between gap-x-4">
      <span>{sentence}</span>
      <TextLink href={`${base}${cure.query}`} className="shrink-0 py-0.5">
        {cure.label}
        <span className="sr-only">{t.of(name)}</span>
      </TextLink>
    </li>
  );
}

interface Explained {
  sentence: ReactNode;
  cure: { label: string; query: string };
}

function explainNeed(reason: NeedReason): Explained {
  switch (reason.kind) {
    case "misconfigured":
      return {
        sentence: t.requestsThatNeedActing(reason.actingAttorneyName),
        cure: { label: t.chooseAttorney, query: "?choose=attorney" },
      };
    case "expiring":
      return { sentence: t.expires(<RelativeTime instant={reason.expiresAt} />), cure: { label: t.extend, query: "" } };
    case "pending_scopes":
      return {
        sentence: t.waitsForDecision(reason.count),
        cure: { label: t.viewRequest, query: "" },
      };
    case "unused":
      return {
        sentence: reason.lastUsedAt === null ? t.neverUsed : t.lastUsed(<RelativeTime instant={reason.lastUsedAt} />),
        cure: { label: t.viewKey, query: "" },
      };
    default:
      return {
        sentence: t.notUsedInLast(reason.count, unusedScopeDays),
        cure: { label: t.viewScopes, query: "?tab=usage" },
      };
  }
}
