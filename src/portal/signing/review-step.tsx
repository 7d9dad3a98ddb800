"use client";

import type { SigningView } from "../../areas/esign/signing/schema.ts";
import { Decline } from "./decline.tsx";
import { DocumentList, useDocumentList } from "./document-list.tsx";
import { localeOf } from "./locale-of.ts";
import { PrimaryButton, Problem, StepHeading } from "./parts.tsx";
import { useWords } from "./words.tsx";

interface ReviewStepProps {
  view: SigningView;
  isBusy: boolean;
  problem: string | null;
  onAgree: (consentTextId: string) => void;
  onDecline: (given: { reason?: string; onPaper: boolean }) => void;
}

/**
 * The documents, and then the question whether to sign electronically: whoever answers has seen that their device shows
 * the first page (15 U.S.C. § 7001(c)(1)(C)(ii)).
 */
export function ReviewStep({ view, isBusy, problem, onAgree, onDecline }: ReviewStepProps) {
  const words = useWords();
  const list = useDocumentList();
  const consent = view.consents.find(({ language }) => language === localeOf(words)) ?? view.consents[0];
  return (
    <>
      <StepHeading>{words.review.title}</StepHeading>
      <RequestHeader view={view} />
      <DocumentList documents={view.documents} {...list} />
      {consent !== undefined && (
        <section aria-labelledby="consent" className="grid gap-3">
          <h2 id="consent" className="font-serif text-xl font-semibold">
            {words.review.consentTitle}
          </h2>
          <p>{words.review.canRead}</p>
          <div
            lang={consent.language}
            role="region"
            aria-label={consent.title}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keyboard
            tabIndex={0}
            className="max-h-80 overflow-y-auto rounded-md border border-edge bg-surface p-4 text-[0.9375rem]"
          >
            <h3 className="mb-2 font-semibold">{consent.title}</h3>
            <p className="whitespace-pre-line wrap-anywhere">{consent.body}</p>
          </div>
          {problem !== null && <Problem>{problem}</Problem>}
          <PrimaryButton busy={isBusy} onClick={() => onAgree(consent.id)}>
            {words.review.agree}
          </PrimaryButton>
        </section>
      )}
      <Decline onPaper isBusy={isBusy} onDecline={onDecline} />
    </>
  );
}

/** From whom, for whom, and what the firm writes. */
export function RequestHeader({ view }: { view: SigningView }) {
  const words = useWords().review;
  const { firm, title, message, recipient } = view;
  return (
    <div className="grid gap-2">
      <p className="text-lg font-semibold wrap-anywhere">{title}</p>
      <p className="text-muted wrap-anywhere">
        {words.from(firm)}
        <br />
        {words.forYou(recipient.name)}
        {recipient.signsFor !== null && (
          <>
            <br />
            {words.signsFor(recipient.signsFor)}
          </>
        )}
      </p>
      {message !== null && (
        <section aria-label={words.message} className="rounded-md border-l-4 border-accent bg-accent-soft px-4 py-3">
          <p className="whitespace-pre-line wrap-anywhere">{message}</p>
        </section>
      )}
    </div>
  );
}
