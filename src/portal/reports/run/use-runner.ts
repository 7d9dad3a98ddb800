import { usePathname, useSearchParams } from "next/navigation";
import { useMemo, useState } from "react";
import { readError } from "../../client/portal-error.ts";
import { validateTyped, readTyped, readWithheld, type Typed } from "./parameter-values.ts";
import { readChoice, writeRun, type Offices, type Sort } from "../report-query.ts";
import type { WholeReport } from "../report-types.ts";
import { placeFaults } from "./run-rejection.ts";
import { useRun, type Narrowing } from "./use-run.ts";

/** Parameters are in the URL, except free text. */
export function useRunner(report: WholeReport) {
  const { parameters } = report;
  const path = usePathname();
  const address = useSearchParams().toString();
  const { typed, withheld, choice, remember } = useAddress(report, address);
  const { values, faults } = useMemo(() => validateTyped(parameters, typed), [parameters, typed]);
  const isRequested = choice.isRun && withheld.length === 0 && Object.keys(faults).length === 0;
  const run = useRun(report, values, choice, isRequested);
  const { narrowing, narrow } = useNarrowing(address);
  const { error } = run.list;
  const placed = useMemo(
    () => (choice.isRun ? { ...faults, ...(error !== null && placeFaults(readError(error))) } : {}),
    [choice.isRun, faults, error],
  );
  const go = (next: Typed, offices: Offices, sort: Sort | null) => {
    const written = writeRun(parameters, next, { offices, sort });
    remember(written, next);
    if (written === address) run.runAnew();
    else window.history.pushState(null, "", `${path}?${written}`);
  };
  return {
    address,
    typed,
    withheld,
    choice,
    faults: placed,
    values,
    run,
    isRequested,
    narrowing,
    narrow,
    go,
  };
}

/** The rows that somebody chose in the chart of a run; another order of the rows keeps them. They may name a person. */
function useNarrowing(address: string) {
  const [held, setHeld] = useState<{ run: string; narrowing: Narrowing } | null>(null);
  const query = new URLSearchParams(address);
  query.delete("sort");
  const run = query.toString();
  return {
    narrowing: held?.run === run ? held.narrowing : null,
    narrow: (narrowing: Narrowing | null) => setHeld(narrowing === null ? null : { run, narrowing }),
  };
}

/** Free texts are kept by this page only, each with the URL written without it. */
function useAddress({ parameters }: WholeReport, address: string) {
  const [texts, setTexts] = useState<Readonly<Record<string, Typed>>>({});
  const remembered = texts[address];
  const read = useMemo(() => {
    const query = new URLSearchParams(address);
    return {
      typed: readTyped(query, parameters),
      withheld: readWithheld(query, parameters),
      choice: readChoice(query),
    };
  }, [address, parameters]);
  const remember = (written: string, typed: Typed) => setTexts({ ...texts, [written]: typed });
  return {
    typed: remembered ?? read.typed,
    withheld: remembered === undefined ? read.withheld : [],
    choice: read.choice,
    remember,
  };
}
