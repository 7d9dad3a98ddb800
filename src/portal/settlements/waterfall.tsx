import { ChevronRight } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import { cn } from "../ui/class-names.ts";
import { formatCents } from "../ui/format.ts";
import { waterfall as t } from "./lazy-strings.ts";
import { listSteps, placeBar, type Step } from "./waterfall-steps.ts";
import { namePayee, type Line } from "./views.ts";

const fills: Readonly<Partial<Record<Step["kind"], string>>> = {
  gross: "fill-accent",
  lien: "fill-warning",
  holdback: "fill-warning",
  net_to_client: "fill-success",
};

/**
 * From gross to net to client: one bar a kind of line, and each opens its lines with the sentences that explain them.
 * The bars are buttons with label and amount, so that keyboards and screen readers have them as others do.
 */
export function Waterfall({ lines }: { lines: readonly Line[] }) {
  const steps = listSteps(lines);
  const grossCents = steps[0]?.amountCents ?? 0;
  return (
    <ol aria-label={t.plot} className="divide-y divide-line border-y border-line">
      {steps.map((step) => (
        <li key={step.kind}>
          {step.lines.length === 0 ? (
            <div className={rowLook}>
              <Bar step={step} grossCents={grossCents} />
            </div>
          ) : (
            <OpenableBar step={step} grossCents={grossCents} />
          )}
        </li>
      ))}
    </ol>
  );
}

const rowLook =
  "grid w-full grid-cols-[1rem_1fr_auto] items-center gap-x-2 gap-y-1 px-1 py-2.5 text-left text-sm sm:grid-cols-[1rem_minmax(8rem,11rem)_1fr_8rem] sm:gap-x-3";

interface BarProps {
  step: Step;
  grossCents: number;
}

function OpenableBar({ step, grossCents }: BarProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className={cn(rowLook, "is-printed cursor-pointer -outline-offset-3! hover:bg-sunken")}
      >
        <Bar step={step} grossCents={grossCents}>
          <ChevronRight
            aria-hidden
            className={cn(
              "size-4 text-muted transition-transform motion-reduce:transition-none",
              isOpen && "rotate-90",
            )}
          />
        </Bar>
      </button>
      {isOpen && (
        <ul id={id} className="grid gap-3 pt-1 pb-4 pl-7 sm:pr-1 sm:pl-8">
          {step.lines.map((line) => (
            <LineItem key={line.key} line={line} />
          ))}
        </ul>
      )}
    </>
  );
}

/** @param children the sign that it opens */
function Bar({ step, grossCents, children }: BarProps & { children?: ReactNode }) {
  const { start, width } = placeBar(step, grossCents);
  const isEnd = step.kind === "gross" || step.kind === "net_to_client";
  return (
    <>
      <span className="grid size-4 place-items-center">{children}</span>
      <span className={isEnd ? "font-semibold" : undefined}>{t.kinds[step.kind]}</span>
      <span className={cn("text-right whitespace-nowrap tabular-nums sm:order-1", isEnd && "font-semibold")}>
        {isEnd ? formatCents(step.amountCents) : t.less(formatCents(step.amountCents))}
      </span>
      <svg aria-hidden className="col-span-3 h-4 w-full rounded-sm bg-sunken sm:col-span-1">
        <rect
          x={`${start * 100}%`}
          width={`${width * 100}%`}
          height="100%"
          rx={2}
          className={fills[step.kind] ?? "fill-muted"}
        />
      </svg>
    </>
  );
}

function LineItem({ line }: { line: Line }) {
  const { label, amountCents, computedCents, reductionCents, disbursedCents, explanation } = line;
  const payee = namePayee(line);
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-4 text-sm">
      <p className="wrap-anywhere">
        {label}
        {payee !== null && payee !== label && <span className="text-muted"> · {payee}</span>}
      </p>
      <p className="text-right whitespace-nowrap tabular-nums">{formatCents(amountCents)}</p>
      <p className="col-span-2 text-muted">{explanation}</p>
      {reductionCents > 0 && (
        <p className="col-span-2 text-muted">{t.reduced(formatCents(computedCents), formatCents(reductionCents))}</p>
      )}
      {disbursedCents > 0 && (
        <p className="col-span-2 text-muted">
          {disbursedCents >= amountCents ? t.disbursed : t.partlyDisbursed(formatCents(disbursedCents))}
        </p>
      )}
    </li>
  );
}
