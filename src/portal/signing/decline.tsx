"use client";

import { useId, useState } from "react";
import { DangerButton, inputLook, Labeled, PlainButton, QuietButton } from "./parts.tsx";
import { useWords } from "./words.tsx";

interface DeclineProps {
  /** Whether the recipient wants to sign on paper, which they may instead of agreeing to sign electronically. */
  onPaper: boolean;
  isBusy: boolean;
  onDecline: (given: { reason?: string; onPaper: boolean }) => void;
}

/** A way out that says what it does before it is taken. */
export function Decline({ onPaper, isBusy, onDecline }: DeclineProps) {
  const words = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  if (!isOpen)
    return (
      <QuietButton className="justify-self-start" onClick={() => setOpen(true)}>
        {onPaper ? words.review.paper : words.decline.open}
      </QuietButton>
    );
  return (
    <section aria-labelledby={id} className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="font-serif text-lg font-semibold">
        {onPaper ? words.decline.paperTitle : words.decline.title}
      </h2>
      <p>{onPaper ? words.decline.paperText : words.decline.text}</p>
      <Labeled id={`${id}-reason`} label={words.decline.reason} note={words.sign.optional}>
        <textarea
          id={`${id}-reason`}
          rows={3}
          maxLength={1_000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          className={inputLook}
        />
      </Labeled>
      <div className="flex flex-wrap gap-2">
        <DangerButton
          busy={isBusy}
          onClick={() => onDecline({ onPaper, ...(reason.trim() !== "" && { reason: reason.trim() }) })}
        >
          {onPaper ? words.decline.paperSubmit : words.decline.submit}
        </DangerButton>
        <PlainButton onClick={() => setOpen(false)}>{words.decline.cancel}</PlainButton>
      </div>
    </section>
  );
}
