import type { ReactNode } from "react";
import { unusedScopeDays } from "../../contract/portal/usage.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { CardLine, CardList } from "./card-list.tsx";
import type { Cards } from "./overview-figures.ts";
import { plural } from "../ui/plural.ts";

type KeysInNeed = NonNullable<Cards["keys"]>;
type NeedReason = KeysInNeed["keys"][number]["reasons"][number];

export function KeysCard({ needs: { keys, total } }: { needs: KeysInNeed }) {
  const { href } = useOrganization();
  const others = total - keys.length;
  return (
    <CardList title="Keys that need attention" all={{ label: "All keys", href: href("/credentials") }} empty="No key needs attention: none expires soon, lacks an attorney or is unused.">
      {[
        ...keys.map((key) => (
          <li key={key.keyId} className="py-2.5 first:pt-0 last:pb-0">
            <TextLink href={href(`/credentials/${key.keyId}`)} className="inline-block py-0.5 font-semibold wrap-anywhere">
              {key.name}
            </TextLink>
            <ul className="mt-0.5 grid gap-0.5 text-muted">
              {key.reasons.map((reason) => (
                <Need key={reason.kind} reason={reason} base={href(`/credentials/${key.keyId}`)} name={key.name} />
              ))}
            </ul>
          </li>
        )),
        ...(others > 0 ? [<CardLine key="others">{plural(others, "One more key needs attention.", "# more keys need attention.")}</CardLine>] : []),
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
        <span className="sr-only"> of {name}</span>
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
        sentence: <>Requests that need an acting attorney fail{reason.actingAttorneyName === null ? "." : `: ${reason.actingAttorneyName} is deactivated.`}</>,
        cure: { label: "Choose attorney", query: "?choose=attorney" },
      };
    case "expiring":
      return { sentence: <>Expires <RelativeTime instant={reason.expiresAt} />.</>, cure: { label: "Extend", query: "" } };
    case "pending_scopes":
      return {
        sentence: plural(reason.count, "Waits for a decision on one elevated scope.", "Waits for a decision on # elevated scopes."),
        cure: { label: "View request", query: "" },
      };
    case "unused":
      return { sentence: reason.lastUsedAt === null ? "Never used." : <>Last used <RelativeTime instant={reason.lastUsedAt} />.</>, cure: { label: "View key", query: "" } };
    default:
      return {
        sentence: `${plural(reason.count, "One scope", "# scopes")} not used in the last ${unusedScopeDays} days.`,
        cure: { label: "View scopes", query: "?tab=usage" },
      };
  }
}
