import { useState } from "react";
import type { Attempt } from "../../../areas/webhooks/schema.ts";
import { formatMoment } from "../../requests/request-labels.ts";
import { Badge } from "../../ui/feedback/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatInstant } from "../../ui/relative-time.tsx";
import { formatDuration } from "../../ui/format-duration.ts";
import { describeOutcome } from "../webhook-labels.ts";
import { attemptList as t } from "./strings.ts";

const shownAtFirst = 2;

export function AttemptList({ attempts, attemptCount }: { attempts: readonly Attempt[]; attemptCount: number }) {
  const [isWhole, setWhole] = useState(false);
  if (attempts.length === 0) return <p className="text-sm text-muted">{t.noAttemptsYet}</p>;
  const shown = isWhole ? attempts : attempts.slice(-shownAtFirst);
  return (
    <>
      <ol className="grid gap-3">
        {shown.toReversed().map((attempt) => (
          <li key={attempt.number}>
            <AttemptItem attempt={attempt} />
          </li>
        ))}
      </ol>
      {shown.length < attempts.length && (
        <Button size="sm" variant="ghost" className="mt-2 -ml-3" onClick={() => setWhole(true)}>
          {t.showAll(attempts.length)}
        </Button>
      )}
      {isWhole && attemptCount > attempts.length && (
        <p className="mt-2 text-sm text-muted">{t.latestOfAreKept(attempts.length, attemptCount)}</p>
      )}
    </>
  );
}

export function AttemptItem({ attempt }: { attempt: Attempt }) {
  const { number, round, startedAt, durationMilliseconds, outcome, answer } = attempt;
  const { title, sentence, cure } = describeOutcome(attempt);
  const isFine = outcome === "succeeded";
  return (
    <div className="grid gap-2 rounded-lg border border-line p-3.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isFine ? "success" : "danger"}>{title}</Badge>
        <span className="text-muted">
          {t.attempt(number)}
          {round > 1 && t.round(round)} ·{" "}
          <time dateTime={startedAt} title={formatInstant(startedAt)}>
            {formatMoment(startedAt)}
          </time>{" "}
          · {formatDuration(durationMilliseconds)}
        </span>
      </div>
      {!isFine && (
        <p className="max-w-prose">
          {sentence} {cure !== null && <span className="text-muted">{cure}</span>}
        </p>
      )}
      {answer !== null && answer !== "" && <ResponseBody text={answer} />}
    </div>
  );
}

function ResponseBody({ text }: { text: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="text-[0.8125rem] text-muted">{t.startOfResponse}</figcaption>
      {/* Safari scrolls by keyboard only what is focusable (WCAG 2.1.1). */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div
        role="group"
        aria-label={t.startOfResponse}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-md bg-sunken px-3 py-2"
      >
        <pre className="font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </div>
    </figure>
  );
}
