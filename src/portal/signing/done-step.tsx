"use client";

import { useEffect } from "react";
import type { SigningView } from "../../areas/esign/signing/schema.ts";
import { downloadPath } from "./door.ts";
import { LinkButton, PlainButton, StepHeading } from "./parts.tsx";
import { RequestHeader } from "./review-step.tsx";
import { useWords } from "./words.tsx";

interface DoneStepProps {
  view: SigningView;
  onPoll: () => void;
  onLeave: () => void;
  isBusy: boolean;
}

const pollMilliseconds = 2_000;

/** After signing, and for those who get a copy: what happens next, and the sealed files once they are there. */
export function DoneStep({ view, onPoll, onLeave, isBusy }: DoneStepProps) {
  const words = useWords().done;
  const { status, downloads, recipient, firm } = view;
  const hasSigned = recipient.signedAt !== null;
  const isSealing = status === "sealing";
  useEffect(() => {
    if (!isSealing) return undefined;
    const timer = setInterval(onPoll, pollMilliseconds);
    return () => clearInterval(timer);
  }, [isSealing, onPoll]);
  return (
    <>
      <StepHeading>{hasSigned ? words.title : words.copyTitle}</StepHeading>
      <p role="status" className="rounded-md border border-success/40 bg-success-soft px-4 py-3">
        {describeProgress(words, status, hasSigned ? null : firm)}
      </p>
      <RequestHeader view={view} />
      {downloads.length > 0 && (
        <section aria-labelledby="copies" className="grid gap-2">
          <h2 id="copies" className="font-serif text-xl font-semibold">
            {words.copies}
          </h2>
          <ul className="grid gap-1">
            {downloads.map(({ key, name }) => (
              <li key={key}>
                <LinkButton href={downloadPath(key)} download className="wrap-anywhere">
                  {words.download(key === "certificate" ? words.certificate : name)}
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PlainButton busy={isBusy} onClick={onLeave}>
        {words.close}
      </PlainButton>
    </>
  );
}

type DoneWords = ReturnType<typeof useWords>["done"];

/** @param copyFrom the firm, for those who get a copy and have signed nothing */
function describeProgress(words: DoneWords, status: SigningView["status"], copyFrom: string | null): string {
  if (copyFrom !== null) return words.copyIntro(copyFrom);
  const said = { sent: words.waiting, sealing: words.sealing, completed: words.completed };
  return said[status];
}
