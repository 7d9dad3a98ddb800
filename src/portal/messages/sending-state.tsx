import { CircleCheck, Clock } from "lucide-react";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import type { PortalOutputs } from "../client/trpc.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { later } from "../ui/feedback/later.tsx";
import { LinkButton } from "../ui/link.tsx";
import type { Channel } from "./composer-values.ts";
import { sendingState as t, timeline } from "./lazy-strings.ts";
import { formatPlanned, type Person } from "./views.ts";

const ConsentDialog = later(() => import("./consent-dialog.tsx").then((file) => file.ConsentDialog));

type Preview = PortalOutputs["messages"]["preview"]["preview"];

interface SendingStateProps {
  preview: Preview | undefined;
  error: unknown;
  person: Person | null;
  channel: Channel;
}

/** Whether it may be sent, when, and as how many texts; else why not, and the way out. */
export function SendingState({ preview, error }: Pick<SendingStateProps, "preview" | "error">) {
  if (preview === undefined)
    return error === null ? null : <p className="text-sm text-danger">{readError(error).message}</p>;
  return (
    <output className="block text-sm">
      {preview.maySend ? <Going preview={preview} /> : <Blocked preview={preview} />}
    </output>
  );
}

/** What the person agreed to, and the way to record it. */
export function ConsentButton({ preview, person, channel }: Omit<SendingStateProps, "error">) {
  const [isOpen, setOpen] = useState(false);
  if (person === null) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{preview?.block === "no_consent" ? t.recordConsent : t.viewConsent}</Button>
      {isOpen && <ConsentDialog person={person} channel={channel} onClose={() => setOpen(false)} />}
    </>
  );
}

function Going({ preview: { segments, deferral, sendAt } }: { preview: Preview }) {
  const isLater = deferral !== null || (sendAt !== null && Date.parse(sendAt) > Date.now() + 60_000);
  const Icon = isLater ? Clock : CircleCheck;
  return (
    <span className="flex items-start gap-2 text-muted">
      <Icon aria-hidden className={isLater ? "mt-0.5 size-4 text-warning" : "mt-0.5 size-4 text-success"} />
      <span>
        {segments !== null && `${t.segments(segments)} `}
        {describeTime({ deferral, sendAt, isLater })}
      </span>
    </span>
  );
}

function describeTime({
  deferral,
  sendAt,
  isLater,
}: Pick<Preview, "deferral" | "sendAt"> & { isLater: boolean }): string {
  if (deferral !== null) return t.deferred(formatPlanned(deferral.until));
  return isLater && sendAt !== null ? t.scheduled(formatPlanned(sendAt)) : t.atOnce;
}

function Blocked({ preview: { block, message } }: { preview: Preview }) {
  const { href, can } = useOrganization();
  if (block === null)
    return (
      <Banner
        tone="warning"
        title={t.notConfigured}
        actions={
          can("communications:manage") ? (
            <LinkButton size="sm" href={href("/settings/communications")}>
              {t.openSettings}
            </LinkButton>
          ) : undefined
        }
      >
        {message}
      </Banner>
    );
  return (
    <Banner tone="warning" title={timeline.blocks[block]}>
      {t.waysOut[block]}
    </Banner>
  );
}
