import type { PortalOutputs } from "../client/trpc.ts";
import { RequestLine } from "../requests/request-line.tsx";
import { idempotencyLabels, toneOfStatus } from "../requests/request-labels.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { ExactTime, RelativeTime } from "../ui/relative-time.tsx";
import { formatDuration } from "../usage/usage-figures.ts";
import { CheckStepList } from "./check-step-list.tsx";
import { findCureLink } from "./check-steps.ts";

type Answer = PortalOutputs["keys"]["explainRejection"];
type Explained = Extract<Answer, { found: true }>["requests"][number];

export function ExplainedRequest({ request }: { request: Explained }) {
  const { explanation, method, route, status, code, keyId } = request;
  const { slug } = useOrganization();
  const cure = findCureLink(explanation.cureLink, slug, keyId);
  return (
    <Card className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={toneOfStatus(status)}>
            {status}
            {code !== null && <span className="font-mono font-normal">{code}</span>}
          </Badge>
          <RequestLine method={method} route={route} />
        </p>
        <h2 className="mt-4 font-serif text-xl leading-snug font-semibold text-balance">{explanation.sentence}</h2>
        {explanation.cure !== null && <p className="mt-2 max-w-prose">{explanation.cure}</p>}
        {cure !== null && (
          <LinkButton variant="primary" href={cure.href} className="mt-4">
            {cure.label}
          </LinkButton>
        )}
        <div className="mt-6">
          <DescriptionList facts={listFacts(request, slug)} />
        </div>
      </div>
      <div>
        <h3 className="mb-3 text-[0.8125rem] font-semibold text-muted">Checks</h3>
        <CheckStepList refusedBy={explanation.check} />
      </div>
    </Card>
  );
}

function listFacts({ keyId, keyName, keyPrefix, occurredAt, scope, idempotency, durationMs, address }: Explained, slug: string) {
  return [
    [
      "Key",
      <>
        <TextLink href={`/o/${slug}/credentials/${keyId}`}>{keyName}</TextLink> <Code>{keyPrefix}</Code>
      </>,
    ],
    [
      "Time",
      <>
        <ExactTime instant={occurredAt} />, <RelativeTime instant={occurredAt} />
      </>,
    ],
    ["Required scope", scope === null ? "none" : <Code key="scope">{scope}</Code>],
    ["IP address", address],
    ["Duration", formatDuration(durationMs)],
    ...(idempotency === null ? [] : [["Idempotency", idempotencyLabels[idempotency][1]] as const]),
  ] as const;
}
