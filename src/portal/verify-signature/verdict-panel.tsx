import { Check, Minus, X } from "lucide-react";
import type { Ref } from "react";
import { Banner } from "../ui/feedback/banner.tsx";
import { Card } from "../ui/card.tsx";
import { cn } from "../ui/class-names.ts";
import { verdictPanel as t } from "./strings.ts";
import { listFindings, formatOutcome, type Finding } from "./verdict-labels.ts";
import type { Verdict } from "./verify-message.ts";

const looks = {
  good: [Check, "border-success/40 bg-success-soft text-success", t.passed],
  bad: [X, "border-danger bg-danger text-on-danger", t.failed],
  unknown: [Minus, "border-line bg-sunken text-muted", t.notChecked],
} as const satisfies Record<Finding["state"], unknown>;

export function VerdictPanel({ verdict, headingRef }: { verdict: Verdict; headingRef: Ref<HTMLHeadingElement> }) {
  const { tone, title, sentence } = formatOutcome(verdict);
  return (
    <section aria-labelledby="verdict" className="grid gap-4">
      <h2 ref={headingRef} id="verdict" tabIndex={-1} className="scroll-mt-20 text-base font-semibold outline-none!">
        {t.result}
      </h2>
      <Banner tone={tone} title={title}>
        {sentence}
      </Banner>
      <Card>
        <ul aria-label={t.checks} className="grid gap-5">
          {listFindings(verdict).map((finding) => (
            <Found key={finding.check} finding={finding} />
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Found({ finding: { check, state, sentence, hints } }: { finding: Finding }) {
  const [Icon, look, word] = looks[state];
  return (
    <li className="flex gap-3 text-sm leading-5">
      <span aria-hidden className={cn("grid size-6 shrink-0 place-items-center rounded-full border", look)}>
        <Icon className="size-3.5" strokeWidth={2.5} />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className={cn("font-semibold", state === "bad" && "text-danger")}>
          {check}
          <span className="sr-only">: {word}</span>
        </p>
        <p className="mt-0.5 max-w-prose wrap-anywhere">{sentence}</p>
        {hints !== undefined && (
          <>
            <p className="mt-2 text-muted">{t.commonCauses}</p>
            <ul className="mt-1 grid max-w-prose list-disc gap-1 pl-5 text-muted">
              {hints.map((hint) => (
                <li key={hint}>{hint}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </li>
  );
}
