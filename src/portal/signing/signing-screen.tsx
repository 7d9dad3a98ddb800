"use client";

import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import type { LinkView, SigningView } from "../../areas/esign/signing/schema.ts";
import { localeNames, locales, type Locale } from "../client/pick-locale.ts";
import { DoorError, post, readSession, type SentFault } from "./door.ts";
import { DoneStep } from "./done-step.tsx";
import { describeFailure, statusOf } from "./failures.ts";
import { IdentifyStep } from "./identify-step.tsx";
import { PlainButton, Problem, StepHeading } from "./parts.tsx";
import { ReviewStep } from "./review-step.tsx";
import { SignStep, type Submission } from "./sign-step.tsx";
import { signingStrings } from "./strings.ts";
import { useWords, WordsContext } from "./words.tsx";

type Step =
  | { kind: "loading" }
  | { kind: "gone" }
  | { kind: "ended" }
  | { kind: "left" }
  | { kind: "failed"; text: string }
  | { kind: "declined"; firm: string; onPaper: boolean }
  | { kind: "link"; token: string; link: LinkView }
  | { kind: "session"; view: SigningView };

const page = "/sign";
/** A session ends after 30 minutes: while somebody fills in fields, it is read every five. */
const keepAliveMilliseconds = 300_000;

/** The page on which a recipient reads, agrees and signs, from their link to their copy. */
export function SigningScreen({ initial }: { initial: Locale }) {
  const [locale, setLocale] = useState(initial);
  const [step, setStep] = useState<Step>({ kind: "loading" });
  const words = signingStrings[locale];
  useEffect(() => {
    document.documentElement.lang = locale;
  }, [locale]);
  const load = useCallback(async () => {
    setStep({ kind: "loading" });
    const token = window.location.pathname.slice(page.length + 1);
    try {
      const found = token === "" ? await readSession<SigningView>() : await post<LinkView>("look", { token });
      // The language of the request, until its reader chooses another.
      setLocale(found.language);
      setStep("title" in found ? { kind: "session", view: found } : { kind: "link", token, link: found });
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) setStep({ kind: "gone" });
      else if (status === 401) setStep({ kind: "ended" });
      else setStep({ kind: "failed", text: describeFailure(words, error) });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- texts of another language do not load the page again
  }, []);
  useEffect(() => void load(), [load]);
  return (
    <WordsContext value={words}>
      <div lang={locale} className="signing mx-auto flex min-h-dvh w-full max-w-2xl flex-col px-4">
        <a href="#content" className="skip">
          {words.skip}
        </a>
        <Header locale={locale} onLocale={setLocale} firm={firmOf(step)} />
        <main id="content" className="grid content-start gap-6 py-6">
          <noscript>{words.noScript}</noscript>
          <CurrentStep step={step} onStep={setStep} onReload={() => void load()} />
        </main>
        <footer className="mt-auto border-t border-line py-5 text-sm text-muted">{words.brandNote}</footer>
      </div>
    </WordsContext>
  );
}

function firmOf(step: Step): string | null {
  if (step.kind === "link") return step.link.firm;
  if (step.kind === "session") return step.view.firm;
  return step.kind === "declined" ? step.firm : null;
}

interface HeaderProps {
  locale: Locale;
  onLocale: (locale: Locale) => void;
  firm: string | null;
}

function Header({ locale, onLocale, firm }: HeaderProps) {
  const words = useWords();
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 border-b border-line py-2">
      <p className="py-2 font-serif text-lg font-semibold wrap-anywhere">{firm ?? " "}</p>
      {locales
        .filter((each) => each !== locale)
        .map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            onClick={() => onLocale(each)}
            className="-mx-2 min-h-11 cursor-pointer rounded px-2 text-accent underline underline-offset-2"
          >
            <span lang={locale} className="sr-only">
              {words.language}:{" "}
            </span>
            {localeNames[each]}
          </button>
        ))}
    </header>
  );
}

interface CurrentStepProps {
  step: Step;
  onStep: (step: Step) => void;
  onReload: () => void;
}

function CurrentStep({ step, onStep, onReload }: CurrentStepProps) {
  const words = useWords();
  switch (step.kind) {
    case "loading":
      return <p role="status">{words.loading}</p>;
    case "link":
      return (
        <IdentifyStep
          token={step.token}
          link={step.link}
          onBegun={(view) => {
            // The session goes on without the link, whose token leaves the address and the history.
            window.history.replaceState(null, "", page);
            onStep({ kind: "session", view });
          }}
          onGone={() => onStep({ kind: "gone" })}
        />
      );
    case "session":
      return <Session view={step.view} onStep={onStep} />;
    case "failed":
      return (
        <Notice title={words.failed.title} text={words.failed.text}>
          <Problem>{step.text}</Problem>
          <PlainButton onClick={onReload}>{words.failed.again}</PlainButton>
        </Notice>
      );
    case "declined":
      return (
        <Notice
          title={step.onPaper ? words.decline.paperDoneTitle : words.decline.doneTitle}
          text={words.decline.doneText(step.firm)}
        />
      );
    case "left":
      return <Notice title={words.left.title} text={words.left.text} />;
    default:
      return (
        <Notice title={words[step.kind].title} text={words[step.kind].text}>
          <p>{words[step.kind].remedy}</p>
        </Notice>
      );
  }
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <StepHeading>{title}</StepHeading>
      <p>{text}</p>
      {children}
    </>
  );
}

function Session({ view, onStep }: { view: SigningView; onStep: (step: Step) => void }) {
  const words = useWords();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [faults, setFaults] = useState<readonly SentFault[]>([]);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    setFaults([]);
    try {
      await work();
    } catch (error) {
      if (statusOf(error) === 401) onStep({ kind: "ended" });
      else if (error instanceof DoorError && error.status === 400) setFaults(error.faults);
      // Somebody else has ended the request meanwhile.
      else if (statusOf(error) === 409) onStep({ kind: "gone" });
      else setProblem(describeFailure(words, error));
    } finally {
      setBusy(false);
    }
  };
  const show = (shown: SigningView) => onStep({ kind: "session", view: shown });
  const decline = (given: { reason?: string; onPaper: boolean }) =>
    void attempt(async () => {
      await post("decline", given);
      onStep({ kind: "declined", firm: view.firm, onPaper: given.onPaper });
    });
  const poll = useCallback(() => {
    // A poll that fails is followed by the next one.
    readSession<SigningView>().then(
      (shown) => onStep({ kind: "session", view: shown }),
      () => undefined,
    );
  }, [onStep]);
  const hasToSign = view.recipient.role === "signer" && view.recipient.signedAt === null;
  useKeepAlive(hasToSign);
  if (!hasToSign)
    return (
      <DoneStep
        view={view}
        onPoll={poll}
        isBusy={isBusy}
        onLeave={() =>
          void attempt(async () => {
            await post("leave", {});
            onStep({ kind: "left" });
          })
        }
      />
    );
  if (view.consentedAt === null)
    return (
      <ReviewStep
        view={view}
        isBusy={isBusy}
        problem={problem}
        onAgree={(consentTextId) =>
          void attempt(async () => show(await post<SigningView>("consent", { consentTextId })))
        }
        onDecline={decline}
      />
    );
  return (
    <SignStep
      view={view}
      isBusy={isBusy}
      problem={problem}
      sentFaults={faults}
      onSubmit={(submission: Submission) => void attempt(async () => show(await post<SigningView>("sign", submission)))}
      onDecline={decline}
    />
  );
}

/** Reads the session now and then while somebody types, so that it does not end under their hands. */
function useKeepAlive(isOn: boolean): void {
  const last = useRef(0);
  useEffect(() => {
    if (!isOn) return undefined;
    last.current = Date.now();
    const noteActivity = () => {
      if (Date.now() - last.current < keepAliveMilliseconds) return;
      last.current = Date.now();
      void readSession().catch(() => undefined);
    };
    const kinds = ["input", "pointerdown", "keydown"] as const;
    for (const kind of kinds) document.addEventListener(kind, noteActivity);
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, noteActivity);
    };
  }, [isOn]);
}
