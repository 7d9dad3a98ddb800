import { Fragment, useState } from "react";
import { Badge } from "../ui/feedback/badge.tsx";
import { formatInstant } from "../ui/relative-time.tsx";
import { isInstant } from "../audit/audit-labels.ts";
import { redacted } from "./event-labels.ts";
import { formatNumber } from "../ui/format.ts";
import { recordView as t } from "./lazy-strings.ts";

const clipped = 500;

export function RecordView({ record }: { record: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {Object.entries(record).map(([field, value]) => (
        <div
          key={field}
          className={isNested(value) ? undefined : "grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"}
        >
          <dt>
            <FieldName field={field} />
          </dt>
          <dd className={isNested(value) ? "mt-1.5 border-l border-line pl-4" : "leading-5 wrap-anywhere"}>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Allows line breaks between words. */
export function FieldName({ field }: { field: string }) {
  return (
    <span className="font-mono text-[0.8125rem] leading-5 wrap-anywhere text-muted">
      {field.split(/(?=[A-Z])/).map((word, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a word may stand there twice, and its place never changes
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  );
}

export function Value({ value }: { value: unknown }) {
  if (value === redacted) return <Badge>{t.redacted}</Badge>;
  if (value === undefined || value === null)
    return <span className="font-mono text-[0.8125rem] text-muted">{value === null ? "null" : "–"}</span>;
  if (Array.isArray(value)) return <List values={value} />;
  if (typeof value === "object")
    return isNested(value) ? (
      <RecordView record={value as Readonly<Record<string, unknown>>} />
    ) : (
      <Nothing what={t.emptyObject} />
    );
  if (value === "") return <Nothing what={t.emptyText} />;
  if (typeof value === "string") return isInstant(value) ? <Instant instant={value} /> : <LongText text={value} />;
  return <span className="font-mono text-[0.8125rem]">{JSON.stringify(value)}</span>;
}

/** Allows a line break between date and time. */
function Instant({ instant }: { instant: string }) {
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      <span className="whitespace-nowrap">{instant.slice(0, 11)}</span>
      <wbr />
      <span className="whitespace-nowrap">{instant.slice(11)}</span>
    </time>
  );
}

function Nothing({ what }: { what: string }) {
  return <span className="text-muted">{what}</span>;
}

function List({ values }: { values: readonly unknown[] }) {
  if (values.length === 0) return <Nothing what={t.emptyList} />;
  return (
    <ol className="grid gap-2">
      {values.map((value, place) => (
        // The list does not change while shown, so the index is a stable key.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={place} className={isNested(value) && place > 0 ? "border-t border-line pt-2" : undefined}>
          <Value value={value} />
        </li>
      ))}
    </ol>
  );
}

function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= clipped || isWhole) return <span className="whitespace-pre-wrap">{text}</span>;
  return (
    <span className="whitespace-pre-wrap">
      {text.slice(0, clipped)}…{" "}
      <button
        type="button"
        onClick={() => setWhole(true)}
        className="cursor-pointer text-accent underline underline-offset-3"
      >
        {t.showAllCharacters(formatNumber(text.length))}
      </button>
    </span>
  );
}

function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}
