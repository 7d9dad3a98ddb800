import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { inBackground } from "../client/background.ts";
import { useTRPC, type PortalOutputs } from "../client/trpc.ts";
import { RequestLine } from "../requests/request-line.tsx";
import { toneOfStatus } from "../requests/request-labels.ts";
import { useAccount, useOrganization } from "../shell/account-context.tsx";
import { SectionCard } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { CodeBlock } from "../ui/code-block.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { LinkButton, TextLink } from "../ui/link.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { formatDuration } from "../ui/format-duration.ts";
import { firstRequest as t } from "./strings.ts";

const pollMilliseconds = 3_000;

type LatestRequest = PortalOutputs["keys"]["listRequests"]["requests"][number] | null;

/**
 * The steps of a new organization until its first request has succeeded; the card shows the request as it arrives.
 *
 * @param hasKey whether the organization has a key
 */
export function FirstRequest({ hasKey }: { hasKey: boolean }) {
  const { twoFactorEnabled } = useAccount();
  const { href } = useOrganization();
  const request = useLatestRequest();
  const hasArrived = request !== null && request.status < 400;
  return (
    <SectionCard title={t.getStarted} description={t.getStartedDescription}>
      <ol className="grid gap-5">
        <Step
          isDone={twoFactorEnabled}
          title={t.setUpSecondFactor}
          action={
            <LinkButton size="sm" href="/account#second-factor">
              {t.setUp}
            </LinkButton>
          }
        >
          {t.creatingKeyRequiresOne}
        </Step>
        <Step
          isDone={hasKey}
          title={t.createApiKey}
          action={
            <LinkButton size="sm" variant={twoFactorEnabled ? "primary" : "secondary"} href={href("/credentials/new")}>
              {t.createKey}
            </LinkButton>
          }
        >
          {t.keyGivesOneIntegration}
        </Step>
        <Step isDone={hasArrived} title={t.sendRequest}>
          <p>{t.setCaseportApiKey}</p>
          <div className="mt-3 max-w-2xl">
            <CodeBlock
              title={t.firstRequestWithCurl}
              text={`curl -H "x-api-key: $CASEPORT_API_KEY" ${window.location.origin}/api/v1/me`}
              wrap
            />
          </div>
          <output className="mt-3 block">
            <Arrival request={request} />
          </output>
        </Step>
      </ol>
    </SectionCard>
  );
}

/** The newest request, fetched every few seconds while the page is visible and until one succeeds. */
function useLatestRequest(): LatestRequest {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { data } = useQuery(
    trpc.keys.listRequests.queryOptions(
      { limit: 1 },
      {
        trpc: inBackground,
        refetchInterval: ({ state }) => ((state.data?.requests[0]?.status ?? 500) < 400 ? false : pollMilliseconds),
      },
    ),
  );
  const request = data?.requests[0] ?? null;
  const hasArrived = request !== null && request.status < 400;
  useEffect(() => {
    if (hasArrived) void queryClient.invalidateQueries({ queryKey: trpc.overview.traffic.queryKey() });
  }, [hasArrived, queryClient, trpc]);
  return request;
}

function Arrival({ request }: { request: LatestRequest }) {
  const { href } = useOrganization();
  if (request === null) {
    return (
      <span className="flex items-center gap-2 text-muted">
        {t.waitingForRequest(<span aria-hidden className="size-2 rounded-full bg-accent motion-safe:animate-ping" />)}
      </span>
    );
  }
  const { method, route, status, durationMs, keyId, keyName, occurredAt, requestId } = request;
  return (
    <span className="grid gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={toneOfStatus(status)} className="tabular-nums">
          {status}
        </Badge>
        <RequestLine method={method} route={route} />
        <span className="text-muted">
          {t.with(
            formatDuration(durationMs),
            <TextLink href={href(`/credentials/${keyId}`)}>{keyName}</TextLink>,
            <RelativeTime instant={occurredAt} />,
          )}
        </span>
      </span>
      {status < 400 ? (
        <span className="font-semibold">{t.yourFirstRequestSucceeded}</span>
      ) : (
        <span>
          {t.requestWasRejected((text) => (
            <TextLink href={href(`/request-debugger?id=${encodeURIComponent(requestId)}`)}>{text}</TextLink>
          ))}
        </span>
      )}
    </span>
  );
}

interface StepProps {
  isDone: boolean;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Step({ isDone, title, action, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3 text-sm">
      <Icon aria-hidden className={cn("mt-0.5 size-5 shrink-0", isDone ? "text-success" : "text-muted")} />
      <div className="min-w-0 flex-1">
        <h3 className="font-semibold">
          {title}
          {isDone && <span className="sr-only">{t.done}</span>}
        </h3>
        <div className="text-muted">{children}</div>
        {!isDone && action !== undefined && <div className="mt-2">{action}</div>}
      </div>
    </li>
  );
}
