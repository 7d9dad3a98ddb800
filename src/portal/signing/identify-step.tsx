"use client";

import { useState } from "react";
import type { LinkView, SigningView } from "../../areas/esign/signing/schema.ts";
import { post } from "./door.ts";
import { describeFailure, statusOf } from "./failures.ts";
import { describedBy, inputLook, Labeled, PlainButton, PrimaryButton, Problem, StepHeading } from "./parts.tsx";
import type { SigningStrings } from "./strings.ts";
import { useWords } from "./words.tsx";

interface IdentifyStepProps {
  token: string;
  link: LinkView;
  onBegun: (view: SigningView) => void;
  onGone: () => void;
}

type Trouble = { kind: "missing" | "wrong" | "locked" | "noTexts" } | { kind: "failed"; text: string } | null;

/** Before the documents: whose request it is, and a code or passcode where the recipient has one. */
export function IdentifyStep({ token, link, onBegun, onGone }: IdentifyStepProps) {
  const words = useWords();
  const [code, setCode] = useState("");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble>(null);
  const [isBusy, setBusy] = useState(false);
  const { authentication, firm } = link;
  const asksForCode = authentication === "passcode" || sentTo !== null;
  const attempt = async (work: () => Promise<void>, conflict: "locked" | "noTexts") => {
    setBusy(true);
    setTrouble(null);
    try {
      await work();
    } catch (error) {
      const status = statusOf(error);
      if (status === 404) onGone();
      else if (status === 403) setTrouble({ kind: "wrong" });
      else if (status === 409) setTrouble({ kind: conflict });
      else setTrouble({ kind: "failed", text: describeFailure(words, error) });
    } finally {
      setBusy(false);
    }
  };
  const begin = () =>
    attempt(async () => {
      onBegun(await post<SigningView>("begin", { token, ...(asksForCode && { code: code.trim() }) }));
    }, "locked");
  const sendCode = () =>
    attempt(async () => {
      const { maskedAddress } = await post<{ maskedAddress: string }>("code", { token });
      setSentTo(maskedAddress);
      setCode("");
    }, "noTexts");
  const submit = () => {
    if (code.trim() === "") setTrouble({ kind: "missing" });
    else void begin();
  };
  const isLocked = trouble?.kind === "locked";
  const sendsCode = authentication === "email_code" || authentication === "text_code";
  return (
    <>
      <StepHeading>{words.identify.title(firm)}</StepHeading>
      <p>{words.identify.intro}</p>
      {isLocked && <Problem>{words.identify.locked}</Problem>}
      {trouble?.kind === "noTexts" && <Problem>{words.identify.noTexts}</Problem>}
      {trouble?.kind === "failed" && <Problem>{trouble.text}</Problem>}
      {authentication === "none" && (
        <PrimaryButton busy={isBusy} onClick={() => void begin()}>
          {words.identify.start}
        </PrimaryButton>
      )}
      {sendsCode && !isLocked && (
        <SendCode
          maskedAddress={link.maskedAddress ?? ""}
          sentTo={sentTo}
          isBusy={isBusy}
          onSend={() => void sendCode()}
        />
      )}
      {asksForCode && !isLocked && (
        <CodeForm
          by={authentication}
          code={code}
          onCode={setCode}
          fault={describeTrouble(words, trouble)}
          isBusy={isBusy}
          onSubmit={submit}
        />
      )}
    </>
  );
}

function describeTrouble(words: SigningStrings, trouble: Trouble): string | undefined {
  return trouble?.kind === "missing" || trouble?.kind === "wrong" ? words.identify[trouble.kind] : undefined;
}

interface SendCodeProps {
  maskedAddress: string;
  /** null before the first code. */
  sentTo: string | null;
  isBusy: boolean;
  onSend: () => void;
}

function SendCode({ maskedAddress, sentTo, isBusy, onSend }: SendCodeProps) {
  const words = useWords().identify;
  return (
    <>
      <p role="status">{sentTo === null ? words.codeIntro(maskedAddress) : words.codeSent(sentTo)}</p>
      {sentTo === null ? (
        <PrimaryButton busy={isBusy} onClick={onSend}>
          {words.sendCode}
        </PrimaryButton>
      ) : (
        <PlainButton busy={isBusy} onClick={onSend}>
          {words.sendAgain}
        </PlainButton>
      )}
    </>
  );
}

interface CodeFormProps {
  by: LinkView["authentication"];
  code: string;
  onCode: (code: string) => void;
  fault: string | undefined;
  isBusy: boolean;
  onSubmit: () => void;
}

function CodeForm({ by, code, onCode, fault, isBusy, onSubmit }: CodeFormProps) {
  const words = useWords().identify;
  const isPasscode = by === "passcode";
  const codeLabel = by === "text_code" ? words.textedCode : words.code;
  const hint = isPasscode ? words.passcodeHint : words.codeHint;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Labeled id="code" label={isPasscode ? words.passcode : codeLabel} hint={hint} fault={fault}>
        <input
          id="code"
          inputMode={isPasscode ? "text" : "numeric"}
          autoComplete={isPasscode ? "off" : "one-time-code"}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={64}
          value={code}
          aria-required
          aria-invalid={fault !== undefined}
          aria-describedby={describedBy("code", hint, fault)}
          onChange={({ target }) => onCode(target.value)}
          className={inputLook}
        />
      </Labeled>
      {/* A screen reader reads the fault when it appears. */}
      <p role="alert" className="sr-only">
        {fault}
      </p>
      <PrimaryButton submits busy={isBusy}>
        {words.start}
      </PrimaryButton>
    </form>
  );
}
