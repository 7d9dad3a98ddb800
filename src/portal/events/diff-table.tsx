import { compareLists, readChange } from "./diff.ts";
import { FieldName, Value } from "./record-view.tsx";
import { diffTable as t } from "./lazy-strings.ts";

/** Each changed field at full width: what was removed and what was added; of lists only the entries that differ. */
export function DiffTable({ diff }: { diff: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface text-sm shadow-xs">
      {Object.entries(diff).map(([field, change]) => (
        <div key={field} className="grid gap-1.5 px-4 py-3">
          <dt>
            <FieldName field={field} />
          </dt>
          <FieldChange change={change} />
        </div>
      ))}
    </dl>
  );
}

function FieldChange({ change }: { change: unknown }) {
  const { from, to } = readChange(change);
  const lists = compareLists(from, to);
  if (lists === null) {
    return (
      <>
        {from !== undefined && from !== null && <Side sign="−" word={t.removed} value={from} />}
        <Side sign="+" word={t.added} value={to} />
      </>
    );
  }
  const { removed, added, kept } = lists;
  return (
    <>
      {removed.length > 0 && <Side sign="−" word={t.removed} value={removed} />}
      {added.length > 0 && <Side sign="+" word={t.added} value={added} />}
      {removed.length + added.length === 0 && <dd className="text-muted">{t.orderChanged}</dd>}
      {kept > 0 && <dd className="text-muted">{t.entriesAreUnchanged(kept)}</dd>}
    </>
  );
}

const looks = { "−": "bg-danger-soft text-danger", "+": "bg-success-soft text-success" };

function Side({ sign, word, value }: { sign: "−" | "+"; word: string; value: unknown }) {
  return (
    <dd className="flex gap-2.5 wrap-anywhere">
      <span
        aria-hidden
        className={`h-6 w-6 shrink-0 rounded text-center font-mono leading-6 font-semibold ${looks[sign]}`}
      >
        {sign}
      </span>
      <span className="sr-only">{word}: </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <Value value={value} />
      </div>
    </dd>
  );
}
