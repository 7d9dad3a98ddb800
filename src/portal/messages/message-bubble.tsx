import { Paperclip } from "lucide-react";
import type { ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { formatSize } from "../ui/format-size.ts";
import { useOrganization } from "../shell/account-context.tsx";
import { Button } from "../ui/button.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Bubble, Hidden, Parts } from "./bubble.tsx";
import { timeline as t } from "./lazy-strings.ts";
import { formatClockTime, formatPlanned, namePerson, useInvalidateConversations, type Message } from "./views.ts";

const ended: ReadonlySet<Message["status"]> = new Set(["undelivered", "bounced", "failed", "blocked"]);

const toneOf = ({ status, voidedAt }: Message) => {
  if (voidedAt !== null) return "void";
  return ended.has(status) ? "danger" : "plain";
};

export function MessageBubble({ message, isMixed }: { message: Message; isMixed: boolean }) {
  const { direction, contentVisible, subject, bodyText, attachments, optOutKeyword, occurredAt, channel } = message;
  return (
    <Bubble
      direction={direction}
      tone={toneOf(message)}
      meta={
        <Parts
          parts={[
            <time key="at" dateTime={occurredAt}>
              {formatClockTime(occurredAt)}
            </time>,
            isMixed ? t.channels[channel] : null,
            isMixed || direction === "outbound" ? nameSender(message) : null,
            describeStatus(message),
            message.voidReason === null ? null : t.voidedBecause(message.voidReason),
          ]}
        />
      }
      actions={<Cancel message={message} />}
    >
      {!contentVisible && <Hidden />}
      {subject !== null && <p className="mb-1 font-semibold wrap-anywhere">{subject}</p>}
      {contentVisible && <p className="wrap-anywhere whitespace-pre-line">{bodyText === "" ? t.noText : bodyText}</p>}
      {optOutKeyword !== null && (
        <Badge tone={optOutKeyword === "help" || optOutKeyword === "start" ? "info" : "danger"} className="mt-1.5">
          {t.keywords[optOutKeyword]}
        </Badge>
      )}
      <Attachments attachments={attachments} />
    </Bubble>
  );
}

/** Who wrote it: of an automatic one, why it was sent. */
function nameSender({ direction, from, createdBy, isAutomated, automation }: Message): string {
  if (direction === "inbound") return namePerson(from);
  if (automation !== null) return t.automations[automation];
  return isAutomated ? t.automatic : createdBy.name;
}

function describeStatus(message: Message): ReactNode {
  const { direction, status, sendAt, deferral, voidedAt } = message;
  if (voidedAt !== null) return t.voided;
  if (direction === "inbound") return null;
  if (status === "scheduled" && deferral !== null) return t.waitsUntil(formatPlanned(deferral.until));
  if (status === "scheduled" && sendAt !== null) return t.scheduledFor(formatPlanned(sendAt));
  if (!ended.has(status)) return t.statuses[status];
  const reason = describeReason(message);
  return (
    <span>
      <span className="font-medium text-danger">{t.statuses[status]}</span>
      {reason !== null && ` ${reason}`}
    </span>
  );
}

function describeReason({ failure, block }: Message): string | null {
  if (failure !== null) return t.failures[failure];
  return block === null ? null : t.blocks[block];
}

function Attachments({ attachments }: Pick<Message, "attachments">) {
  if (attachments.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1">
      {attachments.map(({ name, sizeBytes, contentType }, index) => (
        // Two files of one message may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex items-center gap-1.5 text-[0.8125rem] text-muted">
          <Paperclip aria-hidden className="size-3.5 shrink-0" />
          <span className="wrap-anywhere">{name ?? contentType}</span>
          <span className="shrink-0">{formatSize(sizeBytes)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Stops what was not sent yet. */
function Cancel({ message: { id, revision, availableTransitions } }: { message: Message }) {
  const trpc = useTRPC();
  const { can } = useOrganization();
  const cancel = useChange(trpc.messages.cancel.mutationOptions(), {
    successMessage: () => t.wasCancelled,
    invalidate: useInvalidateConversations(),
  });
  if (!availableTransitions.includes("cancelled") || !can("communications:send")) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={cancel.isPending}
      onClick={() => cancel.mutate({ messageId: id, expectedRevision: revision })}
    >
      {t.cancel}
    </Button>
  );
}
