import { PhoneIncoming, PhoneOutgoing } from "lucide-react";
import { Bubble, Parts } from "./bubble.tsx";
import { timeline as t } from "./lazy-strings.ts";
import { formatAddress, formatClockTime, type Call } from "./views.ts";

const icons = { inbound: PhoneIncoming, outbound: PhoneOutgoing } as const;

/** "2 min 5 s", without what is none. */
const formatDuration = (seconds: number) =>
  [
    ...(seconds < 60 ? [] : [t.minutes(Math.floor(seconds / 60))]),
    ...(seconds % 60 === 0 ? [] : [t.seconds(seconds % 60)]),
  ].join(" ");

export function CallBubble({ call }: { call: Call }) {
  const { direction, status, party, startedAt, durationSeconds, disposition, summary, documentIds, voidedAt } = call;
  const Icon = icons[direction];
  const by = party.name ?? (party.number === null ? null : formatAddress(party.number));
  return (
    <Bubble
      direction={direction}
      tone={voidedAt === null ? "plain" : "void"}
      meta={
        <Parts
          parts={[
            <time key="at" dateTime={startedAt}>
              {formatClockTime(startedAt)}
            </time>,
            direction === "inbound" ? by : call.createdBy.name,
            disposition === null ? null : t.dispositions[disposition],
            documentIds.length === 0 ? null : t.recordings(documentIds.length),
            voidedAt === null ? null : t.voided,
          ]}
        />
      }
    >
      <p className="flex items-center gap-2 font-medium">
        <Icon aria-hidden className="size-4 shrink-0" />
        {t.call}
        <span className="font-normal text-muted">
          {durationSeconds === null || durationSeconds === 0 ? t.callStatuses[status] : formatDuration(durationSeconds)}
        </span>
      </p>
      {summary !== null && <p className="mt-1 wrap-anywhere whitespace-pre-line">{summary}</p>}
    </Bubble>
  );
}
