import { Check, Minus, X } from "lucide-react";
import type { ReactNode } from "react";
import type { RejectionCheck } from "../../contract/portal/request-log.ts";
import { cn } from "../ui/class-names.ts";
import { listChecks, listSteps, type StepState } from "./check-steps.ts";
import { checkStepList as t } from "./strings.ts";

const looks = {
  passed: [Check, "border-success/40 bg-success-soft text-success", "font-medium", "passed"],
  failed: [X, "border-danger bg-danger text-on-danger", "font-semibold text-danger", t.failed],
  not_reached: [Minus, "border-line bg-sunken text-muted", "text-muted", t.notReached],
} as const satisfies Record<StepState, unknown>;

/** The checks with how far one request came. */
export function CheckStepList({ rejectedBy }: { rejectedBy: RejectionCheck | null }) {
  return (
    <ol aria-label={t.checksInOrder}>
      {listSteps(rejectedBy).map(({ check, name, question, state }) => {
        const [Icon, look, nameLook, word] = looks[state];
        return (
          <Step
            key={check}
            mark={<Icon aria-hidden className="size-3.5" strokeWidth={2.5} />}
            look={look}
            question={question}
          >
            <span className={nameLook}>
              {name}
              <span className={state === "failed" ? "" : "sr-only"}>
                {state === "failed" ? ": " : ", "}
                {word}
              </span>
            </span>
          </Step>
        );
      })}
    </ol>
  );
}

/** The checks of every request, numbered. */
export function CheckOrderList() {
  return (
    <ol aria-label={t.checksInOrder}>
      {listChecks().map(({ check, name, question }, place) => (
        <Step
          key={check}
          mark={place + 1}
          look="border-line bg-sunken text-xs font-semibold text-muted"
          question={question}
        >
          <span className="font-medium">{name}</span>
        </Step>
      ))}
    </ol>
  );
}

interface StepProps {
  mark: ReactNode;
  look: string;
  question: string;
  children: ReactNode;
}

function Step({ mark, look, question, children }: StepProps) {
  return (
    <li className="group relative flex gap-3 pb-3 last:pb-0">
      <span aria-hidden className="absolute top-6 bottom-0 left-3 w-px bg-line group-last:hidden" />
      <span aria-hidden className={cn("relative grid size-6 shrink-0 place-items-center rounded-full border", look)}>
        {mark}
      </span>
      <span className="min-w-0 pt-0.5 text-sm leading-5">
        {children}
        <span className="block text-[0.8125rem] text-muted">{question}</span>
      </span>
    </li>
  );
}
