import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { liensScreen } from "../liens/strings.ts";
import { Button } from "../ui/button.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { QueryFallback } from "../ui/feedback/query-fallback.tsx";
import { Skeleton } from "../ui/feedback/skeleton.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { formatCents } from "../ui/format.ts";
import { writeDollars } from "../ui/forms/dollars.ts";
import { ChoiceField, TextField } from "../ui/forms/fields.tsx";
import { preview as t } from "./lazy-strings.ts";
import { LineTable } from "./line-table.tsx";
import {
  asLines,
  listLiens,
  parsePreview,
  readPreviewValues,
  type CalculatedShare,
  type FeeTrigger,
  type PreviewedLien,
  type PreviewValues,
} from "./preview-values.ts";
import type { Settlement, Share } from "./views.ts";
import { Waterfall } from "./waterfall.tsx";

interface PreviewProps {
  settlement: Settlement;
  share: Share;
}

/** What a share would be paid to, before a statement is drafted: also with other liens, another stage or a lower fee. */
export function Preview({ settlement, share }: PreviewProps) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.settlements.calculate.queryOptions({ settlementId: settlement.id, shares: [{ shareId: share.id }] }),
  );
  const plain = query.data?.shares[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Banner title={t.title}>{t.hint}</Banner>
      {plain === undefined ? (
        <QueryFallback query={query} what={t.what} placeholder={<Skeleton className="h-72" />} />
      ) : (
        <Attempt settlement={settlement} share={share} plain={plain} />
      )}
    </div>
  );
}

interface AttemptProps extends PreviewProps {
  /** Without a change. */
  plain: CalculatedShare;
}

function Attempt({ settlement, share, plain }: AttemptProps) {
  const trpc = useTRPC();
  const liens = listLiens(plain);
  const [values, setValues] = useState<PreviewValues>(() => readPreviewValues(liens));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [given, setGiven] = useState<ReturnType<typeof parsePreview>["given"]>({ shares: [{ shareId: share.id }] });
  const query = useQuery(
    trpc.settlements.calculate.queryOptions(
      { settlementId: settlement.id, ...given },
      { placeholderData: (former) => former, retry: false },
    ),
  );
  const calculate = (tried: PreviewValues) => {
    setValues(tried);
    const parsed = parsePreview(share.id, liens, tried);
    setFaults(parsed.faults);
    if (parsed.given !== null) setGiven(parsed.given);
  };
  const suggest = (suggestion: NonNullable<CalculatedShare["suggestion"]>) => {
    const suggested = suggestion.map(({ lienId, amountCents }) => [lienId, writeDollars(amountCents)] as const);
    calculate({ ...values, liens: { ...values.liens, ...Object.fromEntries(suggested) } });
  };
  const shown = query.data?.shares[0];
  return (
    <>
      <Form
        caseId={settlement.case.id}
        liens={liens}
        values={values}
        faults={faults}
        busy={query.isFetching}
        onChange={setValues}
        onCalculate={() => calculate(values)}
      />
      {query.error !== null && (
        <Banner tone="danger" live>
          {readError(query.error).message}
        </Banner>
      )}
      {shown !== undefined && query.error === null && (
        <div aria-busy={query.isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Result shown={shown} plain={plain} onSuggest={suggest} />
        </div>
      )}
    </>
  );
}

interface FormProps {
  caseId: string;
  liens: readonly PreviewedLien[];
  values: PreviewValues;
  faults: Readonly<Record<string, string>>;
  busy: boolean;
  onChange: (values: PreviewValues) => void;
  onCalculate: () => void;
}

const feeTriggers = Object.keys(t.feeTriggers) as FeeTrigger[];

function Form({ caseId, liens, values, faults, busy, onChange, onCalculate }: FormProps) {
  const trpc = useTRPC();
  // What a lien is, says the lien: lines of a preview name none.
  const records = useQuery(trpc.liens.list.queryOptions({ caseId, limit: 100 }, { enabled: liens.length > 0 }));
  const nameLien = (id: string) => {
    const record = records.data?.liens.find((each) => each.id === id);
    return record === undefined ? t.anyLien : t.lien(liensScreen.types[record.type]);
  };
  return (
    <form
      aria-label={t.form}
      noValidate
      className="grid items-start gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        onCalculate();
      }}
    >
      <ChoiceField
        label={t.feeTrigger}
        why="fields#preview-of-a-distribution"
        values={feeTriggers}
        name={(each) => t.feeTriggers[each]}
        none={t.asReached}
        value={values.feeTrigger}
        onChange={(feeTrigger) => onChange({ ...values, feeTrigger })}
      />
      <TextField
        label={t.feeReduction}
        inputMode="decimal"
        error={faults["feeReduction"]}
        value={values.feeReduction}
        onChange={(feeReduction) => onChange({ ...values, feeReduction })}
      />
      {liens.map(({ id, isHeldBack }) => (
        <TextField
          key={id}
          label={nameLien(id)}
          hint={isHeldBack ? t.heldBack : undefined}
          inputMode="decimal"
          error={faults[id]}
          value={values.liens[id] ?? ""}
          onChange={(typed) => onChange({ ...values, liens: { ...values.liens, [id]: typed } })}
        />
      ))}
      <Button type="submit" className="justify-self-start sm:col-span-2" busy={busy}>
        {t.calculate}
      </Button>
    </form>
  );
}

interface ResultProps {
  shown: CalculatedShare;
  plain: CalculatedShare;
  onSuggest: (suggestion: NonNullable<CalculatedShare["suggestion"]>) => void;
}

function Result({ shown, plain, onSuggest }: ResultProps) {
  const { totals, shortCents, suggestion, warnings } = shown;
  const isChanged = totals.netCents !== plain.totals.netCents;
  return (
    <>
      {shortCents > 0 && (
        <Banner
          tone="danger"
          title={t.short(formatCents(shortCents))}
          actions={
            suggestion !== null && (
              <Button size="sm" onClick={() => onSuggest(suggestion)}>
                {t.suggest}
              </Button>
            )
          }
        >
          {suggestion === null ? t.noSuggestion : t.shortHint}
        </Banner>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning" title={t.warnings}>
          <ul className="grid gap-1">
            {warnings.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{formatMessage(message)}</li>
            ))}
          </ul>
        </Banner>
      )}
      <p aria-live="polite" className="text-sm">
        {t.net}: <strong className="tabular-nums">{formatCents(totals.netCents)}</strong>
        {isChanged && <span className="text-muted"> ({t.netBefore(formatCents(plain.totals.netCents))})</span>}
      </p>
      {/* Bars of lines that exceed the share would not end in its gross. */}
      {shortCents > 0 ? <LineTable lines={asLines(shown)} /> : <Waterfall lines={asLines(shown)} />}
    </>
  );
}
